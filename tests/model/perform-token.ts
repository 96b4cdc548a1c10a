import type { Thread } from './explain.js';
import type { Operation } from './operations.js';
import type { Act, Answered, Stage } from './stage.js';
import { answer, unless, type Step } from './step.js';
import { gateStep, issueStep, nameOfToken, revokeStep, rotateStep } from './token-steps.js';
import { wordOf } from './wording.js';

type TokenOperation = Operation & { readonly kind: `${'issue' | 'revoke' | 'rotate' | 'use'} token` };

export async function performToken({ stage, by }: Act, operation: TokenOperation): Promise<Thread> {
  if (operation.kind === 'issue token') {
    const order = { name: nameOfToken(by), scopes: ['tags:write', 'tags:read'], days: 30 };
    return kept({ stage, by }, stage.console('POST', '/tokens', order), issueStep(by));
  }
  const { slot, secret, id } = pickToken(stage, operation.token);
  if (operation.kind === 'use token' || slot === 0) return use(stage, slot, secret);
  if (operation.kind === 'revoke token') {
    return [{ step: revokeStep(slot), seen: wordOf(await stage.console('POST', `/tokens/${id}/revoke`, {})) }];
  }
  return kept({ stage, by }, stage.console('POST', `/tokens/${id}/rotate`, { overlapHours: 24 }), rotateStep(by, slot));
}

// One of those that were issued and whose value arrived; the merchant's first where there is none.
export function pickToken(stage: Stage, pick: number | null) {
  const known = [...stage.tokens.entries()];
  const [slot, token] = known[(pick ?? 0) % Math.max(1, known.length)] ?? [];
  if (pick === null || slot === undefined || token === undefined) return { slot: 0, secret: stage.secret, id: '' };
  return { slot, ...token };
}

async function use(stage: Stage, slot: number, secret: string): Promise<Thread> {
  const seen = wordOf(await stage.api('GET', '/tags', undefined, secret));
  return [gateStep(slot), unless((world) => answer(world, '200'))].map((step) => ({ step, seen }));
}

// What is shown once is kept, so that later operations can use it.
async function kept({ stage, by }: Act, sent: Promise<Answered | null>, step: Step): Promise<Thread> {
  const answered = await sent;
  const { token, value }: { token?: { id: string }; value?: string } = Object(answered?.body);
  if (token !== undefined && value !== undefined) stage.tokens.set(by, { id: token.id, secret: value });
  return [{ step, seen: wordOf(answered) }];
}
