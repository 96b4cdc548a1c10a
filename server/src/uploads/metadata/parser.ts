// The server's hand on one parser: a process of its own that reads one file at a time.
//
// A process and not a worker thread, because V8 ends the whole process, not the thread, when one large allocation
// passes a thread's heap limit; an MP4 of 8 MB with a compact table of sample sizes makes mediabunny do that.
import { type ChildProcess, fork } from 'node:child_process';
import { ownFile } from '../../shipped.js';
import type { FileType } from '../../storage/file-type.js';
import type { ReadRange } from './limit-reads.js';
import type { Metadata } from './metadata.js';
import { type FromParser, asFromParser, type ToParser } from './parser-messages.js';

export type ParserSource = {
  readonly mimeType: FileType;
  readonly sizeBytes: number;
  readonly read: ReadRange;
  // A parser that has all the bytes it asked for and is silent for so long is in a loop. Start-up does not count.
  readonly silentMs: number;
};

type Job = {
  readonly read: ReadRange;
  readonly silentMs: number;
  readonly resolve: (claimed: Metadata) => void;
  readonly reject: (reason: Error) => void;
  pendingReads: number;
};
type ReadMessage = Extract<FromParser, { kind: 'read' }>;

const IDLE_MS_MAX = 60_000;
const HEAP_MIB_MAX = 128;

// Tests run the sources, which Node cannot: there too the parser is the built one, as `npm test` builds first.
const ENTRY = ownFile('dist/uploads/metadata/parser-process.js');

// It ended by itself, and not because it was given up.
export class ParserDiedError extends Error {}

export class Parser {
  readonly #child = forkParser();
  #job: Job | undefined;
  #isAlive = true;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#child.on('error', () => this.#end(new ParserDiedError()));
    this.#child.on('exit', () => this.#end(new ParserDiedError()));
    this.#child.on('message', (message) => this.#receive(asFromParser(message)));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  // Rejects, and is of no further use, when the signal aborts or the file is too much for it.
  parse({ mimeType, sizeBytes, read, silentMs }: ParserSource, signal: AbortSignal): Promise<Metadata> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#timer);
      this.#job = { read, silentMs, resolve, reject, pendingReads: 0 };
      if (signal.aborted || !this.#isAlive) return this.#end();
      signal.addEventListener('abort', () => this.#end(), { once: true });
      this.#send({ kind: 'parse', mimeType, sizeBytes });
    });
  }

  #receive(message: FromParser): void {
    const job = this.#job;
    if (job === undefined) return;
    switch (message.kind) {
      case 'started':
        return this.#endAfter(job.silentMs);
      case 'read':
        return void this.#serve(job, message);
      case 'done':
        this.#job = undefined;
        this.#endAfter(IDLE_MS_MAX);
        return job.resolve(message.claimed);
    }
  }

  async #serve(job: Job, { readId, start, endInclusive }: ReadMessage): Promise<void> {
    clearTimeout(this.#timer);
    job.pendingReads += 1;
    const bytes = await job.read({ start, endInclusive }).catch(() => null);
    job.pendingReads -= 1;
    if (this.#job !== job) return;
    this.#send({ kind: 'bytes', readId, bytes });
    if (job.pendingReads === 0) this.#endAfter(job.silentMs);
  }

  // A message that cannot be sent has no parser to go to, and that one's end is told by its 'exit'.
  #send(message: ToParser): void {
    this.#child.send(message, () => undefined);
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), ms).unref();
  }

  #end(reason = new Error('the parser was ended')): void {
    clearTimeout(this.#timer);
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
    this.#job?.reject(reason);
    this.#job = undefined;
  }
}

function forkParser(): ChildProcess {
  const child = fork(ENTRY, [String(process.pid)], {
    execArgv: [`--max-old-space-size=${HEAP_MIB_MAX}`],
    // The settings hold the keys of database and storage; who reads strangers' bytes has no use for them.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It must not keep the server from ending; while a file is read, the caller's time limit does.
  child.unref();
  child.channel?.unref();
  return child;
}
