// A parser's own process. It reads what strangers made, so it may loop, swell and die: the server only loses the answer.
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileType } from '../../storage/file-type.js';
import type { ByteRange } from '../../storage/object-store.js';
import type { ReadRange } from './limit-reads.js';
import { NO_METADATA, type Metadata } from './metadata.js';
import { type FromParser, asToParser } from './parser-messages.js';
import { readImage } from './read-image.js';
import { readVideo } from './read-video.js';

// When the server is killed while a file has this thread in a loop, nobody is left to end the loop but another thread.
// The server tells its id: by the time that thread starts, the parent may be another one already.
const WATCH_SERVER = `
  const server = Number(require('node:worker_threads').workerData);
  setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 1000);
`;

const reads = new Map<number, (bytes: Uint8Array | null) => void>();
let lastReadId = 0;

// Requests go first: a file in no hurry must not slow them down.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
new Worker(WATCH_SERVER, { eval: true, workerData: process.argv[2] }).unref();
// Ctrl-C reaches every process of the terminal; the server decides when it needs no parser any more.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (text) => {
  const message = asToParser(text);
  if (message.kind === 'bytes') reads.get(message.readId)?.(message.bytes);
  else void parse(message);
});

async function parse(file: Omit<HeaderSource, 'read'>): Promise<void> {
  send({ kind: 'started' });
  let isDone = false;
  // A read that comes after the answer would be taken for one of the next file.
  const read = (range: ByteRange): Promise<Uint8Array> =>
    isDone ? Promise.reject(new Error('too late')) : requestBytes(range);
  const claimed = await readHeader({ ...file, read }).catch(() => NO_METADATA);
  isDone = true;
  reads.clear();
  send({ kind: 'done', claimed });
}

type HeaderSource = { readonly mimeType: FileType; readonly sizeBytes: number; readonly read: ReadRange };

// Each of the five types has one reader and is read by no other, so that a file cannot choose its parser.
function readHeader(source: HeaderSource): Promise<Metadata> {
  const { mimeType } = source;
  switch (mimeType) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/webp':
      return readImage(mimeType, source);
    case 'video/mp4':
    case 'video/webm':
      return readVideo(mimeType, source);
  }
}

function requestBytes(range: ByteRange): Promise<Uint8Array> {
  lastReadId += 1;
  const readId = lastReadId;
  return new Promise((resolve, reject) => {
    reads.set(readId, (bytes) => {
      reads.delete(readId);
      if (bytes === null) reject(new Error('these bytes cannot be had'));
      else resolve(bytes);
    });
    send({ kind: 'read', readId, ...range });
  });
}

function send(message: FromParser): void {
  process.send?.(message);
}
