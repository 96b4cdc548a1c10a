import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readConfig } from '../config.js';
import { banner } from './banner.js';

const firstRun = 'http://127.0.0.1:8080/first-run#secret';
const COMPANY = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'vitrine', OIDC_CLIENT_SECRET: 'shhh' };

test('the address of the first run is printed where it is taken, and what to do where it is not', () => {
  const printed = (env: Record<string, string>) =>
    banner(readConfig(env), { demo: undefined, firstRun, ownCommand: undefined });
  assert.ok(printed({}).includes(firstRun));
  assert.ok(printed(COMPANY).includes(firstRun));
  const only = printed({ ...COMPANY, OIDC_ONLY: 'on' });
  assert.ok(!only.includes('secret'));
  assert.match(only, /No merchants yet.*Start once with OIDC_ONLY=off/);
});
