// An answer that is JSON text already: making it is what a page costs most, and some are made faster by hand. `Value` is
// what the text says; the route checks it as it checks a value.
export class WrittenJson<Value> {
  declare readonly says: Value;
  readonly #body: string | Write;

  constructor(body: string | Write) {
    this.#body = body;
  }

  // `send` is given a text, or bytes that the next answer is written over: unless it returns that all of them are on their way,
  // they stay its own.
  handTo(send: (body: string | Buffer) => boolean): void {
    if (typeof this.#body === 'string') return void send(this.#body);
    used = 0;
    this.#body(WRITER);
    const written = bytes;
    bytes = NO_BYTES;
    if (send(written.subarray(0, used))) bytes = written;
  }
}

export type JsonWriter = {
  // Any text.
  readonly text: (text: string) => void;
  // Text that is known to be ASCII, which is copied as it is.
  readonly ascii: (text: string) => void;
};

type Write = (json: JsonWriter) => void;

const BYTES_AT_FIRST = 64 * 1024;
const UTF8_BYTES_MAX = 3;
const NO_BYTES = Buffer.alloc(0);

// One for all: nothing waits between the first letter and the socket's word that it has taken the last.
let bytes = NO_BYTES;
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

// A long answer, written when it is sent, piece by piece into bytes and never joined to one text: a single letter beyond ASCII
// would make all of it twice as large in memory and encode at a quarter of the speed.
export const writeJson = <Value>(write: Write): WrittenJson<Value> => new WrittenJson(write);

// A short one, which goes out with its head as one text.
export function writeShortJson<Value>(write: Write): WrittenJson<Value> {
  let body = '';
  const add = (text: string): void => void (body += text);
  write({ text: add, ascii: add });
  return new WrittenJson(body);
}
