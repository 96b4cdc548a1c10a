import fc from 'fast-check';
import { CAMPAIGNS, FILE_BYTES, MEDIA, PLAYLISTS, TAGS } from './model.js';

// What clients do, in numbers: each shrinks towards the first of its kind.
export type Operation =
  | {
      readonly kind: 'upload';
      readonly media: number;
      readonly file: number;
      readonly hasThumbnail: boolean;
      // How far the client goes.
      readonly until: 'ticket' | 'file' | 'finalized';
    }
  | { readonly kind: 'finalize' | 'delete media' | 'restore media' | 'purge media'; readonly media: number }
  // `token` picks one of those that were issued; null is the one that the merchant began with.
  | { readonly kind: 'tag'; readonly media: number; readonly tags: readonly number[]; readonly token: number | null }
  | {
      readonly kind: 'change tags';
      readonly media: number;
      readonly add: readonly number[];
      readonly remove: readonly number[];
    }
  | {
      readonly kind: 'create playlist' | 'edit playlist';
      readonly playlist: number;
      readonly items: readonly number[];
    }
  | { readonly kind: 'delete playlist'; readonly playlist: number }
  | { readonly kind: 'create campaign'; readonly campaign: number; readonly playlist: number }
  | { readonly kind: 'edit campaign'; readonly campaign: number; readonly playlist: number | null }
  | { readonly kind: 'publish'; readonly campaign: number }
  | { readonly kind: 'withdraw'; readonly campaign: number }
  | { readonly kind: 'delete campaign'; readonly campaign: number }
  | { readonly kind: 'issue token' }
  | { readonly kind: 'revoke token' | 'rotate token' | 'use token'; readonly token: number };

// What is killed so many milliseconds after a batch was sent: all as in a power cut, or the server beside its database.
export type Kill = { readonly afterMs: number; readonly what: 'everything' | 'server' };

// What is sent at once, and whether it is cut off; or a day that passes.
export type Batch =
  | { readonly kind: 'batch'; readonly operations: readonly Operation[]; readonly kill: Kill | null }
  | { readonly kind: 'night' };

export type Scenario = readonly Batch[];

export type Shape = { readonly batchesMax: number; readonly hasNights: boolean; readonly hasKills: boolean };

const AT_ONCE_MAX = 4;
const KILL_AFTER_MS_MAX = 12;

// The first ones more often, so that clients meet.
const media = fc.constantFrom(0, 1, ...MEDIA);
const playlist = fc.constantFrom(...PLAYLISTS);
const campaign = fc.constantFrom(...CAMPAIGNS);
const token = fc.nat(3);
const items = fc.array(media, { maxLength: 3 });
const tags = (minLength: number) => fc.uniqueArray(fc.nat(TAGS.length - 1), { minLength, maxLength: 3 });

const upload: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constant('upload' as const),
  media,
  file: fc.nat(FILE_BYTES.length - 1),
  hasThumbnail: fc.boolean(),
  until: fc.constantFrom('finalized' as const, 'finalized' as const, 'file' as const, 'ticket' as const),
});

const one = <Kind extends string, Rest>(kind: Kind, rest: { [key in keyof Rest]: fc.Arbitrary<Rest[key]> }) =>
  fc.record<Rest>(rest).map((numbers) => ({ kind, ...numbers }));

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: upload },
  { weight: 3, arbitrary: one('finalize', { media }) },
  { weight: 3, arbitrary: one('delete media', { media }) },
  { weight: 2, arbitrary: one('restore media', { media }) },
  { weight: 3, arbitrary: one('purge media', { media }) },
  { weight: 4, arbitrary: one('tag', { media, tags: tags(1), token: fc.option(token) }) },
  { weight: 2, arbitrary: one('change tags', { media, add: tags(0), remove: tags(0) }) },
  { weight: 3, arbitrary: one('create playlist', { playlist, items }) },
  { weight: 4, arbitrary: one('edit playlist', { playlist, items }) },
  { weight: 1, arbitrary: one('delete playlist', { playlist }) },
  { weight: 3, arbitrary: one('create campaign', { campaign, playlist }) },
  { weight: 2, arbitrary: one('edit campaign', { campaign, playlist: fc.option(playlist) }) },
  { weight: 5, arbitrary: one('publish', { campaign }) },
  { weight: 2, arbitrary: one('withdraw', { campaign }) },
  { weight: 1, arbitrary: one('delete campaign', { campaign }) },
  { weight: 2, arbitrary: one('issue token', {}) },
  { weight: 1, arbitrary: one('revoke token', { token }) },
  { weight: 1, arbitrary: one('rotate token', { token }) },
  { weight: 1, arbitrary: one('use token', { token }) },
);

export function anyScenario({ batchesMax, hasNights, hasKills }: Shape): fc.Arbitrary<Scenario> {
  const what = fc.constantFrom('everything' as const, 'server' as const);
  const anyKill = fc.record({ afterMs: fc.nat(KILL_AFTER_MS_MAX), what });
  const kill = hasKills
    ? fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyKill })
    : fc.constant(null);
  const batch: fc.Arbitrary<Batch> = fc.record({
    kind: fc.constant('batch' as const),
    operations: fc.array(operation, { minLength: 1, maxLength: AT_ONCE_MAX, size: 'max' }),
    kill,
  });
  const night: fc.Arbitrary<Batch> = fc.constant({ kind: 'night' as const });
  const any = hasNights ? fc.oneof({ weight: 12, arbitrary: batch }, { weight: 1, arbitrary: night }) : batch;
  return fc.array(any, { minLength: 1, maxLength: batchesMax, size: 'max' });
}

const batch = (...operations: readonly Operation[]): Batch => ({ kind: 'batch', operations, kill: null });
const uploaded = { kind: 'upload', hasThumbnail: true, until: 'finalized' } as const;

// What every merchant has before its scenario, so that clients find something to do.
export const OPENING: Scenario = [
  batch({ ...uploaded, media: 0, file: 0 }, { ...uploaded, media: 1, file: 1 }, { kind: 'issue token' }),
  batch({ kind: 'create playlist', playlist: 0, items: [0, 1] }),
  batch({ kind: 'create campaign', campaign: 0, playlist: 0 }),
];
