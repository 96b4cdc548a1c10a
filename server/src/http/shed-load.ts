import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../log.js';
import { BUSY } from './error-response.js';
import { JSON_TYPE } from './exchange.js';
import { respond } from './respond.js';

type Deps = {
  readonly log: Pick<Log, 'warn'>;
  // How many statements wait for a connection to the database.
  readonly waiting: () => number;
  // How many requests wait for something to change: they cost nothing meanwhile.
  readonly idle?: () => number;
};

export type LoadGuard = {
  readonly around: (handle: RequestListener) => RequestListener;
  readonly refused: () => number;
  readonly stop: () => void;
};

const WINDOW_MS = 1_000;
// Under overload as many requests are under way as were answered in this time.
const ANSWER_MS_MAX = 500;
// As many always, ten for each of the pool's connections: a machine that stands still for a second is not overloaded.
const UNDER_WAY_MIN = 100;

// A burst waits for the database, and is answered. But where statements have waited without a pause for a whole window,
// more comes in than goes out: every further request would only make all answers later, until callers give up on answers
// that still cost their whole price. Then what could not be answered soon is refused before any work, even
// a look at its path: ten times too many refusals must leave time for answers. Requests that wait for something else, such as a
// slow store, are no overload. Health and metrics are always answered.
export function shedLoad({ log, waiting, idle = () => 0 }: Deps): LoadGuard {
  const queue = watchQueue(waiting);
  let underWay = 0;
  let underWayMax = Infinity;
  let refused = 0;
  let told = 0;
  const tick = (): void => {
    if (refused > told) log.warn({ refused: refused - told, underWay }, 'overloaded: requests were refused');
    told = refused;
    const { isStanding, answeredPerMs } = queue.endWindow();
    underWayMax = isStanding ? Math.max(UNDER_WAY_MIN, answeredPerMs * ANSWER_MS_MAX) : Infinity;
  };
  const timer = setInterval(tick, WINDOW_MS).unref();
  const around =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      queue.look();
      if (underWay - idle() >= underWayMax && request.url?.startsWith('/api/') === true) {
        refused += 1;
        return refuse(request, response);
      }
      underWay += 1;
      // Not when it is answered: a caller who hangs up gets no answer.
      response.on('close', () => {
        underWay -= 1;
        queue.noteAnswer();
      });
      handle(request, response);
    };
  return { around, refused: () => refused, stop: () => clearInterval(timer) };
}

const BODY = JSON.stringify(BUSY.body);

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const headers = {
    ...BUSY.headers,
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
  };
  respond(request, response, { status: BUSY.status, headers, body: BODY });
}

// What happened in one window: whether there was ever a moment without a statement that waits, and how much was answered.
function watchQueue(waiting: () => number) {
  let startedAt = performance.now();
  let shortest = 0;
  let answered = 0;
  const look = (): void => void (shortest = Math.min(shortest, waiting()));
  return {
    look,
    noteAnswer(): void {
      answered += 1;
      look();
    },
    endWindow() {
      const now = performance.now();
      const seen = { isStanding: shortest > 0, answeredPerMs: answered / (now - startedAt) };
      startedAt = now;
      answered = 0;
      shortest = waiting();
      return seen;
    },
  };
}
