import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IsUri } from 'typebox/format';
import { test } from 'vitest';
import { findPageUrl, toUri } from './page-url.js';

test('reads an address alike however many were read before it', () => {
  for (let at = 0; at < 200_000; at += 1) findPageUrl(`https://example.com/${at}`);
  assert.equal(findPageUrl('https://bücher.example/ä b')?.href, 'https://xn--bcher-kva.example/%C3%A4%20b');
});

test('only http and https are addresses of pages', () => {
  for (const text of ['ftp://example.com/', 'javascript:alert(1)', 'example.com', 'https://', 'https://a b/', '']) {
    assert.equal(findPageUrl(text), undefined, text);
  }
});

const hrefOf = (text: string): string => findPageUrl(text)?.href ?? assert.fail(text);

test('an address is written as a URI, the same when it is read again, and says the same', () => {
  const texts = fc.stringMatching(/^[\u0020-\u007eäλ😀]{0,20}$/u);
  const property = fc.property(texts, texts, texts, (path, query, fragment) => {
    const href = hrefOf(`https://example.com/${path}?${query}#${fragment}`);
    const uri = toUri(href);
    assert.ok(IsUri(uri), uri);
    assert.equal(toUri(hrefOf(uri)), uri);
    assert.equal(unescape(uri), unescape(href));
  });
  fc.assert(property, { numRuns: 1000 });
});

// Every octet as the character of its number, which also decodeURIComponent gives where it is ASCII.
const unescape = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

test('only what no URI holds is encoded, and brackets stay around an address of IPv6', () => {
  for (const [text, uri] of [
    ['https://[::1]:8080/[a]?[b]#[c]', 'https://[::1]:8080/%5Ba%5D?%5Bb%5D#%5Bc%5D'],
    ['https://a{b}.example/', 'https://a%7Bb%7D.example/'],
    ['https://example.com/100%/%41%e4?#', 'https://example.com/100%25/%41%e4?#'],
    ["https://example.com/a_-.~!$&'()*+,;=:@?a=/?#/?", "https://example.com/a_-.~!$&'()*+,;=:@?a=/?#/?"],
  ] as const) {
    assert.equal(toUri(hrefOf(text)), uri);
  }
});
