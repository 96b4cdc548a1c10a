import { SCREENS_MAX } from '@vitrine/contract/screen-limits';
import type { ScreenState } from '@vitrine/contract/screen-words';
import type { Screen, ScreenList } from '@vitrine/contract/screens';

// What a screen told, in words for whoever stands in front of it. The kind may be one of a newer release.
type Fault = Omit<Screen['faults'][number], 'kind'> & { readonly kind: string };

export type FaultLine = {
  readonly words: string;
  // What it is about, each once; nothing where it is the screen itself.
  readonly media: readonly { readonly id: string; readonly name: string }[];
};

// One line for each kind of fault, whatever number of files it is about.
export function faultLines(faults: readonly Fault[]): FaultLine[] {
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  return kinds.map((kind) =>
    toLine(
      kind,
      faults.filter((fault) => fault.kind === kind),
    ),
  );
}

function toLine(kind: string, faults: readonly Fault[]): FaultLine {
  const about = new Map(faults.flatMap((fault) => (fault.mediaId === null ? [] : [[fault.mediaId, fault] as const])));
  const codecs = [...new Set(faults.flatMap(({ codec }) => (codec === null ? [] : [codec.toUpperCase()])))];
  const { ofScreen, ofMedia } = WORDS[kind] ?? OTHER;
  const words = about.size === 0 ? ofScreen : ofMedia(about.size, about.size > 1);
  const media = [...about].flatMap(([id, { mediaName }]) => (mediaName === null ? [] : [{ id, name: mediaName }]));
  return { words: kind === 'cannot_play' && codecs.length > 0 ? `${words}: ${codecs.join(', ')}` : words, media };
}

type KindWords = { readonly ofScreen: string; readonly ofMedia: (count: number, isMany: boolean) => string };

const files = (count: number): string => `${numberWord(count)} ${count === 1 ? 'file' : 'files'}`;
const pages = (count: number): string => `${numberWord(count)} web ${count === 1 ? 'page' : 'pages'}`;

const OTHER: KindWords = {
  ofScreen: 'Something went wrong on this screen',
  ofMedia: (count) => `${numberWord(count)} ${count === 1 ? 'item' : 'items'} could not be shown`,
};

const WORDS: Readonly<Record<string, KindWords>> = {
  cannot_play: {
    ofScreen: 'Some files cannot be played here',
    ofMedia: (count) => `${files(count)} cannot be played here`,
  },
  not_found: {
    ofScreen: 'Some files could not be fetched',
    ofMedia: (count) => `${files(count)} could not be fetched`,
  },
  no_answer: {
    ofScreen: 'A web page does not answer',
    ofMedia: (count, isMany) => `${pages(count)} ${isMany ? 'do' : 'does'} not answer`,
  },
  wrong_bytes: {
    ofScreen: 'Some files arrived damaged',
    ofMedia: (count, isMany) => `${files(count)} arrived damaged, and ${isMany ? 'are' : 'is'} fetched again`,
  },
  no_room: {
    ofScreen: 'There is not enough room on this screen',
    ofMedia: (count) => `There is not enough room on this screen for ${files(count).toLowerCase()}`,
  },
  framing_refused: {
    ofScreen: 'A web page does not let itself be shown on screens',
    ofMedia: (count, isMany) =>
      `${pages(count)} ${isMany ? 'do not let themselves' : 'does not let itself'} be shown on screens`,
  },
  time_zone: {
    ofScreen: 'This screen does not know its time zone, and goes by its own clock',
    ofMedia: OTHER.ofMedia,
  },
  clock: {
    ofScreen: "This device's clock is wrong. Set its date and time",
    ofMedia: OTHER.ofMedia,
  },
};

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

const numberWord = (count: number): string => NUMBERS[count] ?? count.toLocaleString();

const STATES = {
  on: { tone: 'good', label: 'On' },
  off: { tone: 'bad', label: 'Off' },
  new: { tone: 'waiting', label: 'New' },
} as const satisfies Record<ScreenState, object>;

// After an import, or before its first device: no browser has its key.
const NOT_PAIRED = { tone: 'warning', label: 'Not paired' } as const;

export const stateOf = ({ state, pairedAt }: Pick<Screen, 'state' | 'pairedAt'>) =>
  pairedAt === null ? NOT_PAIRED : STATES[state];

// "1920 × 1080"
export const sizeWords = ({ width, height }: Pick<Screen, 'width' | 'height'>): string | undefined =>
  width === null || height === null ? undefined : `${width} × ${height}`;

// A screen that says that it is wider than high and was given as portrait, or the other way round, was turned or misjudged.
export function isTurned(screen: Pick<Screen, 'width' | 'height' | 'orientation'>): boolean {
  const { width, height, orientation } = screen;
  if (width === null || height === null || width === height) return false;
  return height > width !== (orientation === 'portrait');
}

// How many there may be, once there are so many.
export function fullAt({ items, screensMax }: ScreenList): number | undefined {
  const most = Math.min(screensMax ?? SCREENS_MAX, SCREENS_MAX);
  return items.length >= most ? most : undefined;
}

export const fullWords = (most: number): string =>
  `There is room for ${most === 1 ? 'one screen' : `${most} screens`}. Remove one, or ask for a larger plan.`;
