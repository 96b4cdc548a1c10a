export type Sha256 = { readonly update: (chunk: Uint8Array) => void; readonly hex: () => string };

/** A hash that is fed piece by piece. Web Crypto has none: it would want a 2 GB file in one piece. */
export function createSha256(): Sha256 {
  return createNativeSha256() ?? createOwnSha256();
}

// Node's own where there is one, ten times as fast. Not an import: bundlers for browsers would look for the module.
function createNativeSha256(): Sha256 | undefined {
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (crypto === undefined) return undefined;
  const hash = crypto.createHash('sha256');
  return { update: (chunk) => void hash.update(chunk), hex: () => hash.digest('hex') };
}

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const SCHEDULE_BYTES = 256;

// FIPS 180-4, 6.2. Words are kept in views: reading an array may give undefined, and saying so halves the speed.
export function createOwnSha256(): Sha256 {
  const state = viewOf(INITIAL);
  const words = viewOf(ROUNDS);
  const rest = new Uint8Array(BLOCK_BYTES);
  let restBytes = 0;
  let totalBytes = 0;

  const update = (chunk: Uint8Array): void => {
    totalBytes += chunk.length;
    let at = 0;
    if (restBytes > 0) {
      at = Math.min(BLOCK_BYTES - restBytes, chunk.length);
      rest.set(chunk.subarray(0, at), restBytes);
      restBytes += at;
      if (restBytes < BLOCK_BYTES) return;
      compress(state, words, new DataView(rest.buffer), 0);
    }
    const bytes = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    for (; at + BLOCK_BYTES <= chunk.length; at += BLOCK_BYTES) compress(state, words, bytes, at);
    rest.set(chunk.subarray(at));
    restBytes = chunk.length - at;
  };
  const hex = (): string => {
    update(padding(totalBytes));
    return INITIAL.map((_, at) =>
      state
        .getUint32(at * 4)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  };
  return { update, hex };
}

// A one bit, zeros, and the length in bits, up to a whole block.
function padding(totalBytes: number): Uint8Array {
  const zeros = (2 * BLOCK_BYTES - 1 - LENGTH_BYTES - (totalBytes % BLOCK_BYTES)) % BLOCK_BYTES;
  const bytes = new Uint8Array(1 + zeros + LENGTH_BYTES);
  bytes[0] = 0x80;
  new DataView(bytes.buffer).setBigUint64(1 + zeros, BigInt(totalBytes) * 8n);
  return bytes;
}

function compress(state: DataView, words: DataView, bytes: DataView, start: number): void {
  schedule(words, bytes, start);
  let a = state.getInt32(0);
  let b = state.getInt32(4);
  let c = state.getInt32(8);
  let d = state.getInt32(12);
  let e = state.getInt32(16);
  let f = state.getInt32(20);
  let g = state.getInt32(24);
  let h = state.getInt32(28);
  for (let at = 0; at < SCHEDULE_BYTES; at += 4) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + CONSTANTS.getInt32(at) + words.getInt32(at)) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  state.setInt32(0, state.getInt32(0) + a);
  state.setInt32(4, state.getInt32(4) + b);
  state.setInt32(8, state.getInt32(8) + c);
  state.setInt32(12, state.getInt32(12) + d);
  state.setInt32(16, state.getInt32(16) + e);
  state.setInt32(20, state.getInt32(20) + f);
  state.setInt32(24, state.getInt32(24) + g);
  state.setInt32(28, state.getInt32(28) + h);
}

function schedule(words: DataView, bytes: DataView, start: number): void {
  for (let at = 0; at < BLOCK_BYTES; at += 4) words.setInt32(at, bytes.getInt32(start + at));
  for (let at = BLOCK_BYTES; at < SCHEDULE_BYTES; at += 4) {
    const two = words.getInt32(at - 8);
    const fifteen = words.getInt32(at - 60);
    const sigma0 = ((fifteen >>> 7) | (fifteen << 25)) ^ ((fifteen >>> 18) | (fifteen << 14)) ^ (fifteen >>> 3);
    const sigma1 = ((two >>> 17) | (two << 15)) ^ ((two >>> 19) | (two << 13)) ^ (two >>> 10);
    words.setInt32(at, words.getInt32(at - 64) + sigma0 + words.getInt32(at - 28) + sigma1);
  }
}

const PRIMES = Array.from({ length: 312 }, (_, at) => at).filter(isPrime);

// The standard's constants are the first 32 bits of the fractions of roots of the first primes.
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const CONSTANTS = viewOf(ROUNDS);

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return number > 1;
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function viewOf(numbers: readonly number[]): DataView {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  for (const [at, number] of numbers.entries()) view.setUint32(at * 4, number);
  return view;
}
