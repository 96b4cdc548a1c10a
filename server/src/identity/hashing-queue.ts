import { ApiError, rateLimited } from '../errors.js';
import { networksOf } from '../ip-address.js';

// A hash takes one of libuv's four threads, and the store reads its files with the same four.
const RUNNING_MAX = 2;
const STRANGERS_RUNNING_MAX = 1;
// Half a second of work. Tell further callers so at once instead of keeping them waiting.
const TRUSTED_WAITING_MAX = 4;
const STRANGERS_WAITING_MAX = 12;
const WAITING_PER_NETWORK_MAX = 2;
const RETRY_AFTER_SECONDS = 2;

/** A trusted caller has a known browser, a session, or a link of ours. A stranger has only an address. */
export type HashingCaller = { readonly kind: 'trusted' } | { readonly kind: 'stranger'; readonly address: string };

export class QueueFullError extends ApiError {
  constructor() {
    const { error, message, code, headers } = rateLimited(
      'Too many people sign in at this moment. Try again in a few seconds.',
      RETRY_AFTER_SECONDS,
    );
    super(error, message, code, headers);
  }
}

// `network` is undefined for a trusted caller.
type Job = { readonly network: string | undefined; readonly start: () => void };

/**
 * Limits concurrent hashes. Trusted callers have waiting places and a worker that strangers cannot take, so a flood of
 * sign-ins does not keep them out. A network that sends many requests holds only a few of the strangers' places.
 */
export function createHashingQueue() {
  const running: Job[] = [];
  const waiting: Job[] = [];

  const hasWorker = ({ network }: Job): boolean =>
    running.length < RUNNING_MAX &&
    (network === undefined || running.filter(isStranger).length < STRANGERS_RUNNING_MAX);

  const hasPlace = ({ network }: Job): boolean => {
    const strangers = waiting.filter(isStranger);
    if (network === undefined) return waiting.length - strangers.length < TRUSTED_WAITING_MAX;
    const neighbors = strangers.filter((job) => job.network === network);
    return strangers.length < STRANGERS_WAITING_MAX && neighbors.length < WAITING_PER_NETWORK_MAX;
  };

  const enter = (network: string | undefined): Promise<Job> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        running.push(job);
        resolve(job);
      };
      const job = { network, start };
      if (hasWorker(job)) start();
      else if (hasPlace(job)) waiting.push(job);
      else reject(new QueueFullError());
    });

  const leave = (job: Job): void => {
    running.splice(running.indexOf(job), 1);
    const next = waiting.find(hasWorker);
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.start();
  };

  return async <Result>(caller: HashingCaller, work: () => Promise<Result>): Promise<Result> => {
    const job = await enter(networkOf(caller));
    return work().finally(() => leave(job));
  };
}

const isStranger = ({ network }: Job): boolean => network !== undefined;

// A /56 is usually one customer, who can send from any of its 256 /64 networks.
function networkOf(caller: HashingCaller): string | undefined {
  if (caller.kind === 'trusted') return undefined;
  const [narrowest, wider = narrowest] = networksOf(caller.address);
  return wider.name;
}
