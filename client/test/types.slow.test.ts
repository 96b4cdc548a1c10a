import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'vitest';
import type { CampaignDetail, CampaignPage } from '@vitrine/contract/campaigns';
import { integrationEndpoints } from '@vitrine/contract/endpoints';
import { ErrorBody } from '@vitrine/contract/errors';
import type { Media, MediaPage } from '@vitrine/contract/media';
import type { PlaylistDetail, PlaylistPage } from '@vitrine/contract/playlists';
import type { AddTagsRequest, AddTagsResult, TagPage } from '@vitrine/contract/tags';
import type { Token } from '@vitrine/contract/tokens';
import type { UploadRequest, UploadTicket } from '@vitrine/contract/uploads';
import { MESSAGES, type WebhookMessage } from '@vitrine/contract/webhook-messages';
import { toCopy } from '../scripts/to-copy.mjs';
import { toSha256 } from '../scripts/to-sha256.mjs';
import { toTypes } from '../scripts/to-types.mjs';
import type { WebhookMessage as OwnMessage } from '../src/verify-webhook.js';
import type * as own from '../src/generated/types.js';

// Layout is the formatter's.
const bare = (text: string): string => text.replace(/[\s|]/g, '');

test('the types are those of the contract as it is now: npm run types -w @vitrine/client', async () => {
  const written = await readFile(new URL('../src/generated/types.ts', import.meta.url), 'utf8');
  assert.equal(bare(written), bare(toTypes(integrationEndpoints, [ErrorBody, ...MESSAGES])));
});

test.each([
  ['what makes two names one tag', 'tag-name.ts'],
  ['what happens', 'change-types.ts'],
  ['how a webhook is signed', 'webhook-signature.ts'],
])('%s is in the contract, letter by letter', async (_what, name) => {
  const [own, contract] = await Promise.all(
    [`../src/generated/${name}`, `../../contract/src/${name}`].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  );
  assert.equal(own, toCopy(contract ?? ''));
});

test('the hash is that of the library as it is installed: npm run types -w @vitrine/client', async () => {
  const written = await readFile(new URL('../src/generated/sha256.ts', import.meta.url), 'utf8');
  assert.equal(written, await toSha256());
});

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Pairs = [
  Same<own.MediaPage, MediaPage>,
  Same<own.Media, Media>,
  Same<own.CampaignPage, CampaignPage>,
  Same<own.CampaignDetail, CampaignDetail>,
  Same<own.PlaylistPage, PlaylistPage>,
  Same<own.PlaylistDetail, PlaylistDetail>,
  Same<own.TagPage, TagPage>,
  Same<own.AddTagsRequest, AddTagsRequest>,
  Same<own.AddTagsResult, AddTagsResult>,
  Same<own.UploadRequest, UploadRequest>,
  Same<own.UploadTicket, UploadTicket>,
  Same<own.Token, Token>,
  Same<own.ErrorBody, ErrorBody>,
  Same<OwnMessage, WebhookMessage & { readonly id: string }>,
];

test('the compiler agrees that they are the same types', () => {
  const pairs: Pairs = [true, true, true, true, true, true, true, true, true, true, true, true, true, true];
  assert.equal(pairs.length, 14);
});
