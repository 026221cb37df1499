// @flow: the grammar knows no types.
type Props = {| title: string, +size?: number |};

export function total(cart: Cart, rate: ?number): number {
  return cart.sum * (rate: any);
}

export default class Panel extends Component<Props> {
  state: {| open: boolean |} = { open: false };
  render(): Node { return this.props.title; }
}

opaque type Id: string = string;
declare function later(x: number): void;
