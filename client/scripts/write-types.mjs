// npm run types -w @vitrine/client: writes client/src/generated from the contract as it was last built.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationEndpoints } from '@vitrine/contract/endpoints';
import { ErrorBody } from '@vitrine/contract/errors';
import { toCopy } from './to-copy.mjs';
import { toTypes } from './to-types.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const write = (name, text) => writeFileSync(join(ROOT, 'client', 'src', 'generated', name), text);

write('types.ts', toTypes(integrationEndpoints, [ErrorBody]));
write('tag-name.ts', toCopy(readFileSync(join(ROOT, 'contract', 'src', 'tag-name.ts'), 'utf8')));
