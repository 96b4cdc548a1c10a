import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findReleasesBehind } from './postgres-releases.js';

test.each([
  ['18.4', 'PostgreSQL 18.4, 2 minor releases behind 18.6 (as of 2026-11-19).'],
  ['15.19 (Debian 15.19-0+deb12u1)', 'PostgreSQL 15.19, 1 minor release behind 15.20 (as of 2026-11-19).'],
  ['18.6', undefined],
  ['18.7', undefined],
  ['19.0', undefined],
  ['19beta1', undefined],
])('says how far %s is behind', (version, expected) => {
  assert.equal(findReleasesBehind(version), expected);
});
