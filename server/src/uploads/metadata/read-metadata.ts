// Width, height and duration from a stored file's own header. Whatever the file holds, the answer comes in time: what
// cannot be read is null, because an unreadable file is accepted all the same (docs/decisions.md, Uploads).
import { isFileType } from '../../storage/file-type.js';
import { limitReads, type ReadRange } from './limit-reads.js';
import { type Metadata, NO_METADATA, toMetadata } from './metadata.js';
import { createParserPool } from './parser-pool.js';

export type MetadataSource = {
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly read: ReadRange;
};

export const METADATA_LIMIT_MS = 5_000;
// Of its time, how much a parser may think without asking for bytes.
const SILENT_MS_MIN = 2_000;
const SILENT_SHARE = 0.4;

// Two, so that one file that keeps its parser busy to the end of its time does not stop all others.
const pool = createParserPool({ parsersMax: 2, waitingMax: 100 });

export async function readMetadata(source: MetadataSource, limitMs: number): Promise<Metadata> {
  const { mimeType, sizeBytes } = source;
  if (!isFileType(mimeType) || sizeBytes === 0) return NO_METADATA;
  const wanted = {
    mimeType,
    sizeBytes,
    read: limitReads(source),
    silentMs: Math.max(SILENT_MS_MIN, limitMs * SILENT_SHARE),
  };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return toMetadata(await pool.parse(wanted, limit.signal));
  } catch {
    return NO_METADATA;
  } finally {
    clearTimeout(timer);
  }
}
