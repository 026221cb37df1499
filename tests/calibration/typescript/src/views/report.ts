import { Ledger, Stock, line, type Entry } from "../store";
import { Currency, formatPrice } from "../units";

export const TITLE = "Month";

export abstract class View {
  abstract rows(): string[];

  render(): string {
    return [this.head(), ...this.rows()].join("\n");
  }

  protected head(): string {
    return TITLE;
  }
}

export class Report extends View {
  constructor(protected readonly stock: Stock, protected readonly ledger: Ledger) {
    super();
  }

  rows(): string[] {
    return this.ledger.of("anna").map((entry: Entry) => line(entry));
  }

  protected head(): string {
    return `${super.head()}: ${this.stock.counts}`;
  }

  total(): string {
    return formatPrice({ amount: this.ledger.total, currency: Currency.Crown });
  }
}

export class Short extends Report {
  rows(): string[] {
    return super.rows().slice(0, 1);
  }
}
