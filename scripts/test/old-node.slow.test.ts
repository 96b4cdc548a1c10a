import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const OLD_NODE = join(import.meta.dirname, 'old-node.mjs');
const SENTENCE = 'Vitrine needs Node 20.19 or newer; this is 18.20.4. Install a newer one from https://nodejs.org.\n';

// What an old Node may be given to read before the check; none of it imports anything that Node 18 does not have.
const HARMLESS = /^(?:scripts\/[a-z0-9-]+\.mjs|(?:server|cli)\/bin\/[a-z-]+\.js)$/;

// The first program of each script of package.json: a new one is tried as it comes. What mends the layout is not ours.
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const entries = Object.entries(scripts)
  .filter(([name]) => name !== 'fix')
  .map(([name, line]) => /^(?:exec )?node (\S+)/.exec(line)?.[1] ?? assert.fail(`${name} is not started by Node`));

test.each([...new Set(entries), 'server/bin/vitrine-server.js', 'cli/bin/vitrine.js'])(
  'on Node 18 %s says in one sentence what it needs, and exits with 1',
  (entry) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', OLD_NODE, join(ROOT, entry), 'serve'], {
      encoding: 'utf8',
    });
    const read = [...stderr.matchAll(/^read file:\/\/(.+)\n/gm)].map(([, path = '']) => path.slice(ROOT.length + 1));
    assert.deepEqual(
      { status, stdout, said: stderr.replace(/^read .*\n/gm, '') },
      { status: 1, stdout: '', said: SENTENCE },
    );
    assert.ok(read.includes(entry));
    assert.deepEqual(
      read.filter((path) => !HARMLESS.test(path)),
      [],
    );
  },
);

test('the check of the command line is the one of the server: neither package can import the other', async () => {
  const [server, cli] = await Promise.all(
    ['server', 'cli'].map((name) => readFile(join(ROOT, name, 'bin', 'require-node.js'), 'utf8')),
  );
  assert.equal(cli, server);
});

test('what the check asks for is what every package says that it needs', async () => {
  for (const name of ['.', 'contract', 'client', 'cli', 'embedded-postgres', 'disk-s3', 'server']) {
    const { engines } = JSON.parse(await readFile(join(ROOT, name, 'package.json'), 'utf8')) as { engines?: object };
    assert.deepEqual(engines, { node: '>=20.19' }, name);
  }
});
