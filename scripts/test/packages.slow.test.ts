// What others install: `npm pack` of each published package, in an empty folder outside the repository.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { finish, untilItSays } from '../../cli/test/built-service.js';
import { findFreePort } from '../../tests/harness/free-port.js';
import { installPacked, PUBLISHED, type Installed } from './installed.js';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

let installed: Installed;
beforeAll(async () => {
  installed = await installPacked();
  // What a project in TypeScript has; nothing of it runs.
  await symlink(join(ROOT, 'node_modules/@types'), join(installed.folder, 'node_modules/@types'));
  // The server runs in one piece (scripts/bundle-server.mjs): without where it would begin otherwise, too.
  await rm(join(installed.pathOf('server'), 'dist/main.js'));
});
afterAll(() => installed?.remove());

const cleanEnv = () => ({
  PATH: process.env['PATH'],
  HOME: installed.folder,
  DATA_DIR: join(installed.folder, 'data'),
});

test.each(PUBLISHED)(
  '@vitrine/%s says whose it is, and brings its license, its readme and nothing unbuilt',
  async (name) => {
    const { version, license, repository, publishConfig, engines, private: isPrivate } = await installed.manifest(name);
    const url = 'git+https://git.vitrine.example/vitrine.git';
    assert.deepEqual(
      { version, license, repository, publishConfig, engines, isPrivate },
      {
        version: (JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
        license: 'Apache-2.0',
        repository: { type: 'git', url, directory: name },
        publishConfig: { access: 'public' },
        engines: { node: '>=20.19' },
        isPrivate: undefined,
      },
    );
    const files = await installed.files(name);
    assert.deepEqual(
      files.filter((file) => /\.(map|tsbuildinfo)$|\.test\.|(?<!\.d)\.ts$/.test(file)),
      [],
    );
    assert.ok(files.some((file) => /^dist\/.+\.js$/.test(file)));
    assert.ok(files.includes('README.md'));
    const read = (path: string): Promise<string> => readFile(path, 'utf8');
    assert.equal(await read(join(installed.pathOf(name), 'LICENSE')), await read(join(ROOT, 'LICENSE')));
  },
);

test('what one of them needs of ours is of the same version, and published too', async () => {
  for (const name of PUBLISHED) {
    const { version, dependencies = {} } = await installed.manifest(name);
    for (const [need, wanted] of Object.entries(dependencies).filter(([need]) => need.startsWith('@vitrine/'))) {
      assert.ok(
        PUBLISHED.some((one) => need === `@vitrine/${one}`),
        need,
      );
      assert.equal(wanted, version, `${name} needs ${need}`);
    }
  }
});

test('@vitrine/client and @vitrine/contract are imported by plain Node', async () => {
  const script = `
    import { Client } from '@vitrine/client';
    import { endpoints } from '@vitrine/contract/endpoints';
    import { createRequire } from 'node:module';
    const openapi = createRequire(import.meta.url)('@vitrine/contract/openapi.json');
    console.log(new Client({ baseUrl: 'https://a.example', token: 't' }).baseUrl, endpoints.listTags.path, openapi.openapi);`;
  await writeFile(join(installed.folder, 'script.mjs'), script);
  const { stdout } = await run(process.execPath, ['script.mjs'], { cwd: installed.folder });
  assert.equal(stdout, 'https://a.example /tags 3.1.0\n');
});

const TSC = [
  join(ROOT, 'node_modules/typescript/bin/tsc'),
  '--ignoreConfig',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2023',
  '--types',
  'node',
];

const EXAMPLES = ['contract', 'embedded-postgres', 'disk-s3'] as const;

// All at once: most of the time the compiler reads what they have in common.
let compiled: Promise<unknown> | undefined;
async function compileExamples(): Promise<void> {
  for (const name of EXAMPLES) {
    const readme = await readFile(join(installed.pathOf(name), 'README.md'), 'utf8');
    const [, example = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
    // Another program may have the port of the example.
    const code = example.replaceAll('9000', String(await findFreePort()));
    await mkdir(join(installed.folder, `example-${name}`));
    await writeFile(join(installed.folder, `example-${name}`, 'example.mts'), code);
  }
  const files = EXAMPLES.map((name) => `example-${name}/example.mts`);
  const compiling = run(process.execPath, [...TSC, ...files], { cwd: installed.folder });
  await compiling.catch((error: { stdout: string }) => assert.fail(error.stdout));
}

test.each([
  ['contract', /^GET \/tags tags:read$[^]*^120$/m],
  ['embedded-postgres', /PostgreSQL 18/],
  ['disk-s3', /^200 Hello \{ sizeBytes: 5 \}\n$/],
] as const)("the example in @vitrine/%s's readme compiles and runs", async (name, output) => {
  compiled ??= compileExamples();
  await compiled;
  const cwd = join(installed.folder, `example-${name}`);
  const { stdout } = await run(process.execPath, ['example.mjs'], { cwd, env: cleanEnv() });
  assert.match(stdout, output);
});

test.each(['vitrine', 'vitrine-server'])('npx %s --version is the version of the package', async (name) => {
  const { version } = await installed.manifest('server');
  const { stdout } = await run('npx', ['--no-install', name, '--version'], { cwd: installed.folder, env: cleanEnv() });
  assert.equal(stdout, `${version}\n`);
});

test('the packed server starts empty, serves console, docs and the API to the packed command line, and has the demo with it', async () => {
  const [port, storagePort] = [await findFreePort(), await findFreePort()];
  const env = { ...cleanEnv(), PORT: String(port), STORAGE_PORT: String(storagePort), DEMO: 'off', LOG_LEVEL: 'error' };
  const server = spawn(installed.bin('vitrine-server'), ['serve'], { cwd: installed.folder, env });
  const ended = finish(server);
  await untilItSays(server, 'Ctrl-C stops it.');
  const url = `http://127.0.0.1:${port}`;
  assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { status: 'ok' });
  await assertPages(url);
  const token = await newToken(env);
  const file = join(ROOT, 'examples/shop-sync/pictures/sourdough.png');
  const login = { ...cleanEnv(), VITRINE_URL: url, VITRINE_TOKEN: token };
  const upload = await run(installed.bin('vitrine'), ['media', 'upload', file], { env: login });
  assert.match(upload.stdout, /1 uploaded/);
  // Read from the file in a process of its own.
  const list = await run(installed.bin('vitrine'), ['media', 'list', '--json'], { env: login });
  assert.deepEqual(
    (JSON.parse(list.stdout) as { width: number }[]).map(({ width }) => width),
    [320],
  );
  const { readToken } = await operate(env, 'demo');
  const demo = { ...cleanEnv(), VITRINE_URL: url, VITRINE_TOKEN: readToken };
  const posters = await run(installed.bin('vitrine'), ['media', 'list', '--all', '--json'], { env: demo });
  assert.equal((JSON.parse(posters.stdout) as unknown[]).length, 60);
  server.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

// The whole of it: each script and style that the pages name is there.
async function assertPages(url: string): Promise<void> {
  for (const path of ['/', '/docs', '/docs/quick-start', '/docs/reference']) {
    const response = await fetch(url + path);
    const html = await response.text();
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
    const named = [...html.matchAll(/(?:src|href)="(\/[^"#]+\.(?:js|css|svg)[^"]*)"/g)].map(([, name = '']) => name);
    assert.ok(named.length > 0, path);
    for (const name of named) assert.equal((await fetch(url + name)).status, 200, name);
  }
}

async function newToken(env: NodeJS.ProcessEnv): Promise<string> {
  const { id = '' } = await operate(env, 'merchant', 'create', '--name', 'Corner Bakery');
  const scopes = ['media:read', 'media:write'];
  const args = ['--merchant', id, '--name', 'Shop', '--scope', ...scopes, '--days', '30'];
  return (await operate(env, 'token', 'create', ...args))['token'] ?? '';
}

async function operate(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await run(installed.bin('vitrine-server'), [...args, '--json'], { env, cwd: installed.folder });
  return JSON.parse(stdout) as Record<string, string>;
}
