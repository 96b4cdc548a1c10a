import assert from 'node:assert/strict';
import { test } from 'vitest';
import { browserWords } from './browser-words.js';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/150.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0 Mobile/15E148',
    'Chrome on an iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'A browser that is not known'],
])('%s is %s', (userAgent, words) => {
  assert.equal(browserWords(userAgent), words);
});
