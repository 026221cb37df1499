interface Props { title: string }
class Panel extends React.Component<Props, State> {
  state: State = { open: false };
  private readonly ref = createRef<HTMLDivElement>();
  handle = (event: Event) => this.setState({ open: true });
  render() {
    return <div ref={this.ref}>{this.props.title}</div>;
  }
}
export default Panel;
