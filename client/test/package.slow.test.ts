import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { startService, type Service } from '../../tests/harness/service.js';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const tsc = [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p'];

let project: string;
let service: Service;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'vitrine-project-'));
  service = await startService();
  // As it would be published, in a project that has nothing else.
  await run('npm', ['pack', '--pack-destination', project], { cwd: join(ROOT, 'client') });
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './vitrine-client-0.1.0.tgz'], { cwd: project });
});
afterAll(async () => {
  await service.close();
  await rm(project, { recursive: true, force: true });
});

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2023',
  module: 'nodenext',
  skipLibCheck: true,
};

test("the README's examples compile and run in an empty project", async () => {
  const examples = await readExamples();
  assert.equal(examples.length, 3);
  for (const [at, code] of examples.entries()) await writeFile(join(project, `example-${at}.ts`), code);
  const node = { ...OPTIONS, types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')] };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: node, include: ['*.ts'] }));
  await run(process.execPath, [...tsc, project]);
  await writeFile(join(project, 'door.mp4'), 'not much of a film');
  const shop = await service.newMerchant();
  const env = { ...process.env, VITRINE_URL: service.url, VITRINE_TOKEN: shop.secret };
  const outputs: string[] = [];
  for (const at of examples.keys()) {
    const { stdout } = await run(process.execPath, [`example-${at}.js`], { cwd: project, env });
    outputs.push(stdout);
  }
  assert.match(outputs[0] ?? '', /0 null\nWeb shop/);
  assert.match(outputs[1] ?? '', /uploaded: [0-9a-f-]{36} 2\ncodec_unknown/);
  assert.match(outputs[2] ?? '', /no such item/);
});

test('its types need no more than those of a browser', async () => {
  const folder = join(project, 'browser');
  await mkdir(folder);
  await cp(join(project, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  const code = `import { Client, type Media } from '@vitrine/client';
export const upload = async (file: File): Promise<Media> =>
  (await new Client({ baseUrl: 'https://a.example', token: 't' }).media.upload(file, { name: file.name })).media;
// @ts-expect-error a name is needed
void new Client({ baseUrl: '', token: '' }).media.upload(new Blob(), {});
`;
  await writeFile(join(folder, 'page.ts'), code);
  const browser = {
    ...OPTIONS,
    skipLibCheck: false,
    lib: ['es2023', 'dom'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...browser, noEmit: true } }));
  await run(process.execPath, [...tsc, folder]).catch((error: { stdout: string }) => assert.fail(error.stdout));
});

test('resolvers that ignore exports find the code and the types', async () => {
  const folder = join(project, 'old');
  await mkdir(folder);
  await cp(join(project, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  await writeFile(
    join(folder, 'old.ts'),
    "import { Client } from '@vitrine/client';\nexport const client: Client | null = null;\n",
  );
  const old = { ...OPTIONS, types: [], lib: ['es2023', 'dom'], module: 'esnext', moduleResolution: 'bundler' };
  const compilerOptions = { ...old, resolvePackageJsonExports: false, noEmit: true };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(process.execPath, [...tsc, folder]).catch((error: { stdout: string }) => assert.fail(error.stdout));
  // Node reads main, and not exports, of a package that is required by its path.
  const code = "console.log(typeof require('./node_modules/@vitrine/client').Client)";
  const { stdout } = await run(process.execPath, ['-e', code], { cwd: folder });
  assert.equal(stdout, 'function\n');
});

test('it brings no dependencies, no tests and no maps', async () => {
  const installed = join(project, 'node_modules', '@vitrine', 'client');
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    dependencies?: object;
  };
  assert.equal(dependencies, undefined);
  const { stdout } = await run('find', [installed, '-type', 'f', '-not', '-name', '*.js', '-not', '-name', '*.d.ts']);
  const names = stdout
    .trim()
    .split('\n')
    .map((path) => path.slice(installed.length + 1));
  assert.deepEqual(names.toSorted(), ['LICENSE', 'README.md', 'package.json']);
});

async function readExamples(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'client', 'README.md'), 'utf8');
  return [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code ?? '');
}
