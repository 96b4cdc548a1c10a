// npm run types -w @vitrine/client: writes client/src/generated from the contract as it was last built, and from the
// library that hashes in browsers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationEndpoints } from '@vitrine/contract/endpoints';
import { ErrorBody } from '@vitrine/contract/errors';
import { MESSAGES } from '@vitrine/contract/webhook-messages';
import { toCopy } from './to-copy.mjs';
import { toSha256 } from './to-sha256.mjs';
import { toTypes } from './to-types.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const write = (name, text) => writeFileSync(join(ROOT, 'client', 'src', 'generated', name), text);

write('types.ts', toTypes(integrationEndpoints, [ErrorBody, ...MESSAGES]));
for (const name of ['change-types.ts', 'tag-name.ts', 'webhook-signature.ts'])
  write(name, toCopy(readFileSync(join(ROOT, 'contract', 'src', name), 'utf8')));
write('sha256.ts', await toSha256());
