// words in comments stay out
const alpha = "text \n more" + 'x\u0041' + /re(gex)+\w/gi.source
const $beta = `literal ${gamma.delta} end`
const mask = 0xFF + 1e5 + 10n
/* block
   of words */
alpha?.epsilon?.(zeta)
label: for (const eta of alpha) { continue label }
