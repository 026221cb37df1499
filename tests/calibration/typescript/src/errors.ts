export class DepotError extends Error {
  constructor(message: string, readonly code: number = 1) {
    super(message);
  }

  explain(): string {
    return `${this.code}: ${this.message}`;
  }
}

export class Missing extends DepotError {
  explain(): string {
    return "missing, " + super.explain();
  }
}

export default function fail(message: string): never {
  throw new DepotError(message);
}
