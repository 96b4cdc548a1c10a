// The load at its rate for its time, then the verdict.
import { isDeepStrictEqual } from 'node:util';
import { newCaller } from './caller.mjs';
import { requireEveryEndpoint, requireWithinLimits } from './check-mix.mjs';
import { drive } from './drive.mjs';
import { checkLimits, EXPECTED } from './limits.mjs';
import { startFollowers } from './followers.mjs';
import { acts } from './mix.mjs';
import { newRecord } from './record.mjs';
import { watchServer } from './watch.mjs';

export async function soak(site, { rate, seconds, merchants, followers }) {
  requireEveryEndpoint(acts);
  requireWithinLimits(acts, { rate, merchants, tokens: site.shops[0].secrets.length });
  const record = newRecord();
  const callers = site.shops.map((shop) => newCaller(site.client, site.base, shop, record.note));
  const stopFollowing = startFollowers({ base: site.base, shops: site.followed }, followers);
  const stopWatching = watchServer(site, seconds);
  const driven = drive({ acts, callers, record }, { rate, seconds });
  // While the others go on: one token over its limit must neither take from nor give to another.
  const limits = await checkLimits(site, site.shops[0]);
  const { seconds: tookSeconds } = await driven;
  const watched = await stopWatching();
  const followed = await stopFollowing();
  const answers = record.toJson();
  return {
    kind: 'soak',
    seconds: tookSeconds,
    rate,
    merchants,
    requestsPerSecond: answers.requests / tookSeconds,
    ...answers,
    ...watched,
    ...(followers > 0 && { followed }),
    limits,
    limitsExact: isDeepStrictEqual(limits, EXPECTED),
    isGood: answers.faults.length === 0 && followed.faults.length === 0 && isDeepStrictEqual(limits, EXPECTED),
  };
}
