import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TokenEndpoint } from '@vitrine/contract/endpoint';
import { integrationEndpoints } from '@vitrine/contract/endpoints';
import { STATUS } from '@vitrine/contract/errors';
import { errorExamples } from '@vitrine/contract/examples/errors';
import type { Scope } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { makePng } from '../../server/src/uploads/metadata/test-files/images.js';
import { newAiKey } from '../harness/ai-keys.js';
import { newPerson } from '../harness/console.js';
import {
  daysSinceGuides,
  isAsShown,
  moveDates,
  readGuides,
  UPLOAD_SCRIPT,
  type Block,
} from '../harness/guide-blocks.js';
import { guideShop } from '../harness/guide-shop.js';
import { aToken, startService, type Service } from '../harness/service.js';
import { createRealClock } from '../harness/test-clock.js';

// Code of the guides is run as a reader would: in a terminal, with the server's address and a token in the environment.
const RUNNERS: Readonly<Record<string, { file: string; command: string; needs: readonly string[] }>> = {
  sh: { file: 'guide.sh', command: 'bash', needs: ['-c', 'command -v curl && command -v jq'] },
  js: { file: 'guide.mjs', command: process.execPath, needs: ['--version'] },
  python: { file: 'guide.py', command: 'python3', needs: ['-c', 'import requests'] },
  php: { file: 'guide.php', command: 'php', needs: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'] },
};

// Every page says of the first two that they are set, and that on assistants of the third.
const GIVEN = ['VITRINE_URL', 'VITRINE_TOKEN', 'VITRINE_AI_KEY'];

let service: Service;
let folder: string;

beforeAll(async () => {
  // Examples go by the clock of the reader's machine, and one that has become outdated must fail here.
  service = await startService({ clock: createRealClock(), limits: { readsPerMinute: 120, writesPerMinute: 30 } });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-guides-'));
  await writeFile(join(folder, 'poster.png'), makePng({ width: 640, height: 360 }));
  // As after `npm install` of what the guides name.
  await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const days = daysSinceGuides(Date.now());

// The shop of the guides, as if it had been opened so many days later.
async function newGuideShop(scopes?: readonly Scope[]) {
  const secret = newTokenSecret();
  const parts = { ...guideShop().archive, tokens: [aToken(secret, scopes)] };
  const { id } = await service.newMerchant(JSON.parse(moveDates(JSON.stringify(parts), days)));
  return { id, secret };
}

const runs = readGuides().flatMap(({ name, blocks }) => runsOf(name, blocks));

describe('the guides', () => {
  test('have code to run in every language that they promise', () => {
    assert.deepEqual([...new Set(runs.map(({ language }) => language))].sort(), ['js', 'php', 'python', 'sh']);
  });

  test('name no id that only one merchant has', () => {
    const paths = runs.flatMap(({ blocks }) =>
      blocks.flatMap(({ code }) => code.match(/\/\w+\/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []),
    );
    assert.deepEqual(new Set(paths), new Set(['/media/00000000-0000-4000-8000-000000000000']));
  });

  test('need nothing but the address and a token: what else a command names, its page sets', () => {
    for (const { title, blocks } of runs.filter(({ language }) => language === 'sh')) {
      const code = blocks.map((block) => block.code).join('');
      const named = [...code.matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name);
      const unset = named.filter((name) => !GIVEN.includes(name) && !code.includes(`${name}=`));
      assert.deepEqual(unset, [], title);
    }
  });

  for (const { title, language, blocks } of runs) {
    const missing = isMissing(language)
      ? ` (skipped: ${RUNNERS[language]?.command} or what it needs is not installed)`
      : '';
    test.skipIf(missing !== '')(`${title} prints what the page shows${missing}`, async () => {
      const printed = await runBlocks(language, blocks);
      blocks.forEach(({ output, code }, at) => {
        const actual = printed[at] ?? '';
        if (output === undefined) return;
        assert.ok(isAsShown(moveDates(output, days), actual), `${code}\nprinted\n${actual}\ninstead of\n${output}`);
      });
    });
  }
});

test('errors that a guide shows without provoking them are those of the contract', () => {
  const known = Object.values<TokenEndpoint>(integrationEndpoints).flatMap((endpoint) =>
    Object.values(STATUS).flatMap((status) => Object.values(errorExamples(endpoint, status)).map(({ value }) => value)),
  );
  const shown = readGuides().flatMap(({ errors }) => errors);
  assert.ok(shown.length >= 4);
  for (const error of shown)
    assert.ok(
      known.some((example) => isAsShown(error, JSON.stringify(example))),
      error,
    );
});

describe('examples/curl-upload/upload.sh', () => {
  const upload = (file: string, token: string, env: Record<string, string> = {}) =>
    execute('sh', [UPLOAD_SCRIPT, file], { VITRINE_URL: service.url, VITRINE_WRITE_TOKEN: token, ...env });

  test('uploads a file and downloads the same bytes', async () => {
    const shop = await newGuideShop();
    assert.match(await upload('poster.png', shop.secret), /The file came back byte for byte\.\n$/);
  });

  test('names the item that already has these bytes', async () => {
    const shop = await newGuideShop();
    await upload('poster.png', shop.secret);
    assert.match(await upload('poster.png', shop.secret), /^Already in the library: .*"duplicateOf":\{/);
  });

  test("shows the server's message when the token may not upload", async () => {
    const { secret } = await newGuideShop(['media:read']);
    await assert.rejects(upload('poster.png', secret), /"message":"[^"]*media:write/);
  });

  test('refuses a file whose ending the library does not accept', async () => {
    for (const name of ['clip.mov', 'party.GIF', 'notes']) {
      await assert.rejects(
        upload(name, 'x'),
        new RegExp(`${name}: only .jpg, .png, .webp, .mp4 and .webm can be uploaded`),
      );
    }
  });

  test.each([
    ['a.JPG', 'image/jpeg'],
    ['b.webm', 'video/webm'],
    ['c.Png', 'image/png'],
  ])('announces %s as %s', async (name, type) => {
    const shop = await newGuideShop();
    await writeFile(join(folder, name), `bytes of ${name}`);
    const { id } = JSON.parse((await upload(name, shop.secret)).split('\n')[0] ?? '');
    const statement = { text: 'select mime_type from media where id = $1', values: [id] };
    assert.deepEqual(await service.db.rows(statement), [{ mime_type: type }]);
  });
});

type Run = { readonly title: string; readonly language: string; readonly blocks: readonly Block[] };

// The commands of a page share one terminal, as the reader's do; a program stands alone.
function runsOf(name: string, blocks: readonly Block[]): Run[] {
  const commands = blocks.filter(({ language }) => language === 'sh');
  const programs = blocks.filter(({ language }) => language !== 'sh');
  return [
    ...(commands.length > 0 ? [{ title: `${name}, commands`, language: 'sh', blocks: commands }] : []),
    ...programs.map((block) => ({ title: `${name}, ${block.language}`, language: block.language, blocks: [block] })),
  ];
}

function isMissing(language: string): boolean {
  const runner = RUNNERS[language];
  if (runner === undefined) throw new Error(`nothing runs ${language}`);
  return spawnSync(runner.command, [...runner.needs]).status !== 0;
}

const MARK = '--- next block ---';

async function runBlocks(language: string, blocks: readonly Block[]): Promise<string[]> {
  const { file, command } = RUNNERS[language] ?? { file: '', command: '' };
  const { id: merchantId, secret } = await newGuideShop();
  const { id: personId } = await newPerson(service, { [merchantId]: 'staff' });
  const { secret: aiKey } = await newAiKey(service, { merchantId, personId });
  const script = blocks.map(({ code }) => code).join(`echo; echo '${MARK}'\n`);
  await writeFile(join(folder, file), language === 'sh' ? `set -eu -o pipefail\n${script}` : script);
  const env = { VITRINE_URL: service.url, VITRINE_TOKEN: secret, VITRINE_AI_KEY: aiKey };
  return (await execute(command, [file], env)).split(MARK);
}

function execute(command: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: folder, env: { PATH: `${folder}/node_modules/.bin:${PATH}`, HOME, ...env }, timeout: 900_000 };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], options, (error, printed, complaints) => {
      if (error === null) resolve(printed);
      else reject(new Error(`${command} failed: ${complaints}${printed}`, { cause: error }));
    });
  });
}
