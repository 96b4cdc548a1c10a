// An answer that is JSON text already: what a page costs most is making it, and some are made faster by hand. `Value` is
// what the text says; the route checks it as it checks a value.
export class WrittenJson<Value> {
  declare readonly says: Value;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
