// Two merchants that share ids, checksums, tag names and moments, and whose texts carry the mark of their owner.
import { createHash } from 'node:crypto';
import { aCampaign, anImage, aPlaylist, aVersion } from '../harness/content.js';
import { exampleArchive, exampleId, EXAMPLE_PASSWORD } from '../harness/archive-fixture.js';

export const MARKS = { A: 'xAlpha', B: 'xBravo' } as const;
export type Side = keyof typeof MARKS;

const SIZE = { media: 60, campaigns: 16 };
const TOKENS = 4;
// Tags whose names are the same at both; the rest are marked.
const SHARED_TAGS = 3;

// What only B has: 900 is asked for at A, 901 and 902 are made at A, too.
export const ONLY_B = [900, 901, 902] as const;
export const foreignIdsMade = (): string[] =>
  [901, 902].flatMap((at) => (['media', 'playlist', 'campaign', 'screen'] as const).map((noun) => exampleId(noun, at)));

export const emailOf = (side: Side, who: string): string => `${who}-${MARKS[side].toLowerCase()}@example.com`;
export const BOTH_EMAIL = 'both@example.com';
export const merchantIdOf = (side: Side): string => exampleId('merchant', side === 'A' ? 1 : 2);
export const secretOf = (side: Side, at = 0): string =>
  `vitrine_${createHash('sha256').update(`wall ${side} ${at}`).digest('base64url')}`;

export function markedArchive(side: Side): Record<string, unknown> {
  const { merchant, tags, media, playlists, campaigns, tokens, format } = exampleArchive(SIZE);
  const extra = side === 'B' ? onlyB() : { tags: [], media: [], playlists: [], campaigns: [] };
  return {
    format,
    merchant: marked(side, { ...merchant, id: merchantIdOf(side) }),
    people: peopleOf(side),
    tokens: tokensOf(side, tokens[0]),
    tags: [...tags.map((tag, at) => (at < SHARED_TAGS ? tag : marked(side, tag))), ...extra.tags],
    media: marked(side, [...media.map((item) => ({ ...item, ...trashed(item.id) })), ...extra.media]),
    playlists: marked(side, [...playlists, ...extra.playlists]),
    campaigns: marked(side, [...campaigns, ...extra.campaigns]),
    deletedTags: marked(side, [DELETED_TAG]),
  };
}

// The last two are in the trash.
const TRASHED = [58, 59].map((at) => exampleId('media', at));
const trashed = (id: string) => (TRASHED.includes(id) ? { trashedAt: '2026-06-14T09:00:00.000Z' } : {});

const DELETED_TAG = {
  id: exampleId('tag', 800),
  name: 'Deleted',
  trashedAt: '2026-06-14T09:00:00.000Z',
  places: [{ kind: 'media', id: exampleId('media', 0) }],
};

const onlyB = () => ({
  tags: [{ id: exampleId('tag', 900), name: `Only ${MARKS.B}` }],
  media: ONLY_B.map((at) => anImage({ id: exampleId('media', at), name: `Only ${at}` })),
  playlists: ONLY_B.map((at) => aPlaylist({ id: exampleId('playlist', at), name: `Only ${at}` })),
  campaigns: ONLY_B.map((at) =>
    aCampaign({ lineageId: exampleId('campaign', at), name: `Only ${at}`, versions: [aVersion()] }),
  ),
});

function peopleOf(side: Side): object[] {
  const person = (who: string, role: string) => ({
    email: emailOf(side, who),
    name: `${who} ${MARKS[side]}`,
    role,
    password: EXAMPLE_PASSWORD,
  });
  // One who belongs to both, under one name.
  const both = { email: BOTH_EMAIL, name: 'Bo Both', role: 'owner' };
  return [person('owner', 'owner'), person('staff', 'staff'), person('leaving', 'staff'), both];
}

const tokensOf = (side: Side, like: object | undefined): object[] =>
  [...Array(TOKENS).keys(), ...(side === 'B' ? [900] : [])].map((at) => ({
    ...like,
    id: exampleId('token', at),
    name: `Token ${at} ${MARKS[side]}`,
    secret: secretOf(side, at),
  }));

const MARKED = new Set(['name', 'description', 'fileName', 'url']);

// The same value with the mark in every text that a person wrote.
function marked<Value>(side: Side, value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      MARKED.has(key) && typeof inner === 'string' ? `${inner} ${MARKS[side]}`.replace(/^(http\S+) /, '$1#') : inner,
    ),
  );
}
