// Words between tags are not identifiers.
export default function Page() {
  return (
    <main className="page">
      Welcome to the shop, {user.name}!
      <a href="/about">About us</a>
    </main>
  );
}
