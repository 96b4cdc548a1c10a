import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cleanCode, codeFault } from '../src/screens/pairing-code.js';
import { faultLines, fullAt, isTurned } from '../src/screens/screen-words.js';
import { parseScreensSearch } from '../src/screens/screens-search.js';
import { spanWords } from '../src/ui/format-length.js';

describe('the six characters are taken', () => {
  test.each([
    ['as they are', 'ACD347'],
    ['in lower case', 'acd347'],
    ['with spaces and dashes', ' ac-d 3 – 47 '],
    ['in full-width letters, as some keyboards write them', 'ＡＣＤ３４７'],
    ['from the whole address of the picture', 'https://vitrine.example/screens?code=acd347&from=tv#top'],
    ['from the address as the router writes it', '/screens?code=%22ACD347%22'],
  ])('%s', (_, typed) => {
    assert.equal(cleanCode(typed), 'ACD347');
    assert.equal(codeFault(typed), undefined);
  });

  test.each([
    ['', 'Type the six characters that the television shows.'],
    ['ACD34', 'Type the six characters that the television shows.'],
    ['ACD3477', 'Type the six characters that the television shows.'],
    ['AOD340', 'No code has O or 0 in it. Look at the television again.'],
  ])('and told what is wrong with %j', (typed, words) => assert.equal(codeFault(typed), words));

  test('from an address whatever they look like: these would be a number', () => {
    assert.deepEqual(parseScreensSearch({ code: '"34E679"', q: 7 }), { code: '34E679', q: '7' });
    assert.deepEqual(parseScreensSearch({ code: ' - ' }), { code: undefined, q: undefined });
  });
});

const fault = (kind: string, mediaId: string | null, over: object = {}) => ({
  kind,
  mediaId,
  mediaName: mediaId,
  codec: null,
  ...over,
});

describe('what a screen complains of', () => {
  test.each([
    [[fault('cannot_play', 'Oven', { codec: 'hevc' })], 'One file cannot be played here: HEVC'],
    [
      [fault('cannot_play', 'Oven', { codec: 'hevc' }), fault('cannot_play', 'Door', { codec: 'HEVC' })],
      'Two files cannot be played here: HEVC',
    ],
    [[fault('cannot_play', 'Oven'), fault('cannot_play', 'Oven')], 'One file cannot be played here'],
    [[fault('no_room', null)], 'There is not enough room on this screen'],
    [[fault('no_room', 'Oven')], 'There is not enough room on this screen for one file'],
    [[fault('wrong_bytes', 'Oven')], 'One file arrived damaged, and is fetched again'],
    [[fault('not_found', 'Oven'), fault('not_found', 'Door')], 'Two files could not be fetched'],
    [[fault('no_answer', 'Menu')], 'One web page does not answer'],
    [[fault('framing_refused', 'Menu')], 'One web page does not let itself be shown on screens'],
    [[fault('time_zone', null)], 'This screen does not know its time zone, and goes by its own clock'],
    [[fault('clock', null)], "This device's clock is wrong. Set its date and time"],
    [[fault('other', null)], 'Something went wrong on this screen'],
    // Of a screen that is newer than this console.
    [[fault('sunburn', 'Oven')], 'One item could not be shown'],
  ])('%j', (faults, words) => {
    assert.deepEqual(
      faultLines(faults).map((line) => line.words),
      [words],
    );
  });

  test('each kind has its line, with the items that are still there', () => {
    const lines = faultLines([
      fault('cannot_play', 'a', { mediaName: 'Oven' }),
      fault('no_room', 'b', { mediaName: 'Door' }),
      fault('cannot_play', 'c', { mediaName: null }),
    ]);
    assert.deepEqual(lines, [
      { words: 'Two files cannot be played here', media: [{ id: 'a', name: 'Oven' }] },
      { words: 'There is not enough room on this screen for one file', media: [{ id: 'b', name: 'Door' }] },
    ]);
  });
});

test('a screen that stands the other way is known by its size', () => {
  const sizes = [
    [1920, 1080],
    [1080, 1920],
    [1000, 1000],
    [null, null],
  ] as const;
  const turned = (orientation: 'landscape' | 'portrait') =>
    sizes.map(([width, height]) => isTurned({ width, height, orientation }));
  assert.deepEqual(turned('landscape'), [false, true, false, false]);
  assert.deepEqual(turned('portrait'), [true, false, false, false]);
});

test('there are as many as the plan says, and never more than the service holds', () => {
  const full = (count: number, screensMax: number | null) =>
    fullAt({ items: Array.from({ length: count }), screensMax } as Parameters<typeof fullAt>[0]);
  assert.deepEqual([full(2, 3), full(3, 3), full(4, 3), full(0, 0)], [undefined, 3, 3, 0]);
  assert.deepEqual([full(499, null), full(500, null), full(500, 900)], [undefined, 500, 500]);
});

test('time on screens is told roughly', () => {
  const words = [40, 59.6, 60, 3599, 3600, 12_000, 360_000 + 1800].map(spanWords);
  assert.deepEqual(words, ['40 s', '1 min', '1 min', '1 h', '1 h', '3 h 20 min', '101 h']);
});
