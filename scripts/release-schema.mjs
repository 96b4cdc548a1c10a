// npm run release-schema: keeps the newest schema as released, with data (CONTRIBUTING, «Schemas and releases»).
import { vitestWith } from './vitest-with.mjs';

vitestWith('vitest.release.config.ts');
