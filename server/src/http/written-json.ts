// An answer that is JSON text already: making it is what a page costs most, and some are made faster by hand. `Value` is
// what the text says; the route checks it as it checks a value.
export class WrittenJson<Value> {
  declare readonly says: Value;
  readonly body: string | Buffer;

  constructor(body: string | Buffer) {
    this.body = body;
  }
}

export type JsonWriter = {
  /** Any text. */
  readonly text: (text: string) => void;
  /** Text that is known to be ASCII, which is copied as it is. */
  readonly ascii: (text: string) => void;
};

const BYTES_AT_FIRST = 256 * 1024;
const UTF8_BYTES_MAX = 3;

// One for all: nothing waits between the first letter and the last.
let bytes = Buffer.alloc(0);
let used = 0;

const reserve = (more: number): void => {
  if (used + more <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(BYTES_AT_FIRST, 2 * (used + more)));
  bytes.copy(larger, 0, 0, used);
  bytes = larger;
};

const WRITER: JsonWriter = {
  text(text) {
    reserve(text.length * UTF8_BYTES_MAX);
    used += bytes.write(text, used);
  },
  ascii(text) {
    reserve(text.length);
    used += bytes.write(text, used, 'latin1');
  },
};

/**
 * Written piece by piece into bytes and never joined to one text: a single letter beyond ASCII would make all of it twice as
 * large in memory and encode at a quarter of the speed.
 */
export function writeJson<Value>(write: (json: JsonWriter) => void): WrittenJson<Value> {
  used = 0;
  write(WRITER);
  return new WrittenJson(Buffer.from(bytes.subarray(0, used)));
}
