import { AI_CLIENT_CHARACTERS_MAX } from '@vitrine/contract/ai-limits';
import { findAiKeyUse, writeAiKeyUse } from '../identity/ai-key-queries.js';
import type { AiKeyPrincipal } from '../principal.js';
import type { AssistantDeps } from './tool-call.js';

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const WRITTEN_AGAIN_MS = 60_000;

type Message = { readonly method?: unknown; readonly params?: unknown };

// What the program calls itself, for the activity and for the list of keys. The newer revision says it with every message, the
// older ones once: then it is what this key's last greeting said. Written down once a minute, not with every call.
export async function findClient(
  { db, clock }: Pick<AssistantDeps, 'db' | 'clock'>,
  { merchantId, person, key }: AiKeyPrincipal,
  message: Message,
  userAgent: string | undefined,
): Promise<string> {
  const known = await findAiKeyUse(db, merchantId, person.id, key.id);
  const said = clientIn(message);
  const client = said ?? known?.client ?? clean(userAgent ?? '');
  const now = clock.now();
  const isFresh = known !== undefined && now - Date.parse(known.last_used_at) < WRITTEN_AGAIN_MS;
  if (isFresh && known.client === client) return client;
  await writeAiKeyUse(db, merchantId, person.id, key.id, { lastUsedAt: new Date(now).toISOString(), client });
  return client;
}

function clientIn({ method, params }: Message): string | undefined {
  const given = Object(params);
  const info: unknown = method === 'initialize' ? given.clientInfo : Object(given._meta)[CLIENT_INFO];
  const { title, name } = Object(info);
  const said = [title, name].find((one) => typeof one === 'string' && one !== '');
  const words = clean(typeof said === 'string' ? said : '');
  return words === '' ? undefined : words;
}

const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, AI_CLIENT_CHARACTERS_MAX)
    .toWellFormed();
