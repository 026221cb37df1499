@Injectable({ scope: "app" })
export abstract class Cart<T extends Item> extends Base<T> implements Priced, ns.Listed<T> {
  private readonly items: T[] = [];
  protected static count?: number;
  #secret = 1;
  declare owner: string;
  onAdd = async (item: T): Promise<void> => {};

  constructor(private readonly db: Db, public rate = 3, readonly note?: string, plain?: string) { super(); }

  abstract total(): number;
  protected abstract label: string;
  get size(): number { return this.items.length; }
  find(id: string): T;
  find(id: number): T;
  find(id: any): T { return this.items[0]; }
  @Input() private name!: string;
}
export default class Plain {}
