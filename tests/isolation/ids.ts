// The ids that a walk over every endpoint names, by what each is for.
import { exampleId } from '../harness/archive-fixture.js';

// Of each noun one that is read, and one for every call that uses it up.
const AT = {
  media: ['media', 0],
  mediaToDelete: ['media', 57],
  mediaToDeleteToo: ['media', 56],
  mediaToRestore: ['media', 58],
  mediaToPurge: ['media', 59],
  mediaToReplace: ['media', 56],
  mediaToPicture: ['media', 55],
  mediaToMake: ['media', 901],
  awaiting: ['media', 800],
  awaitingConsole: ['media', 801],
  stored: ['media', 802],
  uploadInParts: ['media', 803],
  playlist: ['playlist', 0],
  playlistToDelete: ['playlist', 1],
  playlistToMake: ['playlist', 901],
  running: ['campaign', 0],
  ended: ['campaign', 2],
  draft: ['campaign', 3],
  edited: ['campaign', 5],
  editedToo: ['campaign', 13],
  archived: ['campaign', 7],
  campaignToMake: ['campaign', 901],
  campaignToCopy: ['campaign', 951],
  tag: ['tag', 0],
  tagToRename: ['tag', 3],
  tagToMerge: ['tag', 4],
  tagToDelete: ['tag', 2],
  tagToRestore: ['tag', 800],
  token: ['token', 0],
  tokenToRevoke: ['token', 1],
  tokenToRotate: ['token', 2],
  aiKey: ['key', 0],
  aiKeyToRotate: ['key', 1],
  aiKeyToStop: ['key', 2],
  screen: ['screen', 0],
  screenToPair: ['screen', 1],
  screenToRemove: ['screen', 2],
  screenToMake: ['screen', 901],
  webhook: ['webhook', 0],
  webhookToDelete: ['webhook', 1],
  delivery: ['delivery', 0],
  invitation: ['invitation', 0],
  passkey: ['passkey', 0],
  passkeyToRemove: ['passkey', 1],
} as const;

export type Ids = Readonly<Record<keyof typeof AT | 'person' | 'personToRemove' | 'session' | 'merchant', string>>;

// Ids that every merchant of the walls has, but for its people and itself, which are its own.
export const sharedIds = (own: Pick<Ids, 'person' | 'personToRemove' | 'session' | 'merchant'>): Ids => ({
  ...fill(([noun, at]) => exampleId(noun, at)),
  ...own,
});

// Ids that only merchant B has, and ids in the same places that nobody has.
export const onlyBIds = (own: Pick<Ids, 'person' | 'personToRemove' | 'session' | 'merchant'>): Ids => ({
  ...away(900),
  ...own,
});
export const nobodysIds = (): Ids => {
  const [person, merchant] = [exampleId('person', 990), exampleId('merchant', 990)];
  const session = exampleId('session', 990);
  return { ...away(990), person, personToRemove: person, session, merchant };
};

// What is made is another one than what is asked for: making it would end its being foreign.
const away = (base: number) => fill(([noun, at]) => exampleId(noun, base + (MADE.get(at) ?? 0)));

const MADE: ReadonlyMap<number, number> = new Map([
  [901, 2],
  [951, 3],
]);

type Place = (typeof AT)[keyof typeof AT];

function fill(idOf: (place: Place) => string): Record<keyof typeof AT, string> {
  return parseFilled(Object.fromEntries(Object.entries(AT).map(([name, place]) => [name, idOf(place)])));
}

const parseFilled = (filled: object): Record<keyof typeof AT, string> => filled as Record<keyof typeof AT, string>;
