// Decides what plays at a moment, in the screen's zone. The device decides by itself, so that it plays on without network.
import { statusAt } from '@vitrine/contract/campaign-status';
import type { Program, ProgramCampaign, ProgramItem } from './wire.js';

// A place in what plays: an item of a campaign, or, without one, of the default content.
export type Spot = { readonly lineageId: string | null; readonly index: number };

export function runningAt({ campaigns, screen }: Program, now: number): readonly ProgramCampaign[] {
  const { timeZone } = screen;
  return campaigns.filter(
    ({ flight, items }) =>
      items.length > 0 && statusAt(now, { isLive: true, wasPublished: true, flight, timeZone }) === 'running',
  );
}

// Campaigns take turns in the program's order, by name, each with all of its items. The default content is for when none
// runs. Null: there is nothing to play.
export function nextSpot(program: Program, now: number, after: Spot | null): Spot | null {
  const running = runningAt(program, now);
  if (running.length === 0) return nextOfDefault(program, after);
  const current = running.find(({ lineageId }) => lineageId === after?.lineageId);
  if (after !== null && current !== undefined && after.index + 1 < current.items.length) {
    return { lineageId: current.lineageId, index: after.index + 1 };
  }
  const order = program.campaigns.map(({ lineageId }) => lineageId);
  const at = after?.lineageId === undefined || after.lineageId === null ? -1 : order.indexOf(after.lineageId);
  const next = running.find(({ lineageId }) => order.indexOf(lineageId) > at) ?? running[0];
  return next === undefined ? null : { lineageId: next.lineageId, index: 0 };
}

function nextOfDefault(program: Program, after: Spot | null): Spot | null {
  const count = program.default?.items.length ?? 0;
  if (count === 0) return null;
  return { lineageId: null, index: after?.lineageId === null ? (after.index + 1) % count : 0 };
}

export function itemAt(program: Program, { lineageId, index }: Spot): ProgramItem | undefined {
  const campaign = program.campaigns.find((one) => one.lineageId === lineageId);
  return (lineageId === null ? program.default?.items : campaign?.items)?.[index];
}

// What was running when it was last looked, by campaign, with what each of them plays.
export type Known = ReadonlyMap<string | null, string>;

export function knownAt(program: Program, now: number): Known {
  const running = runningAt(program, now);
  const contents = running.map(({ lineageId, items }) => [lineageId, contentOf(program, items)] as const);
  return new Map(running.length > 0 ? contents : [[null, contentOf(program, program.default?.items ?? [])]]);
}

// The files count, not their names: a picture that was replaced is new.
function contentOf({ media }: Program, items: readonly ProgramItem[]): string {
  const sources = new Map(media.map(({ id, sha256, url }) => [id, sha256 ?? url]));
  return JSON.stringify(items.map(({ mediaId, durationSeconds }) => [mediaId, durationSeconds, sources.get(mediaId)]));
}

type Seen = { readonly shown: Spot | null; readonly known: Known };

// Where to go at once: what has begun, or was published, is not kept waiting for its turn, and what has ended does not
// play on. Undefined: what is on stays on.
export function interruptAt(program: Program, now: number, { shown, known }: Seen): Spot | null | undefined {
  const current = knownAt(program, now);
  for (const [lineageId, content] of current) {
    if (known.get(lineageId) !== content) return firstSpot(program, lineageId);
  }
  if (shown === null || current.has(shown.lineageId)) return undefined;
  return nextSpot(program, now, shown);
}

const firstSpot = (program: Program, lineageId: string | null): Spot | null =>
  itemAt(program, { lineageId, index: 0 }) === undefined ? null : { lineageId, index: 0 };
