// What requests about tokens do, and what they let through.
import { ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import { withSlot, type Token, type World } from './model.js';
import { answer, OVER, type Step } from './step.js';

export const nameOfToken = (by: number): string => `till ${by}`;

const withToken = (world: World, slot: number, token: Token): World => ({
  ...world,
  tokens: withSlot(world.tokens, slot, token),
});

const isWorking = ({ state }: Token): boolean => state === 'active' || state === 'rotating';

const hasRoom = (world: World): boolean => Object.values(world.tokens).filter(isWorking).length < ACTIVE_TOKENS_MAX;

export const issueStep =
  (by: number): Step =>
  (world) => {
    if (!hasRoom(world)) return answer(world, '409');
    return answer(withToken(world, by, { name: nameOfToken(by), state: 'active' }), '200');
  };

export const revokeStep =
  (slot: number): Step =>
  (world) => {
    const token = world.tokens[slot];
    return token === undefined
      ? answer(world, '404')
      : answer(withToken(world, slot, { ...token, state: 'revoked' }), '200');
  };

export const rotateStep =
  (by: number, slot: number): Step =>
  (world) => {
    const token = world.tokens[slot];
    if (token === undefined) return answer(world, '404');
    if (token.state !== 'active' || !hasRoom(world)) return answer(world, '409');
    const after = withToken(world, slot, { ...token, state: 'rotating' });
    return answer(withToken(after, by, { ...token, state: 'active' }), '200');
  };

// The first gate: a token that works leads on to what was asked.
export const gateStep =
  (slot: number): Step =>
  (world, memo) => {
    const token = world.tokens[slot];
    return token !== undefined && isWorking(token) ? [{ world, memo }] : answer(world, '401', OVER);
  };
