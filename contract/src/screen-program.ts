import type { Static } from 'typebox';
import { Flight } from './campaign-content.js';
import { endpoint, screen, television } from './endpoint.js';
import { count, dateTime, dayText, exact, flag, listOf, nullable, oneOf, text, uuid } from './fields.js';
import { CODEC_CHARACTERS_MAX, DURATION_SECONDS_MAX, PIXELS_MAX } from './limits.js';
import { MediaType } from './media.js';
import { NO_CONTROLS, SHA256_HEX } from './patterns.js';
import {
  FAULTS_MAX,
  PLAYER_VERSION_CHARACTERS_MAX,
  PLAYS_BODY_BYTES_MAX,
  PLAYS_MAX,
  WAIT_SECONDS_MAX,
} from './screen-limits.js';
import { FAULT_KINDS, ORIENTATIONS } from './screen-words.js';
import { Type } from './type.js';

// What a browser reaches that is to become a screen, or is one.
const secret = text(
  'It makes the browser a screen once somebody has typed the code in the console. Kept by the browser alone.',
);
const code = text('Six characters, for somebody to type in the console.');
const expiresAt = dateTime('When the code ends.');

export const NewPairing = exact('A browser that wants to be a screen.', { code, secret, expiresAt });
export type NewPairing = Static<typeof NewPairing>;

export const Pairing = Type.Union(
  [
    exact('Nobody has typed the code yet.', { state: Type.Literal('waiting'), code, expiresAt }),
    exact('The secret is the key of a screen by now.', {
      state: Type.Literal('paired'),
      isDemo: flag('Whether it is a screen of the demo, whose key may come by a link.'),
    }),
  ],
  { description: 'How far the pairing is.' },
);
export type Pairing = Static<typeof Pairing>;

const WaitQuery = exact('How long to wait.', {
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'For so many seconds the answer waits for something new; left out, it does not.',
    }),
  ),
});
export type WaitQuery = Static<typeof WaitQuery>;

const ProgramItem = exact('One entry of what is played.', {
  mediaId: uuid('The media item; it is in `media`.'),
  durationSeconds: Type.Number({ description: 'Seconds played.' }),
});

const ProgramMedia = exact('A media item of the program.', {
  id: uuid('The media item.'),
  name: text('Its name.'),
  type: MediaType,
  mimeType: nullable(Type.String(), 'Null for a web page.'),
  sha256: nullable(Type.String({ pattern: SHA256_HEX }), 'Of the file; null for a web page.'),
  sizeBytes: nullable(count('Bytes.'), 'Of the file; null for a web page.'),
  width: nullable(Type.Integer(), 'Pixels, where they are known.'),
  height: nullable(Type.Integer(), 'Pixels, where they are known.'),
  url: text('A signed URL of the file that works for 15 minutes, or the address of the web page.'),
});

export const Program = exact('What a screen plays, for the next days.', {
  version: text('Of all of it but `url` and `playsBatch`; it is the ETag.'),
  screen: exact('The screen.', {
    id: uuid('The screen.'),
    name: text('What people call it.'),
    orientation: oneOf(ORIENTATIONS, 'How it hangs.'),
    timeZone: text('The zone that flights are read in.'),
  }),
  merchant: exact('Whose it is.', { name: text('The name of the merchant.') }),
  playsBatch: count('The last batch of plays that was taken; the next one is one more.'),
  campaigns: listOf(
    exact('A campaign.', {
      lineageId: uuid('The campaign.'),
      name: text('Its name.'),
      flight: exact('From when until when, in the zone of the screen.', Flight.properties),
      items: listOf(ProgramItem, 'In play order; never empty.'),
    }),
    'What runs or starts within seven days, in the order in which they take turns: by name.',
  ),
  default: nullable(
    exact('What is played when nothing runs.', { items: listOf(ProgramItem, 'In play order; never empty.') }),
    'Null where the merchant has chosen nothing.',
  ),
  media: listOf(ProgramMedia, 'Everything that the items name, each once.'),
});
export type Program = Static<typeof Program>;

const shortText = (max: number, description: string) =>
  Type.String({ maxLength: max, pattern: NO_CONTROLS, description });

const pixels = Type.Integer({ minimum: 0, maximum: PIXELS_MAX, description: 'Pixels.' });

export const Beat = exact('How a screen is; sent once a minute and when something changes.', {
  programVersion: nullable(shortText(100, 'A version.'), 'Of the program that it plays; null before the first.'),
  lineageId: nullable(uuid('A campaign.'), 'What is on; null for default content and for nothing.'),
  mediaId: nullable(uuid('A media item.'), 'What is on; null for nothing.'),
  freeBytes: nullable(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes.' }),
    'Room on the device, where it is known.',
  ),
  storesFiles: flag('Whether it keeps files, so that it plays on without a network.'),
  playerVersion: shortText(PLAYER_VERSION_CHARACTERS_MAX, 'Of the page that runs there.'),
  width: pixels,
  height: pixels,
  faults: Type.Array(
    exact('Something that cannot be shown.', {
      mediaId: nullable(uuid('A media item.'), 'Null: it is not about one item.'),
      kind: oneOf(FAULT_KINDS, 'Why.'),
      codec: Type.Optional(shortText(CODEC_CHARACTERS_MAX, 'What the device cannot decode.')),
    }),
    { maxItems: FAULTS_MAX, description: 'All that there are now.' },
  ),
});
export type Beat = Static<typeof Beat>;

export const BeatAnswer = exact('What the screen is to know.', {
  playerVersion: nullable(
    Type.String(),
    'Of the page that is served now: a screen with another one reloads itself. Null: none is served.',
  ),
});
export type BeatAnswer = Static<typeof BeatAnswer>;

const batch = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'One more than the batch before. Sent again, it is answered the same and counted once.',
});

export const PlaysRequest = exact('What was played since the last batch.', {
  batch,
  plays: Type.Array(
    exact('One item of one campaign on one day.', {
      day: dayText("The day, by the screen's own zone."),
      lineageId: nullable(uuid('A campaign.'), 'Null for default content.'),
      mediaId: uuid('The media item.'),
      plays: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How often.' }),
      seconds: Type.Number({ minimum: 0, maximum: DURATION_SECONDS_MAX, description: 'For how long altogether.' }),
    }),
    { maxItems: PLAYS_MAX, description: 'Each at most once; what the merchant does not have is left out.' },
  ),
});
export type PlaysRequest = Static<typeof PlaysRequest>;

const PlaysAnswer = exact('The batch was taken.', { batch });

export const screenProgramEndpoints = {
  startPairing: endpoint('POST /pairings', television, {
    summary: 'Ask for a code that makes this browser a screen',
    response: NewPairing,
    errors: [403, 429],
  }),
  getPairing: endpoint('GET /pairing', television, {
    summary: 'Whether somebody has typed the code; with the secret as Bearer',
    query: WaitQuery,
    response: Pairing,
    errors: [404, 429],
  }),
  getProgram: endpoint('GET /program', screen, {
    summary: 'What the screen plays',
    query: WaitQuery,
    response: Program,
    versioned: true,
  }),
  sendBeat: endpoint('POST /beats', screen, {
    summary: 'Tell how the screen is',
    body: Beat,
    response: BeatAnswer,
  }),
  sendPlays: endpoint('POST /plays', screen, {
    summary: 'Tell what was played',
    body: PlaysRequest,
    bodyBytesMax: PLAYS_BODY_BYTES_MAX,
    response: PlaysAnswer,
  }),
};
