import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  requireNoFault,
  SCHEMES,
  startConsole,
  waitUntil,
  WIDTHS,
  type OpenPage,
  type TestConsole,
} from './console-browser.js';
import { newWorld, STATES, type State, type World } from './states.js';

// Where pictures go; none are kept otherwise.
const FOLDER = process.env['CONSOLE_SCREENS'];

let it: TestConsole;
let world: World;
const opened = new Map<string, OpenPage>();

beforeAll(async () => {
  it = await startConsole();
  world = await newWorld(it);
  if (FOLDER !== undefined) await mkdir(FOLDER, { recursive: true });
});
afterAll(() => it.close());

// One page for each person, which goes from state to state.
async function pageOf(person: State['person'] = 'owner'): Promise<OpenPage> {
  const known = opened.get(person);
  if (known !== undefined) return known;
  const made = await it.openPage('/docs', person === 'nobody' ? {} : { person: world[person] });
  // What a state typed may be left.
  made.page.on('dialog', (dialog) => void dialog.accept());
  opened.set(person, made);
  return made;
}

const HEIGHTS = { 390: 844, 1440: 900 } as const;

async function look(page: Page, width: (typeof WIDTHS)[number], scheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  // Drawn twice since: colours are there, and whatever follows the width.
  await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  // The guides, where each page begins, have no such mark.
  await waitUntil(page, `[undefined, '${scheme}'].includes(document.documentElement.dataset.mantineColorScheme)`);
}

describe('everybody can use, by day on a desk and by night on a phone,', () => {
  test.each(STATES)('$name', async ({ name, path, person, arrange }) => {
    const { page, faults } = await pageOf(person);
    const before = faults.length;
    await look(page, 1440, 'light');
    await page.goto(it.service.url + path(world));
    // The same address but for what stands behind # is no new page.
    if (path(world).includes('#')) await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await arrange?.(page);
    const isNew = (): readonly string[] => faults.slice(before);
    await requireNoFault(page, isNew(), `${name} 1440 light`);
    await look(page, 390, 'dark');
    await requireNoFault(page, isNew(), `${name} 390 dark`);
    await keepPictures(page, name);
    assert.equal(await page.evaluate('document.title.endsWith("Vitrine")'), true);
  });
});

async function keepPictures(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      await look(page, width, scheme);
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${scheme}.png`) });
    }
  }
}
