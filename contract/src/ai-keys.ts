import type { Static } from 'typebox';
import { AI_KEY_DAYS_OFFERED, AI_KEY_NAME_CHARACTERS_MAX } from './ai-limits.js';
import { AI_KEY_STATES, AI_PERMISSIONS } from './ai-words.js';
import { endpoint, person } from './endpoint.js';
import { count, dateTime, dayText, exact, flag, listOf, nameText, nullable, oneOf, text, uuid } from './fields.js';
import { PersonRef } from './references.js';
import { UsageQuery } from './tokens.js';
import { Type } from './type.js';

const fields = {
  id: uuid('The key.'),
  name: text('What it is for.'),
  lastFour: text('The last four characters of its value.'),
  permissions: listOf(oneOf(AI_PERMISSIONS, 'A permission.'), 'What the assistant may do.'),
  state: oneOf(AI_KEY_STATES, 'Whether it works.'),
  days: count('How many days its value lasts.'),
  createdAt: dateTime('When it was made.'),
  rotatedAt: nullable(dateTime('When.'), 'When its value was last replaced.'),
  expiresAt: dateTime('The first moment at which it no longer works.'),
  revokedAt: nullable(dateTime('When.'), 'When it was revoked.'),
  lastUsedAt: nullable(dateTime('When.'), 'When it was last used, to a minute; null when it never was.'),
  client: nullable(text('The program.'), 'What the program that last used it called itself.'),
  connection: nullable(
    exact('A program that was connected with one click.', {
      host: nullable(
        text('A host.'),
        'Whose program it is, as its own document shows; null where nobody vouches for it.',
      ),
    }),
    'Given where a program was connected and replaces the value by itself; null of a key that was made by hand.',
  ),
};

export const AiKey = exact('A personal key for an assistant, without its value.', fields);
export type AiKey = Static<typeof AiKey>;

export const OwnAiKeyList = exact("The person's own keys at this merchant.", {
  items: listOf(AiKey, 'Newest first; what works no more is listed for a while.'),
  active: count('How many keys work, connections aside.'),
  activeMax: count('How many may.'),
  address: text('Where assistants connect.'),
  connects: flag(
    'Whether they connect with one click: not over plain http, where anybody on the way could read along.',
  ),
});
export type OwnAiKeyList = Static<typeof OwnAiKeyList>;

export const MerchantAiKey = exact('A key of somebody at the merchant, without its value.', {
  ...fields,
  person: PersonRef,
});
export type MerchantAiKey = Static<typeof MerchantAiKey>;

export const MerchantAiKeyList = exact('The keys of everybody at the merchant.', {
  items: listOf(MerchantAiKey, 'Newest first; what works no more is listed for a while.'),
});
export type MerchantAiKeyList = Static<typeof MerchantAiKeyList>;

export const NewAiKey = exact('A key that was just made.', {
  key: AiKey,
  value: text('The secret. It is in no other answer.'),
});
export type NewAiKey = Static<typeof NewAiKey>;

export const CreateAiKeyRequest = exact('A key to make.', {
  name: nameText(AI_KEY_NAME_CHARACTERS_MAX, 'What it is for.'),
  permissions: Type.Array(oneOf(AI_PERMISSIONS, 'A permission.'), {
    minItems: 1,
    description: 'What the assistant may do; whatever it may do, it may look.',
  }),
  days: Type.Enum([...AI_KEY_DAYS_OFFERED], { description: 'How many days it lasts.' }),
});
export type CreateAiKeyRequest = Static<typeof CreateAiKeyRequest>;

export const AiKeyUsage = exact('How much a key was used, by day.', {
  items: listOf(
    exact('One day.', {
      day: dayText('The day, in UTC.'),
      messages: count('Messages with the key, refused ones too.'),
      refused: count('Refused as too many in a minute.'),
    }),
    'Every day of the span, oldest first.',
  ),
});
export type AiKeyUsage = Static<typeof AiKeyUsage>;

export const aiKeyEndpoints = {
  listOwnAiKeys: endpoint('GET /me/ai-keys', person('staff'), {
    summary: 'The own keys for assistants',
    response: OwnAiKeyList,
  }),
  createAiKey: endpoint('POST /me/ai-keys', person('staff'), {
    dangerous: true,
    summary: 'Make a key for an assistant; its value is shown once',
    body: CreateAiKeyRequest,
    response: NewAiKey,
    errors: [409, 422],
  }),
  rotateAiKey: endpoint('POST /me/ai-keys/:id/rotate', person('staff'), {
    dangerous: true,
    summary: 'Give a key a new value and its whole lifetime again; the old value stops at once',
    response: NewAiKey,
    errors: [409],
  }),
  revokeOwnAiKey: endpoint('POST /me/ai-keys/:id/revoke', person('staff'), {
    summary: 'Stop a key of one’s own at once',
    response: AiKey,
  }),
  getOwnAiKeyUsage: endpoint('GET /me/ai-keys/:id/usage', person('staff'), {
    summary: 'Messages of a key of one’s own by day',
    query: UsageQuery,
    response: AiKeyUsage,
  }),
  listAiKeys: endpoint('GET /ai-keys', person('admin'), {
    summary: 'The keys for assistants of everybody at the merchant',
    response: MerchantAiKeyList,
  }),
  revokeAiKey: endpoint('POST /ai-keys/:id/revoke', person('admin'), {
    summary: 'Stop anybody’s key at once',
    response: MerchantAiKey,
  }),
  getAiKeyUsage: endpoint('GET /ai-keys/:id/usage', person('admin'), {
    summary: 'Messages of anybody’s key by day',
    query: UsageQuery,
    response: AiKeyUsage,
  }),
};
