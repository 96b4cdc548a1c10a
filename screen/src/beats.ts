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

export function createBeats(deps: Deps) {
  const faults = new Map<string | null, Fault>();
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
      faults: [...faults.values()].slice(0, FAULTS_MAX),
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
    soon,
    // Without a medium it is about the screen itself. Without a kind it is well again.
    fault: (mediaId: string | null, kind: FaultKind | null): void => {
      const known = faults.get(mediaId)?.kind ?? null;
      if (known === kind) return;
      if (kind === null) faults.delete(mediaId);
      else faults.set(mediaId, { mediaId, kind });
      soon();
    },
    // What is not in the program is nobody's trouble any more.
    forgetOthers({ media }: Program): void {
      const ids = new Set(media.map(({ id }) => id));
      for (const mediaId of faults.keys()) if (mediaId !== null && !ids.has(mediaId)) faults.delete(mediaId);
    },
    end(): void {
      clearInterval(beating);
      clearTimeout(early);
    },
  };
}
