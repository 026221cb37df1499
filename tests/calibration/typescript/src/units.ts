export enum Currency {
  Euro = "EUR",
  Crown = "CZK",
}

export const GRAMS = 1;
export const KILOGRAMS = 1000 * GRAMS;

export type Weight = number;

export interface Price {
  amount: number;
  currency: Currency;
}

const signs: Record<Currency, string> = {
  [Currency.Euro]: "€",
  [Currency.Crown]: "Kč",
};

export function toGrams(amount: number, unit: number = GRAMS): Weight {
  return amount * unit;
}

export function formatPrice(price: Price): string {
  return `${price.amount} ${signs[price.currency]}`;
}

export const euro = (amount: number): Price => ({ amount, currency: Currency.Euro });

export namespace rates {
  export const standard = 1.5;
  export function of(weight: Weight): number {
    return weight * standard;
  }
}
