// Once a minute the screen says that it is there, what it plays and what it cannot play.
import { FAULTS_MAX } from '@vitrine/contract/screen-limits';
import type { Api } from './api.js';
import { findFreeBytes } from './files.js';
import type { Shown } from './player.js';
import type { Fault, FaultKind, Program } from './wire.js';

type Deps = {
  readonly api: Api;
  readonly version: string;
  readonly storesFiles: boolean;
  readonly state: () => { readonly programVersion: string | null; readonly shown: Shown | null };
  readonly onServed: (version: string | null) => void;
  readonly onSent: () => void;
  readonly onGone: () => void;
};

const BEAT_MS = 60_000;
// What has just changed is told soon, but not each change by itself.
const SOON_MS = 2_000;

export type Beats = ReturnType<typeof createBeats>;

export function createBeats(deps: Deps) {
  const screenFaults = new Set<FaultKind>();
  const mediaFaults = new Map<string, Fault>();
  let early: ReturnType<typeof setTimeout> | undefined;
  const beating = setInterval(() => void beat(), BEAT_MS);

  async function beat(): Promise<void> {
    clearTimeout(early);
    early = undefined;
    const { programVersion, shown } = deps.state();
    const answer = await deps.api.sendBeat({
      programVersion,
      lineageId: shown?.spot.lineageId ?? null,
      mediaId: shown?.mediaId ?? null,
      freeBytes: (await findFreeBytes()) ?? null,
      storesFiles: deps.storesFiles,
      playerVersion: deps.version,
      width: Math.round(innerWidth * devicePixelRatio),
      height: Math.round(innerHeight * devicePixelRatio),
      faults: [...[...screenFaults].map((kind) => ({ mediaId: null, kind })), ...mediaFaults.values()].slice(
        0,
        FAULTS_MAX,
      ),
    });
    if (answer === null || typeof answer === 'string') {
      deps.onServed(answer);
      deps.onSent();
    } else if (answer.kind === 'gone') {
      deps.onGone();
    }
  }

  function soon(): void {
    early ??= setTimeout(() => void beat(), SOON_MS);
  }

  return {
    beat,
    soon,
    // Without a kind the item is well again.
    mediaFault: (mediaId: string, kind: FaultKind | null): void => {
      const known = mediaFaults.get(mediaId)?.kind ?? null;
      if (known === kind) return;
      if (kind === null) mediaFaults.delete(mediaId);
      else mediaFaults.set(mediaId, { mediaId, kind });
      soon();
    },
    screenFault: (kind: FaultKind, isThere: boolean): void => {
      if (screenFaults.has(kind) === isThere) return;
      if (isThere) screenFaults.add(kind);
      else screenFaults.delete(kind);
      soon();
    },
    // Drops the faults of media that the program no longer has.
    forgetOthers({ media }: Program): void {
      const ids = new Set(media.map(({ id }) => id));
      for (const mediaId of mediaFaults.keys()) if (!ids.has(mediaId)) mediaFaults.delete(mediaId);
    },
    end(): void {
      clearInterval(beating);
      clearTimeout(early);
    },
  };
}
