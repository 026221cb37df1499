import { DepotError, Missing } from "../errors";
import { Part, parsePart as readPart } from "../parts";
import { KILOGRAMS, Weight } from "../units";

export const MAX = 20 * KILOGRAMS;

export type Listener = (what: string, part: Part) => void;

export class Shelf {
  static readonly limit: Weight = MAX;
  private parts: Part[] = [];

  constructor(readonly name: string, private readonly listener?: Listener) {}

  put(part: Part): Shelf {
    if (this.load() + part.grams() > Shelf.limit) {
      throw new DepotError(`${this.name} is full`);
    }
    this.parts.push(part);
    this.note("put", part);
    return this;
  }

  take(name: string): Part {
    const at = this.parts.findIndex((part) => part.name === name);
    if (at < 0) throw new Missing(name);
    const [part] = this.parts.splice(at, 1);
    this.note("take", part!);
    return part!;
  }

  load(): Weight {
    let sum = 0;
    for (const part of this.parts) sum += part.grams();
    return sum;
  }

  private note(what: string, part: Part): void {
    this.listener?.(what, part);
  }
}

export class Stock {
  readonly shelves = new Map<string, Shelf>();
  counts = 0;

  shelf(name: string): Shelf {
    let shelf = this.shelves.get(name);
    if (!shelf) {
      shelf = new Shelf(name, () => this.count());
      this.shelves.set(name, shelf);
    }
    return shelf;
  }

  receive(text: string, where: string): Part {
    const part = readPart(text);
    this.shelf(where).put(part);
    return part;
  }

  private count(): void {
    this.counts += 1;
  }
}
