// npm run test:long: crashes by the dozen, planted faults, a backup under load, a soak. Apart from npm test, which has to
// end within a quarter of an hour.
import { vitestWith } from './vitest-with.mjs';

vitestWith('vitest.long.config.ts');
