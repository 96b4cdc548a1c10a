// The budget of a minute. It is used up on purpose, so only where nobody else needs the token in that minute.
import assert from 'node:assert/strict';
import { ask, claim } from './world.mjs';

const READS_PER_MINUTE = 120;
const READS = { '/tags': 'tags:read', '/media?limit=1': 'media:read', '/playlists?limit=1': 'playlists:read' };

export function testRateLimit(world) {
  const token = world.tokens.at(-1);
  const path = Object.keys(READS).find((one) => token.scopes.has(READS[one]));
  const mayNot = path === undefined && 'the last token reads nothing';
  const skip = world.mayUseUp ? mayNot : 'without --use-up no budget is used up';
  claim('reads over 120 in a minute are a 429, with the seconds until the next one', skip, async () => {
    const over = await readUntilRefused(world, token, path);
    assert.match(over.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/);
    assert.equal(over.body.code, undefined);
    const canWrite = token.scopes.has('media:write');
    // Writes are counted apart: this one is refused for what it lacks.
    const write = { token, method: 'POST', json: {} };
    if (canWrite) assert.equal((await ask(world, '/media/uploads', write)).status, 400);
  });
}

// A minute may end on the way, and then the count begins anew: twice the budget is more than any two minutes give.
async function readUntilRefused(world, token, path) {
  for (let sent = 0; sent <= 2 * READS_PER_MINUTE; sent += 1) {
    const answer = await ask(world, path, { token });
    if (answer.status === 429) return answer;
  }
  return assert.fail(`${2 * READS_PER_MINUTE} reads, and none was refused`);
}
