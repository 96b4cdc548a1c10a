import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findPageUrl } from './page-url.js';

test('reads an address alike however many were read before it', () => {
  for (let at = 0; at < 200_000; at += 1) findPageUrl(`https://example.com/${at}`);
  assert.equal(findPageUrl('https://bücher.example/ä b')?.href, 'https://xn--bcher-kva.example/%C3%A4%20b');
});

test('only http and https are addresses of pages', () => {
  for (const text of ['ftp://example.com/', 'javascript:alert(1)', 'example.com', 'https://', 'https://a b/', '']) {
    assert.equal(findPageUrl(text), undefined, text);
  }
});
