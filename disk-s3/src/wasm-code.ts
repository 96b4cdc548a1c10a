// A small assembler of WebAssembly: instructions as lists of bytes, and the sections of a module.

// Bytes in lists of lists, which are made flat once. What has a name of a value leaves one on the stack.
export type Code = number | readonly Code[];

export const I32 = 0x7f;
export const V128 = 0x7b;
export const END = 0x0b;

const unsigned = (value: number): Code =>
  value < 0x80 ? value : [(value & 0x7f) | 0x80, unsigned(Math.floor(value / 0x80))];
const signed = (value: number): Code => (value < 0x40 ? value & 0x7f : [(value & 0x7f) | 0x80, signed(value >> 7)]);

export const constant = (value: number): Code => [0x41, signed(value)];
export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [value, 0x21, local];
export const step = (local: number, by: Code): Code => set(local, [get(local), by, 0x6a]);
export const repeatWhile = (condition: Code, body: Code): Code => [0x03, 0x40, body, condition, 0x0d, 0, END];
export const isBelow = (left: Code, right: Code): Code => [left, right, 0x49];

const vector = (operation: number, ...operands: Code[]): Code => [operands, 0xfd, unsigned(operation)];
export const load = (address: Code, offset: number): Code => [vector(0x00, address), 0, unsigned(offset)];
export const store = (address: Code, offset: number, value: Code): Code => [
  vector(0x0b, address, value),
  0,
  unsigned(offset),
];
export const bytes = (values: readonly number[]): Code => [vector(0x0c), values];
export const shuffle = (left: Code, right: Code, places: readonly number[]): Code => [
  vector(0x0d, left, right),
  places,
];
export const look = (table: Code, places: Code): Code => vector(0x0e, table, places);
export const and = (left: Code, right: Code): Code => vector(0x4e, left, right);
export const xor = (...values: Code[]): Code => values.reduce((left, right) => vector(0x51, left, right));
export const select = (whereSet: Code, elsewhere: Code, mask: Code): Code => vector(0x52, whereSet, elsewhere, mask);
export const bytesRight = (value: Code, bits: number): Code => vector(0x6d, value, constant(bits));
export const left = (value: Code, bits: number): Code => vector(0xab, value, constant(bits));
export const right = (value: Code, bits: number): Code => vector(0xad, value, constant(bits));
export const add = (...values: Code[]): Code => values.reduce((sum, value) => vector(0xae, sum, value));

export function toBytes(code: Code, into: number[] = []): number[] {
  if (typeof code === 'number') into.push(code);
  else for (const part of code) toBytes(part, into);
  return into;
}

export const listed = (items: readonly Code[]): Code => [unsigned(items.length), items];
export const section = (id: number, content: Code): Code => [id, sized(content)];
export const sized = (content: Code): Code => {
  const all = toBytes(content);
  return [unsigned(all.length), all];
};
