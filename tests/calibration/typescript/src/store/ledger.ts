import type { Part } from "../parts";
import { formatPrice, toGrams } from "../units";

export interface Entry {
  who: string;
  part: Part;
}

export class Ledger {
  private readonly entries: Entry[] = [];

  enter(who: string, part: Part): Entry {
    const entry: Entry = { who, part };
    this.entries.push(entry);
    return entry;
  }

  of(who: string): Entry[] {
    return this.entries.filter((entry) => entry.who === who);
  }

  get total(): number {
    return toGrams(this.entries.reduce((sum, entry) => sum + entry.part.grams(), 0));
  }
}

export function line(entry: Entry): string {
  return `${entry.who}: ${formatPrice(entry.part.price())}`;
}
