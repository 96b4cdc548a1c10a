import { isWrite, type Tool } from '@vitrine/contract/tool';
import { rateLimited, type ApiError } from '../errors.js';
import { minuteOf, secondsToNextMinute } from '../identity/count-request.js';
import type { AiKeyPrincipal } from '../principal.js';
import type { AssistantDeps } from './tool-call.js';

// More than a minute allows. A model that is told so in words waits; a program that does not is refused.
export type Over = { readonly limit: number; readonly kind: 'read' | 'write'; readonly seconds: number };

// Counts a message; what calls no tool is a read.
export async function passAiBudget(
  { counter, clock, assistantLimits }: Pick<AssistantDeps, 'counter' | 'clock' | 'assistantLimits'>,
  principal: AiKeyPrincipal,
  row: Tool | undefined,
): Promise<Over | undefined> {
  const kind = row !== undefined && isWrite(row) ? 'write' : 'read';
  const limit = kind === 'write' ? assistantLimits.writesPerMinute : assistantLimits.readsPerMinute;
  const now = clock.now();
  const calls = await counter.countKey(principal, kind, minuteOf(now));
  if (calls <= limit) return undefined;
  const over = { limit, kind, seconds: secondsToNextMinute(now) } as const;
  if (calls <= 2 * limit) return over;
  throw rateLimited(overWords(over), over.seconds);
}

// What a file that comes within its message would be refused with: asked before it is read, and not counted.
export async function findBeyond(
  { counter, clock, assistantLimits }: Pick<AssistantDeps, 'counter' | 'clock' | 'assistantLimits'>,
  principal: AiKeyPrincipal,
): Promise<ApiError | undefined> {
  const limit = assistantLimits.writesPerMinute;
  const now = clock.now();
  if ((await counter.peekKey(principal, 'write', minuteOf(now))) < 2 * limit) return undefined;
  const seconds = secondsToNextMinute(now);
  return rateLimited(overWords({ limit, kind: 'write', seconds }), seconds);
}

export const overWords = ({ limit, kind, seconds }: Over): string =>
  `More than ${limit} ${kind === 'read' ? 'calls that read' : 'calls that change something'} in this minute. Wait ${seconds} s, then try again.`;
