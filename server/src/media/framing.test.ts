import assert from 'node:assert/strict';
import { test } from 'vitest';
import { refusesFrames } from './framing.js';

const OURS = new URL('https://signs.example.com/');
const PAGE = new URL('https://shop.example.com/menu');

test.each([
  [{}, false],
  [{ 'x-frame-options': 'DENY' }, true],
  [{ 'x-frame-options': ' SameOrigin ' }, true],
  [{ 'x-frame-options': 'ALLOW-FROM https://signs.example.com' }, false],
  [{ 'x-frame-options': 'nonsense' }, false],
  [{ 'x-frame-options': 'SAMEORIGIN, SAMEORIGIN' }, true],
  [{ 'x-frame-options': 'nonsense, ALLOWALL' }, true],
  [{ 'content-security-policy': "default-src 'self'" }, false],
  [{ 'content-security-policy': "default-src 'self'; Frame-Ancestors 'none'" }, true],
  [{ 'content-security-policy': 'frame-ancestors' }, true],
  [{ 'content-security-policy': "frame-ancestors 'self'" }, true],
  [{ 'content-security-policy': "frame-ancestors 'self' https://signs.example.com" }, false],
  [{ 'content-security-policy': 'frame-ancestors http://signs.example.com' }, false],
  [{ 'content-security-policy': 'frame-ancestors signs.example.com:443' }, false],
  [{ 'content-security-policy': 'frame-ancestors signs.example.com:8443' }, true],
  [{ 'content-security-policy': 'frame-ancestors *.example.com:*' }, false],
  [{ 'content-security-policy': 'frame-ancestors *.signs.example.com' }, true],
  [{ 'content-security-policy': 'frame-ancestors https:' }, false],
  [{ 'content-security-policy': 'frame-ancestors *' }, false],
  [{ 'content-security-policy': 'frame-ancestors app:' }, true],
  // Each policy must allow it, and where there is one the older header does not count.
  [{ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, true],
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, false],
])('%j refuses our frames: %s', (headers, isRefused) => {
  assert.equal(refusesFrames(headers, PAGE, OURS), isRefused);
});

test('a page of our own origin lets itself be shown by us alone', () => {
  const own = new URL('https://signs.example.com/board');
  assert.equal(refusesFrames({ 'x-frame-options': 'SAMEORIGIN' }, own, OURS), false);
  assert.equal(refusesFrames({ 'content-security-policy': "frame-ancestors 'self'" }, own, OURS), false);
  assert.equal(refusesFrames({ 'x-frame-options': 'DENY' }, own, OURS), true);
});
