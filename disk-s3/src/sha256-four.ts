// SHA-256 of four texts at once, in WebAssembly: a page signs a hundred URLs of three hashes each, and node:crypto spends
// more on being called than on hashing (docs/performance.md has the figures). A small assembler writes the module when it
// is first needed, so that what runs can be read here.

import {
  type Code,
  I32,
  V128,
  END,
  constant,
  get,
  set,
  step,
  repeatWhile,
  isBelow,
  load,
  store,
  bytes,
  shuffle,
  look,
  and,
  xor,
  select,
  bytesRight,
  left,
  right,
  add,
  toBytes,
  listed,
  section,
  sized,
} from './wasm-code.js';

/** Four texts are `stride` bytes apart, each of whole blocks; four digests are a block apart. */
export type FourHashes = {
  readonly memory: Buffer;
  /** From the state that `before` left, or `freshState`, to the state after these blocks. */
  readonly hash: (texts: number, stride: number, blocks: number, before: number, after: number) => void;
  /** The same of blocks that all four texts have in common, from what `expand` made of each: two thirds of the work. */
  readonly hashExpanded: (first: number, end: number, before: number, after: number) => void;
  readonly toDigests: (state: number, digests: number) => void;
  /** Each digest in 64 letters, `stride` bytes apart. */
  readonly toHex: (digests: number, letters: number, stride: number) => void;
  readonly freshState: number;
  /** Where the memory is the caller's. */
  readonly free: number;
};

export const BLOCK_BYTES = 64;
const VECTOR_BYTES = 16;
const ROUNDS = 64;
const FRESH_STATE = ROUNDS * VECTOR_BYTES;
export const STATE_BYTES = 8 * VECTOR_BYTES;
export const EXPANDED_BYTES = ROUNDS * VECTOR_BYTES;

// What of WebAssembly is used here; the types of Node do not have it.
type Exports = Omit<FourHashes, 'memory' | 'freshState' | 'free'> & {
  readonly memory: { readonly buffer: ArrayBuffer };
};
type Wasm = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

/** Undefined where it cannot be had (no SIMD, no room for a memory): whoever signs then goes without. */
export function openFourHashes(): FourHashes | undefined {
  try {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
    const { memory, ...functions } = new Instance(new Module(assembleModule())).exports;
    const constants = [...fractions(ROUNDS, Math.cbrt), ...fractions(8, Math.sqrt)];
    new Uint32Array(memory.buffer).set(constants.flatMap((word) => [word, word, word, word]));
    const free = FRESH_STATE + STATE_BYTES;
    return { ...functions, memory: Buffer.from(memory.buffer), freshState: FRESH_STATE, free };
  } catch {
    return undefined;
  }
}

/** What the rounds are fed with for a block, into so many bytes. */
export function expand(memory: Buffer, block: number, into: number): void {
  const words: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [early = 0, late = 0] = [words[round - 15], words[round - 2]];
    const mixed = turns(early, 7, 18) ^ (early >>> 3);
    const next = (words[round - 16] ?? 0) + mixed + (words[round - 7] ?? 0) + (turns(late, 17, 19) ^ (late >>> 10));
    const word = round < 16 ? memory.readInt32BE(block + 4 * round) : next | 0;
    words.push(word);
    const fed = (memory.readInt32LE(round * VECTOR_BYTES) + word) | 0;
    for (let lane = 0; lane < 4; lane += 1) memory.writeInt32LE(fed, into + round * VECTOR_BYTES + 4 * lane);
  }
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const turns = (word: number, one: number, other: number): number => turn(word, one) ^ turn(word, other);

// The constants of SHA-256: the first 32 bits behind the point of roots of the first primes.
function fractions(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}

// Of 64 KB.
const MEMORY_PAGES = 4;

// All of them, exclusively or'ed.
const rotations = (value: Code, ...bits: number[]): Code =>
  xor(...bits.flatMap((by) => [right(value, by), left(value, 32 - by)]));

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);
const wordsAt = (...words: number[]): number[] => words.flatMap((word) => range(word * 4, 4));
const BIG_ENDIAN = range(0, 4).flatMap((word) => range(word * 4, 4).reverse());
const turned = (value: Code): Code => shuffle(value, value, BIG_ENDIAN);

type Four = readonly [number, number, number, number];

// Four vectors of a text each become four of a word each, or the other way round.
function transpose([a, b, c, d]: Four, [s, t, u, v]: Four): Code {
  const mix = (one: number, other: number, ...words: number[]): Code =>
    shuffle(get(one), get(other), wordsAt(...words));
  return [
    set(s, mix(a, b, 0, 4, 1, 5)),
    set(t, mix(a, b, 2, 6, 3, 7)),
    set(u, mix(c, d, 0, 4, 1, 5)),
    set(v, mix(c, d, 2, 6, 3, 7)),
    set(a, mix(s, u, 0, 1, 4, 5)),
    set(b, mix(s, u, 2, 3, 6, 7)),
    set(c, mix(t, v, 0, 1, 4, 5)),
    set(d, mix(t, v, 2, 3, 6, 7)),
  ];
}

// Locals of `hash`: its five parameters, pointers, and vectors.
const [TEXT, STRIDE, BLOCKS, BEFORE, AFTER, TEXT_2, TEXT_3, TEXT_4, CONSTANTS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const TEXTS = [TEXT, TEXT_2, TEXT_3, TEXT_4];
const FIRST_WORD = 9;
const [CHAIN, WORKING] = [range(25, 8), range(33, 8)];
const SPARE: Four = [41, 42, 43, 44];
const LOCALS: Code = [2, 4, I32, 36, V128];

const word = (at: number): number => FIRST_WORD + (at % 16);
const quad = (first: number): Four => [first, first + 1, first + 2, first + 3];

// Which local is a, which b, moves on with every round; after sixteen each is where it was.
const sixteenRounds = (letters: readonly number[], feed: (round: number) => Code): Code =>
  range(0, 16).map((round) => {
    const at = (letter: number): number => letters[(letter + 16 - round) % 8] ?? 0;
    const [d, h] = [at(3), at(7)];
    const [a, b, c, e, f, g] = [0, 1, 2, 4, 5, 6].map((letter) => get(at(letter))) as [
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
    ];
    return [
      set(h, add(get(h), feed(round), select(f, g, e), rotations(e, 6, 11, 25))),
      set(d, add(get(d), get(h))),
      set(h, add(get(h), rotations(a, 2, 13, 22), select(c, b, xor(a, b)))),
    ];
  });

const words =
  (constants: Code) =>
  (round: number): Code =>
    add(load(constants, round * VECTOR_BYTES), get(word(round)));

const nextSixteenWords = (): Code =>
  range(0, 16).map((at) => {
    const [early, late] = [get(word(at + 1)), get(word(at + 14))];
    const mixed = add(xor(rotations(early, 7, 18), right(early, 3)), xor(rotations(late, 17, 19), right(late, 10)));
    return set(word(at), add(get(word(at)), get(word(at + 9)), mixed));
  });

const readBlock = (): Code =>
  range(0, 4).map((quarter) => [
    TEXTS.map((text, at) => set(word(quarter * 4 + at), turned(load(get(text), quarter * VECTOR_BYTES)))),
    transpose(quad(word(quarter * 4)), SPARE),
  ]);

const loadAll = (locals: readonly number[], from: number): Code =>
  locals.map((local, at) => set(local, load(get(from), at * VECTOR_BYTES)));
const storeAll = (locals: readonly number[], into: number): Code =>
  locals.map((local, at) => store(get(into), at * VECTOR_BYTES, get(local)));
const copyAll = (locals: readonly number[], into: readonly number[]): Code =>
  locals.map((local, at) => set(into[at] ?? 0, get(local)));
const addAll = (locals: readonly number[], more: readonly number[]): Code =>
  locals.map((local, at) => set(local, add(get(local), get(more[at] ?? 0))));

const hash = (): Code => [
  [TEXT_2, TEXT_3, TEXT_4].map((text) => set(text, [get(text === TEXT_2 ? TEXT : text - 1), get(STRIDE), 0x6a])),
  loadAll(CHAIN, BEFORE),
  repeatWhile(get(BLOCKS), [
    readBlock(),
    copyAll(CHAIN, WORKING),
    sixteenRounds(WORKING, words(constant(0))),
    set(CONSTANTS, constant(16 * VECTOR_BYTES)),
    repeatWhile(isBelow(get(CONSTANTS), constant(ROUNDS * VECTOR_BYTES)), [
      nextSixteenWords(),
      sixteenRounds(WORKING, words(get(CONSTANTS))),
      step(CONSTANTS, constant(16 * VECTOR_BYTES)),
    ]),
    addAll(CHAIN, WORKING),
    TEXTS.map((text) => step(text, constant(BLOCK_BYTES))),
    step(BLOCKS, constant(-1)),
  ]),
  storeAll(CHAIN, AFTER),
];

// Parameters: first, end, before, after.
function hashExpanded(): Code {
  const [at, end, before, after, blockEnd] = [0, 1, 2, 3, 4];
  const [chain, letters] = [range(5, 8), range(13, 8)];
  return [
    loadAll(chain, before),
    repeatWhile(isBelow(get(at), get(end)), [
      copyAll(chain, letters),
      set(blockEnd, [get(at), constant(EXPANDED_BYTES), 0x6a]),
      repeatWhile(isBelow(get(at), get(blockEnd)), [
        sixteenRounds(letters, (round) => load(get(at), round * VECTOR_BYTES)),
        step(at, constant(16 * VECTOR_BYTES)),
      ]),
      addAll(chain, letters),
    ]),
    storeAll(chain, after),
  ];
}

// Parameters: state, digests.
const toDigests = (): Code =>
  range(0, 2).map((half) => [
    range(0, 4).map((at) => set(2 + at, load(get(0), (half * 4 + at) * VECTOR_BYTES))),
    transpose([2, 3, 4, 5], [6, 7, 8, 9]),
    range(0, 4).map((at) => store(get(1), at * BLOCK_BYTES + half * VECTOR_BYTES, turned(get(2 + at)))),
  ]);

const HEX = bytes([...Buffer.from('0123456789abcdef')]);
const LOW_HALVES = bytes(range(0, VECTOR_BYTES).map(() => 0x0f));
const alternating = (first: number): number[] => range(first, 8).flatMap((at) => [at, at + VECTOR_BYTES]);

// Parameters: digests, letters, stride.
const toHex = (): Code =>
  range(0, 4).map((lane) => [
    range(0, 2).map((half) => {
      const digest = load(get(0), lane * BLOCK_BYTES + half * VECTOR_BYTES);
      return [
        set(3, look(HEX, bytesRight(digest, 4))),
        set(4, look(HEX, and(digest, LOW_HALVES))),
        store(get(1), half * 32, shuffle(get(3), get(4), alternating(0))),
        store(get(1), half * 32 + VECTOR_BYTES, shuffle(get(3), get(4), alternating(8))),
      ];
    }),
    step(1, get(2)),
  ]);

function assembleModule(): Uint8Array {
  const functions = [
    { name: 'hash', parameters: 5, locals: LOCALS, code: hash() },
    { name: 'hashExpanded', parameters: 4, locals: [2, 1, I32, 16, V128], code: hashExpanded() },
    { name: 'toDigests', parameters: 2, locals: [1, 8, V128], code: toDigests() },
    { name: 'toHex', parameters: 3, locals: [1, 2, V128], code: toHex() },
  ];
  const named = (name: string, kind: number, index: number): Code => [name.length, ...Buffer.from(name), kind, index];
  return Uint8Array.from(
    toBytes([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, listed(functions.map(({ parameters }) => [0x60, parameters, range(0, parameters).map(() => I32), 0]))),
      section(3, listed(functions.map((_, at) => at))),
      section(5, listed([[0, MEMORY_PAGES]])),
      section(7, listed([named('memory', 2, 0), ...functions.map(({ name }, at) => named(name, 0, at))])),
      section(10, listed(functions.map(({ locals, code }) => sized([locals, code, END])))),
    ]),
  );
}
