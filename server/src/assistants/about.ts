import { AI_PERMISSIONS } from '@vitrine/contract/ai-words';
import { formatBytes } from '@vitrine/contract/format-bytes';
import { latestWallClock } from '@vitrine/contract/local-time';
import type { lookTools } from '@vitrine/contract/look-tools';
import type { ToolOutput } from '@vitrine/contract/tool';
import { minuteOf } from '../identity/count-request.js';
import { merchantHandlers } from '../merchants/handlers.js';
import { listScreens } from '../screens/list-screens.js';
import { lines } from './say.js';
import type { AssistantDeps, ToolPrincipal, ToolHandler } from './tool-call.js';

export const about: ToolHandler<typeof lookTools.about> = async (deps, caller) => {
  const { key, person } = caller;
  const [{ storage }, screens, budgets] = await Promise.all([
    merchantHandlers.getMerchant(deps, person),
    listScreens(deps, person),
    findBudgets(deps, caller),
  ]);
  const data = {
    merchant: key.merchantName,
    timeZone: key.timeZone,
    localTime: latestWallClock(key.timeZone, deps.clock.now()),
    person: key.person.name,
    role: key.role,
    key: {
      name: key.key.name,
      permissions: AI_PERMISSIONS.filter((one) => key.permissions.has(one)),
      expiresAt: new Date(key.expiresAt).toISOString(),
    },
    budgets,
    storage: { usedBytes: storage.usedBytes, quotaBytes: storage.quotaBytes },
    screens: screens.items.map(({ name, orientation, tags, state }) => ({ name, orientation, tags, state })),
  };
  return { data, text: say(data) };
};

type Data = ToolOutput<typeof lookTools.about>;

const say = (data: Data): string =>
  lines(
    `${data.merchant}. Its clocks show ${data.localTime} (${data.timeZone}).`,
    `You work for ${data.person}, who is ${data.role} there. This key may: ${data.key.permissions.join(', ')}. It works until ${data.key.expiresAt}.`,
    `Left in this minute: ${data.budgets.read.remaining} of ${data.budgets.read.limit} calls that read, ${data.budgets.write.remaining} of ${data.budgets.write.limit} that change something.`,
    `Storage: ${formatBytes(data.storage.usedBytes)} of ${formatBytes(data.storage.quotaBytes)} used.`,
    data.screens.length === 0 && 'There are no screens yet.',
    data.screens.map(
      ({ name, orientation, state, tags }) =>
        `Screen ${name}: ${orientation}, ${state}${tags.length === 0 ? '' : `, tags ${tags.join(', ')}`}`,
    ),
  );

async function findBudgets({ counter, clock, assistantLimits }: AssistantDeps, { key }: ToolPrincipal) {
  const minute = minuteOf(clock.now());
  const left = async (kind: 'read' | 'write', limit: number) => ({
    limit,
    remaining: Math.max(0, limit - (await counter.peekKey(key, kind, minute))),
  });
  return {
    read: await left('read', assistantLimits.readsPerMinute),
    write: await left('write', assistantLimits.writesPerMinute),
  };
}
