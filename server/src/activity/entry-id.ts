import { randomBytes } from 'node:crypto';

const COUNTS = 2 ** 32;

let written = 0;

// A UUID of our own kind (version 8): the moment, a count, chance. Lists are by moment and id, so that entries of one
// moment stay in the order in which they were written.
export function newEntryId(at: string): string {
  written = (written + 1) % COUNTS;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.parse(at), 0, 6);
  bytes.writeUInt16BE(0x8000 | (written >>> 20), 6);
  bytes.writeUInt32BE((0x80000000 | ((written & 0xfffff) << 10) | (bytes.readUInt16BE(14) & 0x3ff)) >>> 0, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
