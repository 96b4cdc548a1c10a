// The films and pictures on the device. In Cache Storage, because browsers of televisions have it that know no OPFS, and
// because what is read from it stays on the disk while it plays. In pieces, so that a download that broke off goes on where
// it was. A file is used only after its SHA-256 was found right: when it came, and once after each start.
import { DAY_MS } from '@vitrine/contract/time-units';
import type { Device } from './device.js';
import { hashPieces } from './hash-pieces.js';
import { makeRoom } from './make-room.js';
import type { ProgramMedia } from './wire.js';

export type StoredMedia = Pick<ProgramMedia, 'mimeType'> & { readonly sha256: string };

export type Entry = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pieces: number;
  // Every piece is there, and the hash was right.
  readonly isWhole: boolean;
  readonly usedAt: number;
};

type Deps = { readonly device: Device; readonly cache: Cache; readonly address: string };

const ENTRY = 'file ';

export async function openFiles(deps: Deps): Promise<Files> {
  const files = new Files(deps);
  await files.dropOrphans();
  return files;
}

export class Files {
  readonly #device: Device;
  readonly #cache: Cache;
  readonly #address: string;
  // Found right since the start.
  readonly #verified = new Set<string>();
  readonly #doubted = new Set<string>();
  // What the device refused to write down, its disk being full: good until the end of the page.
  readonly #unwritten = new Map<string, Entry>();

  constructor({ device, cache, address }: Deps) {
    this.#device = device;
    this.#cache = cache;
    this.#address = address;
  }

  async find(sha256: string): Promise<Entry | undefined> {
    return this.#unwritten.get(sha256) ?? this.#device.get<Entry>(ENTRY + sha256);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.find(sha256))?.isWhole === true;
  }

  // Undefined: not there, or its bytes were wrong, and it has gone.
  async open({ sha256, mimeType }: StoredMedia): Promise<Blob | undefined> {
    const entry = await this.find(sha256);
    if (entry?.isWhole !== true) return undefined;
    const pieces = await this.verify(entry);
    return pieces && new Blob(pieces, mimeType === null ? {} : { type: mimeType });
  }

  // The next use looks at its bytes again, for what could not be played; once, for a film may just be none for this device.
  doubt(sha256: string): void {
    if (!this.#doubted.has(sha256)) this.#verified.delete(sha256);
    this.#doubted.add(sha256);
  }

  // The pieces of a file whose bytes are right; otherwise it goes.
  async verify(entry: Entry): Promise<Blob[] | undefined> {
    const pieces = await this.#readRight(entry).catch(unreadable);
    if (pieces === undefined) {
      await this.remove(entry);
      return undefined;
    }
    if (this.#verified.has(entry.sha256) && isLately(entry.usedAt)) return pieces;
    this.#verified.add(entry.sha256);
    await this.keep({ ...entry, isWhole: true, usedAt: Date.now() });
    return pieces;
  }

  // What is on the device is of use, also where this cannot be written.
  async keep(entry: Entry): Promise<void> {
    try {
      await this.#device.put(ENTRY + entry.sha256, entry);
      this.#unwritten.delete(entry.sha256);
    } catch {
      this.#unwritten.set(entry.sha256, entry);
    }
  }

  putPiece(sha256: string, piece: number, bytes: Blob): Promise<void> {
    return this.#cache.put(this.#pieceAt(sha256, piece), new Response(bytes));
  }

  async remove({ sha256, pieces }: Pick<Entry, 'sha256' | 'pieces'>): Promise<void> {
    this.#verified.delete(sha256);
    // What comes in its place may go wrong as well.
    this.#doubted.delete(sha256);
    this.#unwritten.delete(sha256);
    // First what makes room: on a full disk nothing can be written down, not even that something has gone.
    for (let piece = 0; piece < pieces; piece += 1) await this.#cache.delete(this.#pieceAt(sha256, piece));
    await this.#device.remove(ENTRY + sha256);
  }

  // Whether so many bytes have room, after others have gone for them.
  async hasRoom(wantedBytes: number, needed: ReadonlySet<string>): Promise<boolean> {
    const files = await this.#device.list<Entry>(ENTRY);
    const freeBytes = await findRoom();
    const going = makeRoom({ files, needed, freeBytes, wantedBytes });
    for (const entry of going ?? []) await this.remove(entry);
    return going !== undefined;
  }

  async clear(): Promise<void> {
    for (const entry of await this.#device.list<Entry>(ENTRY)) await this.remove(entry);
    await this.dropOrphans();
  }

  // What a start before this one left behind when it was cut off.
  async dropOrphans(): Promise<void> {
    const entries = await this.#device.list<Entry>(ENTRY);
    const known = entries.flatMap(({ sha256, pieces }) =>
      Array.from({ length: pieces }, (_, piece) => this.#pieceAt(sha256, piece)),
    );
    const kept = new Set(known);
    for (const request of await this.#cache.keys()) if (!kept.has(request.url)) await this.#cache.delete(request);
  }

  async #readRight(entry: Entry): Promise<Blob[] | undefined> {
    const pieces = await this.#readPieces(entry);
    if (pieces === undefined || this.#verified.has(entry.sha256)) return pieces;
    return (await hashPieces(pieces)) === entry.sha256 ? pieces : undefined;
  }

  async #readPieces({ sha256, pieces }: Entry): Promise<Blob[] | undefined> {
    const found: Blob[] = [];
    for (let piece = 0; piece < pieces; piece += 1) {
      const stored = await this.#cache.match(this.#pieceAt(sha256, piece));
      if (stored === undefined) return undefined;
      found.push(await stored.blob());
    }
    return found;
  }

  #pieceAt(sha256: string, piece: number): string {
    return `${this.#address}/files/${sha256}/${piece}`;
  }
}

// A page is open for months, and not each use is worth a write. What lies a day ahead is of a clock that was set since.
const isLately = (usedAt: number): boolean => Math.abs(Date.now() - usedAt) < DAY_MS;

// What a disk cannot give back is as good as wrong, and is fetched anew.
function unreadable(thrown: unknown): undefined {
  if (!(thrown instanceof DOMException)) throw thrown;
}

// For what the browser writes beside the files, and the plays of days without network.
const RESERVE_BYTES = 64 * 1024 ** 2;
const RESERVE_PART = 0.1;

// For files. Some browsers do not say; then the store says so when it is full.
async function findRoom(): Promise<number> {
  const space = await findSpace();
  if (space === undefined) return Number.POSITIVE_INFINITY;
  return space.freeBytes - Math.min(RESERVE_BYTES, space.quota * RESERVE_PART);
}

// Undefined where the browser does not say.
export const findFreeBytes = async (): Promise<number | undefined> => (await findSpace())?.freeBytes;

async function findSpace() {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined);
  if (estimate?.quota === undefined) return undefined;
  return { quota: estimate.quota, freeBytes: Math.max(0, estimate.quota - (estimate.usage ?? 0)) };
}
