import type { TracesConfig } from '../config.js';
import type { Tracer } from '../http/trace-context.js';

type Sampler = Tracer['samples'];

// Of each trace it is known by its id alone whether it is kept, so that every service decides alike.
export function toSampler({ sampler, ratio }: Pick<TracesConfig, 'sampler' | 'ratio'>): Sampler {
  const roots: Sampler = (traceId) => isChosen(traceId, ratioOf(sampler, ratio));
  // Else callers do not decide: whoever can send requests could have each of them kept.
  if (!sampler.startsWith('parentbased_')) return roots;
  return (traceId, parent) => parent?.isSampled ?? roots(traceId, parent);
}

function ratioOf(sampler: TracesConfig['sampler'], ratio: number): number {
  if (sampler.endsWith('traceidratio')) return ratio;
  return sampler.endsWith('always_on') ? 1 : 0;
}

// By the last 56 bits, which are random (Trace Context, level 2); as many of them as a number holds.
const FIRST_DIGIT = 18;
const DIGITS = 13;
const ALL = 2 ** (4 * DIGITS);

const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(FIRST_DIGIT, FIRST_DIGIT + DIGITS), 16) >= (1 - ratio) * ALL;
