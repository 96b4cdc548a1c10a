// A new endpoint for integrations is in the mix, or the soak does not start; of the console's, what people do all day.
import { endpoints } from '@vitrine/contract/endpoints';
import { READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';

export function requireEveryEndpoint(acts, table = endpoints) {
  const called = new Set(acts.flatMap(({ calls }) => calls));
  const missing = Object.keys(table).filter((name) => table[name].access.by === 'token' && !called.has(name));
  if (missing.length > 0) throw new Error(`The mix of the soak (bench/soak/mix.mjs) lacks ${missing.join(', ')}.`);
}

// A token that took more than this share of its minute might meet its limit by chance.
const SHARE_MAX = 0.7;

export function requireWithinLimits(acts, { rate, merchants, tokens }) {
  const round = callsOf(acts);
  const perMinute = (method) =>
    (round.filter((name) => endpoints[name]?.access.by === 'token' && endpoints[name].method === method).length /
      round.length) *
    rate *
    60;
  const need = Math.max(perMinute('GET') / READS_PER_MINUTE_MAX, perMinute('POST') / WRITES_PER_MINUTE_MAX);
  const merchantsMin = Math.ceil(need / SHARE_MAX / tokens);
  if (merchants >= merchantsMin) return;
  throw new Error(
    `${rate} requests a second are more than the limits of ${merchants} merchants allow: at least ${merchantsMin} are needed.`,
  );
}

const callsOf = (acts) => acts.flatMap(({ weight, calls }) => Array.from({ length: weight }, () => calls).flat());
