import { CursorExpiredError } from './errors.js';
import type { ChangePage } from './generated/types.js';
import type { CallOptions, Transport } from './transport.js';

/** Something that happened; its `type` says what, its `data` to what. */
export type Change = ChangePage['items'][number];

export type ChangesOptions = Pick<CallOptions, 'signal'> & {
  /** Where to go on, or `oldest` for everything that is kept; from now on unless told. */
  readonly cursor?: string | undefined;
  /**
   * Called when the cursor has expired, with a new one that was taken just before. Read the lists again in it: the loop then
   * continues from the new cursor. Without it the loop throws a `CursorExpiredError`.
   */
  readonly onExpired?: ((cursor: string) => void | Promise<void>) | undefined;
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
  const { signal, onExpired } = options;
  let cursor = options.cursor;
  const ask = (call: Transport, wait: number): Promise<ChangePage> =>
    call({
      method: 'GET',
      path: '/changes',
      query: { cursor, wait, limit: ITEMS_AT_ONCE },
      signal,
      timeoutMs: timeoutMs + wait * 1000,
    });
  const askNext = async (): Promise<ChangePage> => {
    try {
      // Without a cursor the first request must not wait: its answer is the first cursor.
      return await ask(patient, cursor === undefined ? 0 : WAIT_SECONDS);
    } catch (error) {
      if (!(error instanceof CursorExpiredError) || onExpired === undefined) throw error;
      // The new cursor comes before the lists are read, so that no change in between is missed.
      const page = await patient<ChangePage>({
        method: 'GET',
        path: '/changes',
        query: { wait: 0, limit: ITEMS_AT_ONCE },
        signal,
      });
      await onExpired(page.nextCursor);
      return page;
    }
  };
  return {
    page: () => ask(once, 0),
    get cursor() {
      return cursor;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const page = await askNext();
        yield* page.items;
        cursor = page.nextCursor;
      }
    },
  };
}
