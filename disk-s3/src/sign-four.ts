import { BLOCK_BYTES, expand, EXPANDED_BYTES, openFourHashes, STATE_BYTES, type FourHashes } from './sha256-four.js';

// What all texts of a second have in common. A request is `head`, its path and `tail`; what is signed of it is `prefix` and
// the request's hash in 64 letters.
export type Second = { readonly key: Buffer; readonly prefix: string; readonly head: string; readonly tail: string };

/** The signatures of requests for these paths, which are ASCII; undefined where they must be made one by one. */
export type SignMany = (second: Second, paths: readonly string[]) => string[] | undefined;

const LANES = [0, 1, 2, 3] as const;
const HEX_LETTERS = 64;
// With the token of a session a text is longer.
const TEXT_BYTES_MAX = 1024;
// Names of files have as many lengths as there are lengths of extensions.
const LENGTHS_MAX = 8;

/** Undefined where there is no WebAssembly to be had. */
export function createSignMany(): SignMany | undefined {
  const hashes = openFourHashes();
  if (hashes === undefined) return undefined;
  let second: Second | undefined;
  let sign: Sign = () => undefined;
  return (wanted, paths) => {
    if (second !== wanted) sign = layOut(hashes, wanted);
    second = wanted;
    return sign(paths);
  };
}

type Sign = (paths: readonly string[]) => string[] | undefined;

// Four requests whose paths have one length: only the paths are written anew. The blocks behind them are always the same, and
// kept expanded. `places` are those that wait to be signed.
type Requests = {
  readonly at: number;
  readonly stride: number;
  readonly pathBlocks: number;
  readonly expanded: number;
  readonly expandedEnd: number;
  readonly places: number[];
};

function layOut({ memory, freshState, free, hash, hashExpanded, toDigests, toHex }: FourHashes, second: Second): Sign {
  const { key, prefix, head, tail } = second;
  const allot = allotFrom(free);
  const [innerStart, outerStart, state] = [allot(STATE_BYTES), allot(STATE_BYTES), allot(STATE_BYTES)];
  const [digests, letters] = [allot(LANES.length * BLOCK_BYTES), allot(LANES.length * HEX_LETTERS)];

  // HMAC puts a block that the key makes before what it hashes, so that each time its hash goes on from the same state; all
  // of the prefix that fills blocks is in that state too.
  const rest = prefix.length % BLOCK_BYTES;
  const start = pad(key, 0x36) + prefix.slice(0, prefix.length - rest);
  const hashStart = (text: string, into: number): void => {
    const at = allot(text.length);
    memory.write(text, at, 'latin1');
    hash(at, 0, text.length / BLOCK_BYTES, freshState, into);
  };
  hashStart(start, innerStart);
  hashStart(pad(key, 0x5c), outerStart);
  const innerStride = paddedBytes(rest + HEX_LETTERS);
  const inner = allot(LANES.length * innerStride);
  const outer = allot(LANES.length * BLOCK_BYTES);
  fill(memory, inner, innerStride, prefix.slice(prefix.length - rest) + BLANK.repeat(HEX_LETTERS), start.length);
  fill(memory, outer, BLOCK_BYTES, BLANK.repeat(DIGEST_BYTES), BLOCK_BYTES);

  const byLength = new Map<number, Requests>();
  const findRequests = (length: number): Requests | undefined => {
    const known = byLength.get(length);
    const textBytes = head.length + length + tail.length;
    if (known !== undefined || byLength.size === LENGTHS_MAX || textBytes > TEXT_BYTES_MAX) return known;
    const stride = paddedBytes(textBytes);
    const at = allot(LANES.length * stride);
    fill(memory, at, stride, head + BLANK.repeat(length) + tail, 0);
    const pathBlocks = Math.ceil((head.length + length) / BLOCK_BYTES);
    const behind = stride / BLOCK_BYTES - pathBlocks;
    const expanded = allot(behind * EXPANDED_BYTES);
    const expandedEnd = expanded + behind * EXPANDED_BYTES;
    for (let block = 0; block < behind; block += 1)
      expand(memory, at + (pathBlocks + block) * BLOCK_BYTES, expanded + block * EXPANDED_BYTES);
    const requests = { at, stride, pathBlocks, expanded, expandedEnd, places: [] };
    byLength.set(length, requests);
    return requests;
  };

  const signFour = (requests: Requests, signatures: string[]): void => {
    const { at, stride, pathBlocks, expanded, expandedEnd, places } = requests;
    hash(at, stride, pathBlocks, freshState, state);
    if (expanded < expandedEnd) hashExpanded(expanded, expandedEnd, state, state);
    toDigests(state, digests);
    toHex(digests, inner + rest, innerStride);
    hash(inner, innerStride, innerStride / BLOCK_BYTES, innerStart, state);
    toDigests(state, outer);
    hash(outer, BLOCK_BYTES, 1, outerStart, state);
    toDigests(state, digests);
    toHex(digests, letters, HEX_LETTERS);
    const all = memory.toString('latin1', letters, letters + LANES.length * HEX_LETTERS);
    for (let lane = 0; lane < places.length; lane += 1)
      signatures[places[lane] ?? 0] = all.slice(lane * HEX_LETTERS, (lane + 1) * HEX_LETTERS);
    places.length = 0;
  };

  return (paths) => {
    if (!paths.every(({ length }) => findRequests(length) !== undefined)) return undefined;
    const signatures: string[] = [];
    for (let place = 0; place < paths.length; place += 1) {
      const path = paths[place] ?? '';
      const requests = findRequests(path.length);
      if (requests === undefined) continue;
      memory.write(path, requests.at + requests.places.length * requests.stride + head.length, 'latin1');
      if (requests.places.push(place) === LANES.length) signFour(requests, signatures);
    }
    for (const requests of byLength.values()) if (requests.places.length > 0) signFour(requests, signatures);
    return signatures;
  };
}

const BLANK = '0';
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 8;

function allotFrom(free: number): (bytes: number) => number {
  let next = free;
  return (bytes) => {
    next += bytes;
    return next - bytes;
  };
}

const paddedBytes = (bytes: number): number => Math.ceil((bytes + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;

// The same text four times, each with SHA-256's padding; so many bytes were hashed `before`.
function fill(memory: Buffer, at: number, stride: number, text: string, before: number): void {
  for (const lane of LANES) {
    const start = at + lane * stride;
    memory.fill(0, start, start + stride);
    memory.write(text, start, 'latin1');
    memory[start + text.length] = 0x80;
    memory.writeUInt32BE((before + text.length) * 8, start + stride - 4);
  }
}

// The key of a day is a digest, so it is never longer than a block.
const pad = (key: Buffer, filler: number): string =>
  Buffer.from(Buffer.concat([key], BLOCK_BYTES).map((byte) => byte ^ filler)).toString('latin1');
