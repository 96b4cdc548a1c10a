import type { ChangePage } from './generated/types.js';
import type { CallOptions, Transport } from './transport.js';

/** Something that happened; its `type` says what, its `data` to what. */
export type Change = ChangePage['items'][number];

export type ChangesOptions = Pick<CallOptions, 'signal'> & {
  /** Where to go on, or `oldest` for everything that is kept; from now on unless told. */
  readonly cursor?: string | undefined;
};

/** `for await` gives every change, for ever. */
export type Changes = AsyncIterable<Change> & {
  /** One answer, without waiting. Of a new one, `nextCursor` is the place of now. */
  readonly page: () => Promise<ChangePage>;
  /** To be kept for after a restart: what comes behind it was not handed out, or not done with yet. */
  readonly cursor: string | undefined;
};

const WAIT_SECONDS = 25;
const ITEMS_AT_ONCE = 200;

/** `page` goes as any call does. What follows does not give up: a restart, or a minute whose budget is spent, is waited for. */
export type FeedTransports = { readonly once: Transport; readonly patient: Transport; readonly timeoutMs: number };

export function followChanges({ once, patient, timeoutMs }: FeedTransports, options: ChangesOptions = {}): Changes {
  const { signal } = options;
  let cursor = options.cursor;
  const ask = (call: Transport, wait: number): Promise<ChangePage> =>
    call({
      method: 'GET',
      path: '/changes',
      query: { cursor, wait, limit: ITEMS_AT_ONCE },
      signal,
      timeoutMs: timeoutMs + wait * 1000,
    });
  return {
    page: () => ask(once, 0),
    get cursor() {
      return cursor;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        // Without a place there is none to keep while it waits: the first answer gives one.
        const page: ChangePage = await ask(patient, cursor === undefined ? 0 : WAIT_SECONDS);
        yield* page.items;
        cursor = page.nextCursor;
      }
    },
  };
}
