// Shows a price.
export function Price({ value }) {
  const text = `Total: ${format(value)} done`
  return (
    <Layout.Row title="Price" onClick={() => go(value)}>
      Plain words here {text}
      <Icon name="x" /> <b className='bold'>more</b>
    </Layout.Row>
  )
}
const List = (props) => <>{props.items.map(i => <Price key={i} />)}</>
