import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

// npm run release-schema.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['server/test/release/record.ts'], exclude: [] },
});
