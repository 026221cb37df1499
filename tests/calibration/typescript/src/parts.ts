import fail, { DepotError } from "./errors";
import * as units from "./units";
import { KILOGRAMS, toGrams, type Price, type Weight } from "./units";

export interface Weighed {
  grams(): Weight;
}

export abstract class Part implements Weighed {
  static made = 0;
  protected weight: Weight;

  constructor(readonly name: string, weight: Weight) {
    this.weight = weight;
    Part.made += 1;
  }

  grams(): Weight {
    return toGrams(this.weight);
  }

  price(): Price {
    return units.euro(units.rates.of(this.grams()));
  }

  abstract describe(): string;
}

export class Plain extends Part {
  describe(): string {
    return this.name;
  }
}

export class Bolt extends Part {
  private count = 100;

  grams(): Weight {
    return super.grams() * this.count;
  }

  describe(): string {
    return `${this.count} x ${this.name}`;
  }
}

export class Crate extends Part {
  readonly inside: Part[] = [];

  add(part: Part): this {
    if (part === this) fail("a crate in itself");
    this.inside.push(part);
    return this;
  }

  grams(): Weight {
    return this.inside.reduce((sum, part) => sum + part.grams(), toGrams(2, KILOGRAMS));
  }

  describe(): string {
    return this.inside.map((part) => part.describe()).join(", ");
  }
}

const pattern = /(\w+):(\d+)/;

export function parsePart(text: string): Part {
  const found = pattern.exec(text);
  if (!found) throw new DepotError(text, 3);
  return new Plain(found[1]!, Number(found[2]));
}

export const parseAll = (texts: string[]): Part[] => texts.map((text) => parsePart(text));
