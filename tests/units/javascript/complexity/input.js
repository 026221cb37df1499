function busy(items) {
  for (const a of items) if (a && a.b || a.c) count++
  for (let i = 0; i < 3; i++) {}
  while (true) { do { x() } while (y ?? z) }
  switch (items) {
    case 1: break
    case 2: return
    default: return
  }
  try { go() } catch (e) { stop() } finally { end() }
  return items ? 1 : 2
}
const flat = () => 1
