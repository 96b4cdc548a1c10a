// npm run test:failures: what callers see while PostgreSQL is restarted, promoted, slow, silent, full or gone, and how soon
// it is over. Apart from npm test, because it measures time and wants a machine of its own.
import { vitestWith } from './vitest-with.mjs';

vitestWith('vitest.failures.config.ts');
