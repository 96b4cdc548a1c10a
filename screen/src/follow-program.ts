import type { Api } from './api.js';
import type { Device } from './device.js';
import { fetchFile, type Fetched, type MediaFile } from './fetch-file.js';
import type { Files } from './files.js';
import { backoffMs, createBell, pause } from './pause.js';
import type { FaultKind, Program, ProgramMedia } from './wire.js';

export const PROGRAM = 'program';

type Deps = {
  readonly api: Api;
  readonly device: Device;
  // None: the page was not opened over https, and nothing can be kept.
  readonly files: Files | undefined;
  readonly onProgram: (program: Program) => void;
  readonly onGone: () => void;
  readonly onFault: (mediaId: string, kind: FaultKind | null) => void;
  // A file that had been missing is there.
  readonly onFile: () => void;
  // How much of a program that is not there yet has come.
  readonly onProgress: (done: number, all: number) => void;
};

// Addresses are good for 15 minutes from when they were signed.
const FRESH_MS = 10 * 60_000;
// Refused sooner than that, an address did not run out: some stores say so of what is not there.
const JUST_SIGNED_MS = 60_000;
const RETRY_MS = 60_000;
const NEVER = Number.NEGATIVE_INFINITY;

// Follows the program: asks for the newest, fetches what is missing of it, and hands it over when all of it is there. Until
// then, and for as long as the network is away, the last good one plays.
export class Follower {
  readonly #deps: Deps;
  readonly #work = createBell();
  #newest: Program | undefined;
  // The one that plays.
  #taken: Program | undefined;
  #signedAt = NEVER;
  #fetching = new AbortController();
  #isEnded = false;

  constructor(deps: Deps, kept: Program | undefined) {
    this.#deps = deps;
    this.#newest = kept;
    this.#taken = kept;
  }

  start(): void {
    void this.#listen();
    if (this.#deps.files !== undefined) void this.#fetchAll(this.#deps.files);
  }

  end(): void {
    this.#isEnded = true;
    this.#fetching.abort();
    this.#work.ring();
  }

  // A file of what plays was found broken.
  repair(): void {
    this.#work.ring();
  }

  // The address of a medium, for whoever shows it without having it.
  async findUrl(mediaId: string): Promise<string | undefined> {
    if (Date.now() - this.#signedAt > FRESH_MS) await this.#renew();
    return this.#newest?.media.find(({ id }) => id === mediaId)?.url;
  }

  async #listen(): Promise<void> {
    let failures = 0;
    while (!this.#isEnded) {
      const answer = await this.#deps.api.getProgram(this.#newest?.version ?? null);
      if (this.#isEnded) return;
      if (answer.kind === 'gone') return this.#deps.onGone();
      failures = answer.kind === 'unreachable' ? failures + 1 : 0;
      if (answer.kind === 'unreachable') await pause(backoffMs(failures, Math.random()));
      if (answer.kind === 'program') this.#learn(answer.program);
    }
  }

  #learn(program: Program): void {
    this.#signedAt = Date.now();
    const isOther = program.version !== this.#newest?.version;
    this.#newest = program;
    if (this.#deps.files === undefined) {
      this.#takeOver(program);
    } else {
      if (isOther) this.#fetching.abort();
      this.#work.ring();
    }
  }

  #takeOver(program: Program): void {
    this.#taken = program;
    this.#deps.onProgram(program);
  }

  // The same program, or a newer one, with addresses that were signed just now.
  async #renew(): Promise<boolean> {
    const answer = await this.#deps.api.getProgram(null);
    if (answer.kind === 'program') this.#learn(answer.program);
    return answer.kind === 'program';
  }

  async #fetchAll(files: Files): Promise<void> {
    let failures = 0;
    while (!this.#isEnded) {
      const more = this.#work.next;
      const { signal } = (this.#fetching = new AbortController());
      const outcome = this.#newest === undefined ? 'whole' : await this.#complete(files, this.#newest, signal);
      failures = outcome === 'lost' ? failures + 1 : 0;
      if (signal.aborted || outcome === 'expired') continue;
      if (outcome === 'whole') await more;
      else await Promise.race([more, pause(outcome === 'lost' ? backoffMs(failures, Math.random()) : RETRY_MS)]);
    }
  }

  // One file after the other: the shop's till may need the same network.
  async #complete(files: Files, program: Program, signal: AbortSignal): Promise<Fetched | 'whole'> {
    const all = filesOf(program);
    let worst: Fetched | 'whole' = 'whole';
    for (const [done, { id, sha256 }] of all.entries()) {
      this.#deps.onProgress(done, all.length);
      if (await files.has(sha256)) continue;
      const outcome = await this.#fetchOne(files, program, id, signal);
      if (signal.aborted || outcome === 'expired' || outcome === 'lost') return outcome;
      this.#deps.onFault(id, outcome === 'there' ? null : outcome);
      if (outcome === 'there') this.#deps.onFile();
      else worst = outcome;
    }
    if (worst === 'whole' && program.version !== this.#taken?.version) {
      await this.#deps.device.put(PROGRAM, program);
      if (!signal.aborted) this.#takeOver(program);
    }
    return worst;
  }

  async #fetchOne(files: Files, program: Program, mediaId: string, signal: AbortSignal): Promise<Fetched> {
    if (Date.now() - this.#signedAt > FRESH_MS && !(await this.#renew())) return 'lost';
    if (this.#newest?.version !== program.version) return 'expired';
    const file = filesOf(this.#newest).find(({ id }) => id === mediaId);
    if (file === undefined) return 'expired';
    const stay = [program, ...(this.#taken === undefined ? [] : [this.#taken])].flatMap(filesOf);
    const needed = new Set(stay.map(({ sha256 }) => sha256));
    const outcome = await fetchFile(files, file, { needed, signal });
    if (outcome !== 'expired') return outcome;
    const isJustSigned = Date.now() - this.#signedAt <= JUST_SIGNED_MS;
    this.#signedAt = NEVER;
    return isJustSigned ? 'not_found' : 'expired';
  }
}

type Filed = ProgramMedia & MediaFile;
const isFiled = (media: ProgramMedia): media is Filed => media.sha256 !== null && media.sizeBytes !== null;

// Each medium with a file, in the order of the program.
const filesOf = ({ media }: Program): readonly Filed[] => media.filter(isFiled);
