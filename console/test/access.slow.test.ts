import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  settle,
  requireNoFault,
  HEIGHTS,
  SCHEMES,
  startConsole,
  waitUntil,
  WIDTHS,
  type OpenPage,
  type TestConsole,
} from './console-browser.js';
import { newWorld, WALKS, type Sight, type Walk, type World } from './states.js';

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

// One page for each person, which goes from walk to walk.
async function pageOf({ person = 'owner', isLocalhost = false }: Walk): Promise<OpenPage> {
  const key = `${person} ${isLocalhost}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  const made = await it.openPage('/docs', { isLocalhost, ...(person !== 'nobody' && { person: world[person] }) });
  // What a sight typed may be left.
  made.page.on('dialog', (dialog) => void dialog.accept());
  opened.set(key, made);
  return made;
}

type Width = (typeof WIDTHS)[number];
type Scheme = (typeof SCHEMES)[number];

async function look(page: Page, width: Width, scheme: Scheme): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  // Colours are there, and whatever follows the width.
  await settle(page);
  // The guides, where each page begins, have no such mark.
  await waitUntil(page, `[undefined, '${scheme}'].includes(document.documentElement.dataset.mantineColorScheme)`);
}

const titleOf = ({ sights }: Walk): string => sights.map(({ name }) => name).join(', ');

describe('everybody can use, by day on a desk and by night on a phone,', () => {
  test.each(WALKS.map((walk) => [titleOf(walk), walk] as const))('%s', async (_, walk) => {
    const { path, sights } = walk;
    const { page, faults } = await pageOf(walk);
    const before = faults.length;
    await look(page, 1440, 'light');
    await page.goto(new URL(path(world), page.url()).href);
    // The same address but for what stands behind # is no new page.
    if (path(world).includes('#')) await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [at, sight] of sights.entries()) await lookAt(page, sight, at === 0, () => faults.slice(before));
    assert.equal(await page.evaluate('document.title.endsWith("Vitrine")'), true);
    await page.context().setOffline(false);
  });
});

// By day everything is asked about it. By night everything of a page once more as it opens, for a phone has another layout;
// of what comes of it, and of dialogs, which are the same on both, only what follows the colours and the width.
async function lookAt(page: Page, sight: Sight, isFirst: boolean, isNew: () => readonly string[]): Promise<void> {
  const { name, part, isNarrow, arrange } = sight;
  const width = isNarrow === true ? 390 : 1440;
  await look(page, width, 'light');
  await arrange?.(page, world);
  await requireNoFault(page, isNew(), `${name} ${width} light`, { part });
  await look(page, 390, 'dark');
  await requireNoFault(page, isNew(), `${name} 390 dark`, { part, isLookOnly: part !== undefined || !isFirst });
  await keepPictures(page, sight);
}

async function keepPictures(page: Page, { name, isNarrow }: Sight): Promise<void> {
  if (FOLDER === undefined) return;
  for (const width of isNarrow === true ? ([390] as const) : WIDTHS) {
    for (const scheme of SCHEMES) {
      await look(page, width, scheme);
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${scheme}.png`) });
    }
  }
}
