import { defineConfig } from 'vitest/config';
import base, { LONG } from './vitest.config.js';

// npm run test:long.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({ ...base, test: { ...base.test, include: [...LONG], exclude: [] } });
