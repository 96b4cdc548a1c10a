import { findSource, type SourceDeps } from './find-source.js';
import { createBell, pause } from './pause.js';
import type { Prepared, Stage } from './stage.js';
import { interruptAt, itemAt, knownAt, nextSpot, runningAt, type Known, type Spot } from './turns.js';
import type { FaultKind, Program, ProgramMedia } from './wire.js';

export type Shown = {
  readonly spot: Spot;
  readonly mediaId: string;
  readonly seconds: number;
  // By performance.now().
  readonly since: number;
};

type Deps = SourceDeps & {
  readonly stage: Stage;
  // The time that flights go by.
  readonly now: () => number;
  readonly onShown: (shown: Shown | null) => void;
  // It had its time. Done when it is written down.
  readonly onPlayed: (shown: Shown) => Promise<void>;
  readonly onFault: (mediaId: string, kind: FaultKind | null) => void;
  // Whether the page is to be loaded anew at the next change of item; then it is, if it can be.
  readonly isLeaving: () => boolean;
  readonly canLeave: () => Promise<boolean>;
  readonly leave: () => void;
};

type Next = { readonly spot: Spot; readonly version: string; readonly prepared: Promise<Prepared | undefined> };

const TICK_MS = 500;
// After every item of a round has failed: not at once again.
const ALL_FAILED_MS = 10_000;
// The next one is ready by then, or the wall is empty until it is.
const GONE_MS = 3_000;
// Longer than any try takes.
const STILL_MS = 90_000;

// Plays the program: one item after the other, the next one prepared while one is on.
export class Player {
  readonly #deps: Deps;
  readonly #bell = createBell();
  // Not a timer for the next boundary: an answer of the service may move the time.
  readonly #ticking = setInterval(() => this.#look(), TICK_MS);
  #program: Program | undefined;
  #known: Known = new Map();
  // Where to go at once; undefined: the turns go on.
  #jump: Spot | null | undefined;
  // What was tried last, whether it could be shown or not.
  #last: Spot | null = null;
  // And when, by the clock that nobody sets.
  #triedAt = 0;
  #failures = 0;
  #shown: Shown | null = null;
  // Whether what is on has had its time.
  #isOver = false;
  // Since when what is on has no business there any more.
  #goneSince: number | undefined;
  #on: Prepared | undefined;
  #upcoming: Next | undefined;
  #isEnded = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  take(program: Program): void {
    this.#program = program;
    this.#failures = 0;
    this.#look();
  }

  // Something may be playable that was not; who plays does not care.
  wake(): void {
    if (this.#shown === null) this.#bell.ring();
  }

  // Whether what is on should long have gone and nothing was tried since. What cannot be shown is no reason: what is on
  // may be a page that would not come back without network either.
  isStill(): boolean {
    if (this.#shown === null) return false;
    const since = Math.max(this.#shown.since, this.#triedAt);
    return performance.now() - since > this.#shown.seconds * 1000 + STILL_MS;
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#ticking);
    this.#rest();
    this.#bell.ring();
  }

  async run(): Promise<void> {
    while (!this.#isEnded) {
      const heard = this.#bell.rings;
      const program = this.#program;
      const spot = program === undefined ? null : this.#decide(program);
      if (program === undefined || spot === null) {
        this.#rest();
        await this.#bell.after(heard);
      } else if (await this.#deps.canLeave()) {
        if (this.#shown !== null && this.#isOver) await this.#deps.onPlayed(this.#shown);
        return this.#deps.leave();
      } else {
        await this.#play(program, spot, heard);
      }
    }
  }

  #look(): void {
    if (this.#program === undefined) return;
    // By what was tried last, not by what is on: that may be over and stay until something can be shown in its place.
    const [now, seen] = [this.#deps.now(), { shown: this.#last, known: this.#known }];
    const target = interruptAt(this.#program, now, seen);
    this.#known = knownAt(this.#program, now);
    this.#clearGone();
    if (target === undefined) return;
    this.#jump = target;
    this.#bell.ring();
  }

  // A campaign that was withdrawn or has ended does not wait on the wall for a film that takes minutes to be ready.
  #clearGone(): void {
    const lineageId = this.#shown?.spot.lineageId ?? null;
    if (lineageId === null || this.#known.has(lineageId)) return void (this.#goneSince = undefined);
    this.#goneSince ??= performance.now();
    if (performance.now() - this.#goneSince < GONE_MS) return;
    this.#leave();
    this.#deps.onShown(null);
  }

  #decide(program: Program): Spot | null {
    const target = this.#jump;
    this.#jump = undefined;
    return target === undefined ? nextSpot(program, this.#deps.now(), this.#last) : target;
  }

  // `heard`: as often the bell had rung when it was decided.
  async #play(program: Program, spot: Spot, heard: number): Promise<void> {
    const next = this.#takeNext(program, spot);
    const prepared = await this.#bell.before(heard, next.prepared);
    if (this.#isEnded) return dropNext(next);
    if (prepared === 'rung') {
      // It may be just what is wanted now.
      this.#upcoming = next;
      return;
    }
    this.#last = spot;
    this.#triedAt = performance.now();
    const isOn = (await prepared?.show()) === true;
    // Ended meanwhile: nobody else knows of its layer, and of the file behind it.
    if (this.#isEnded) return dropNext(next);
    if (prepared === undefined || !isOn) {
      if (prepared !== undefined) this.#dismiss(program, spot, prepared);
      this.#failures += 1;
      if (this.#failures >= countRunning(program, this.#deps.now())) await this.#giveUpRound(program, heard);
      return;
    }
    this.#failures = 0;
    this.#leave();
    this.#begin(program, spot, prepared);
    do this.#isOver = (await this.#bell.before(heard, prepared.wait())) === 'ended';
    while (this.#isOver && this.#isStaying(program, spot) && this.#again());
  }

  // It was ready, and does not begin.
  #dismiss(program: Program, spot: Spot, prepared: Prepared): void {
    prepared.drop();
    const item = itemAt(program, spot);
    if (item !== undefined) this.#deps.onFault(item.mediaId, 'cannot_play');
  }

  // Nothing of what runs can be shown. What is on stays until something can, unless its time is over.
  async #giveUpRound(program: Program, heard: number): Promise<void> {
    this.#failures = 0;
    if (this.#shown === null || !knownAt(program, this.#deps.now()).has(this.#shown.spot.lineageId)) this.#rest();
    await this.#bell.before(heard, pause(ALL_FAILED_MS));
  }

  // What was prepared, if it is what is wanted.
  #takeNext(program: Program, spot: Spot): Next {
    const next = this.#upcoming;
    this.#upcoming = undefined;
    if (next?.version === program.version && isSame(next.spot, spot)) return next;
    dropNext(next);
    return this.#prepare(program, spot);
  }

  #prepare(program: Program, spot: Spot): Next {
    return { spot, version: program.version, prepared: prepareSpot(this.#deps, program, spot) };
  }

  #begin(program: Program, spot: Spot, prepared: Prepared): void {
    const item = itemAt(program, spot);
    if (item === undefined) return;
    this.#on = prepared;
    this.#shown = { spot, mediaId: item.mediaId, seconds: item.durationSeconds, since: performance.now() };
    this.#deps.onShown(this.#shown);
    this.#deps.onFault(item.mediaId, null);
    const after = nextSpot(program, this.#deps.now(), spot);
    // A page that comes after itself is loaded when its time is over: it is to be as new as it can be.
    const isSoon = after !== null && (!isSame(after, spot) || mediaAt(program, spot)?.type === 'video');
    if (isSoon) this.#upcoming = this.#prepare(program, after);
  }

  // A picture that nothing comes after stays where it is: loading it anew would only make it flicker.
  #isStaying(program: Program, spot: Spot): boolean {
    const after = nextSpot(program, this.#deps.now(), spot);
    if (after === null || !isSame(after, spot) || this.#deps.isLeaving()) return false;
    return mediaAt(program, spot)?.type === 'image';
  }

  #again(): boolean {
    if (this.#shown === null) return false;
    void this.#deps.onPlayed(this.#shown);
    this.#shown = { ...this.#shown, since: performance.now() };
    this.#deps.onShown(this.#shown);
    return true;
  }

  #leave(): void {
    if (this.#shown !== null && this.#isOver) void this.#deps.onPlayed(this.#shown);
    this.#isOver = false;
    this.#shown = null;
    this.#on?.drop();
    this.#on = undefined;
  }

  #rest(): void {
    this.#leave();
    this.#last = null;
    dropNext(this.#upcoming);
    this.#upcoming = undefined;
    this.#deps.stage.clear();
    this.#deps.onShown(null);
  }
}

const isSame = (one: Spot, other: Spot): boolean => one.lineageId === other.lineageId && one.index === other.index;

function countRunning(program: Program, now: number): number {
  const running = runningAt(program, now);
  if (running.length === 0) return program.default?.items.length ?? 0;
  return running.reduce((sum, { items }) => sum + items.length, 0);
}

function mediaAt(program: Program, spot: Spot): ProgramMedia | undefined {
  const item = itemAt(program, spot);
  return program.media.find(({ id }) => id === item?.mediaId);
}

function dropNext(next: Next | undefined): void {
  void next?.prepared.then((prepared) => prepared?.drop());
}

// Undefined: it cannot be shown, and the fault was told.
async function prepareSpot(deps: Deps, program: Program, spot: Spot): Promise<Prepared | undefined> {
  const item = itemAt(program, spot);
  const media = mediaAt(program, spot);
  if (item === undefined || media === undefined) return undefined;
  // What is on the disk may be unreadable: then this item is skipped, and not the rest with it.
  const found = await findSource(deps, media, item.durationSeconds).catch(() => 'other' as const);
  const prepared = typeof found === 'string' ? undefined : await deps.stage.prepare(found);
  if (prepared !== undefined) return prepared;
  // Bytes that went wrong on the disk look like a film that nobody can play.
  if (media.sha256 !== null && typeof found !== 'string') deps.files?.doubt(media.sha256);
  deps.onFault(media.id, typeof found === 'string' ? found : media.type === 'web' ? 'no_answer' : 'cannot_play');
  return undefined;
}
