// npm run types -w @vitrine/client: writes client/src/generated/types.ts from the contract as it was last built.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@vitrine/contract/endpoints';
import { ErrorBody } from '@vitrine/contract/errors';
import { toTypes } from './to-types.mjs';

writeFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'types.ts'), toTypes(endpoints, [ErrorBody]));
