export function List<T extends Item>({ items }: { items: T[] }): JSX.Element {
  return <ul>{items.map((item) => <Row<T> key={item.id} item={item} />)}</ul>;
}
const identity = <T,>(value: T): T => value;
export const Memo = React.memo(function Inner() { return null; });
