import type { Api } from './api.js';
import type { Device } from './device.js';
import { fetchFile, type Fetched, type MediaFile } from './fetch-file.js';
import type { Files } from './files.js';
import { backoffMs, createBell, pause } from './pause.js';
import { restrictTo } from './restrict-program.js';
import type { FaultKind, Program, ProgramMedia } from './wire.js';

export const PROGRAM = 'program';

// In one record, so that a device never has one of them without the other.
export type KeptPrograms = {
  // The last one of which all was there.
  readonly taken: Program | undefined;
  // What the service said last, whether all of it is there or not.
  readonly newest: Program | undefined;
};

type Answered = Awaited<ReturnType<Api['getProgram']>>;
type Outcome = Exclude<Fetched, 'expired'>;

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
// So often in a row, with a service that answers, and it is not the network that loses this file.
const LOSSES_MAX = 5;
const SPOILT_MS_MAX = 6 * 60 * 60_000;

// Follows the program: asks for the newest, fetches what is missing of it, and hands it over when all of it is there. Until
// then, and for as long as the network is away, the last good one plays, without what was withdrawn since.
export class Follower {
  readonly #deps: Deps;
  readonly #work = createBell();
  readonly #losses = new Map<string, { readonly pieces: number; readonly count: number }>();
  // Files whose bytes were wrong: so often, and when they are asked for again.
  readonly #spoilt = new Map<string, { readonly times: number; readonly until: number }>();
  #newest: Program | undefined;
  // The one that plays.
  #taken: Program | undefined;
  #ageOfAddresses = (): number => Number.POSITIVE_INFINITY;
  #fetching = new AbortController();
  #noteAsked = (): void => {};
  // Settles when the service was asked once, whether it answered or not.
  readonly asked = new Promise<void>((resolve) => (this.#noteAsked = resolve));
  // Whether the service answered when it was last asked.
  #isReached = false;
  #isEnded = false;

  constructor(deps: Deps, { taken, newest }: KeptPrograms) {
    this.#deps = deps;
    this.#newest = newest ?? taken;
    this.#taken = taken;
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
    if (this.#ageOfAddresses() > FRESH_MS) await this.#renew();
    return this.#newest?.media.find(({ id }) => id === mediaId)?.url;
  }

  async #listen(): Promise<void> {
    let failures = 0;
    // The first answer does not wait for another version: it brings the service's time.
    let waitSeconds: number | undefined = 0;
    while (!this.#isEnded) {
      const answer: Answered = await this.#deps.api.getProgram(this.#newest?.version ?? null, waitSeconds);
      waitSeconds = undefined;
      if (this.#isEnded) return;
      this.#noteAsked();
      if (answer.kind === 'gone') return this.#deps.onGone();
      this.#isReached = answer.kind !== 'unreachable';
      failures = this.#isReached ? 0 : failures + 1;
      if (answer.kind === 'unreachable') await pause(backoffMs(failures, Math.random()));
      if (answer.kind === 'program') this.#learn(answer.program);
    }
  }

  #learn(program: Program): void {
    this.#ageOfAddresses = createAge();
    const isOther = program.version !== this.#newest?.version;
    this.#newest = program;
    if (this.#deps.files === undefined) return this.#takeOver(program);
    if (isOther) {
      this.#spoilt.clear();
      this.#fetching.abort();
      this.#handOver();
    }
    this.#work.ring();
  }

  #takeOver(program: Program): void {
    this.#taken = program;
    this.#handOver();
  }

  // A device whose disk is full plays it all the same; after a start it has what it had before.
  #handOver(): void {
    const kept: KeptPrograms = { taken: this.#taken, newest: this.#newest };
    if (this.#deps.files !== undefined) this.#deps.device.put(PROGRAM, kept).catch(() => undefined);
    if (this.#taken !== undefined) this.#deps.onProgram(restrictTo(this.#newest, this.#taken));
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
      const heard = this.#work.rings;
      const { signal } = (this.#fetching = new AbortController());
      // A device that fails is as good as a network that does: tried again.
      const outcome =
        this.#newest === undefined
          ? 'whole'
          : await this.#complete(files, this.#newest, signal).catch(() => 'lost' as const);
      failures = outcome === 'lost' ? failures + 1 : 0;
      if (signal.aborted || outcome === 'expired') continue;
      if (outcome === 'whole') await this.#work.after(heard);
      else await this.#work.before(heard, pause(outcome === 'lost' ? backoffMs(failures, Math.random()) : RETRY_MS));
    }
  }

  // One file after the other: the shop's till may need the same network.
  async #complete(files: Files, program: Program, signal: AbortSignal): Promise<Fetched | 'whole'> {
    const all = filesOf(program);
    let worst: Fetched | 'whole' = 'whole';
    for (const [done, { id, sha256 }] of all.entries()) {
      this.#deps.onProgress(done, all.length);
      if (await files.has(sha256)) continue;
      const fetched = this.#isSpoilt(sha256) ? 'wrong_bytes' : await this.#fetchOne(files, program, id, signal);
      if (signal.aborted || fetched === 'expired') return fetched;
      const outcome = await this.#judge(files, sha256, fetched);
      if (outcome === 'lost') return outcome;
      this.#deps.onFault(id, outcome === 'there' ? null : outcome);
      if (outcome === 'there') this.#deps.onFile();
      else worst = outcome;
    }
    if (worst === 'whole' && !signal.aborted && program.version !== this.#taken?.version) this.#takeOver(program);
    return worst;
  }

  #isSpoilt(sha256: string): boolean {
    return performance.now() < (this.#spoilt.get(sha256)?.until ?? 0);
  }

  #noteSpoilt(sha256: string): void {
    if (this.#isSpoilt(sha256)) return;
    const times = (this.#spoilt.get(sha256)?.times ?? 0) + 1;
    this.#spoilt.set(sha256, { times, until: performance.now() + spoiltMs(times) });
  }

  async #fetchOne(files: Files, program: Program, mediaId: string, signal: AbortSignal): Promise<Fetched> {
    if (this.#ageOfAddresses() > FRESH_MS && !(await this.#renew())) return 'lost';
    if (this.#newest?.version !== program.version) return 'expired';
    const file = filesOf(this.#newest).find(({ id }) => id === mediaId);
    if (file === undefined) return 'expired';
    // What plays, and what is to come. Of what was withdrawn nothing stays: on a small device the next would find no room.
    const playing = this.#taken === undefined ? [] : [restrictTo(this.#newest, this.#taken)];
    const stay = [program, ...playing].flatMap(filesOf);
    const needed = new Set(stay.map(({ sha256 }) => sha256));
    const outcome = await fetchFile(files, file, { needed, signal });
    if (outcome !== 'expired') return outcome;
    const isJustSigned = this.#ageOfAddresses() <= JUST_SIGNED_MS;
    this.#ageOfAddresses = () => Number.POSITIVE_INFINITY;
    return isJustSigned ? 'not_found' : 'expired';
  }

  // What is lost again and again while the service answers is kept from this page by something else: a store without CORS,
  // or one that fails. Then others need not wait behind it. A film that came further each time is on its way.
  async #judge(files: Files, sha256: string, outcome: Outcome): Promise<Outcome> {
    if (outcome === 'wrong_bytes') this.#noteSpoilt(sha256);
    if (outcome === 'there') this.#losses.delete(sha256);
    if (outcome !== 'lost' || !this.#isReached) return outcome;
    const pieces = (await files.find(sha256))?.pieces ?? 0;
    const before = this.#losses.get(sha256);
    const count = before?.pieces === pieces ? before.count + 1 : 1;
    this.#losses.set(sha256, { pieces, count });
    return count < LOSSES_MAX ? 'lost' : 'not_found';
  }
}

// A film that is wrong in the store stays so until somebody mends it: not every screen loads it anew each minute.
const spoiltMs = (times: number): number => Math.min(RETRY_MS * 2 ** (times - 1), SPOILT_MS_MAX);

// How long ago, by whichever clock says more: one is set, the other stands still while the device sleeps.
function createAge(): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => Math.max(Math.abs(Date.now() - wall), performance.now() - steady);
}

type Filed = ProgramMedia & MediaFile;
const isFiled = (media: ProgramMedia): media is Filed => media.sha256 !== null && media.sizeBytes !== null;

// Each medium with a file, in the order of the program.
const filesOf = ({ media }: Program): readonly Filed[] => media.filter(isFiled);
