import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createVitest, type Vitest } from 'vitest/node';
import { IN_CI, NOT_IN_CI } from '../test-projects.mjs';

const ROOT = join(import.meta.dirname, '../..');
// They run files of other projects again, on another store or database.
const REPEATING = ['storage', 'storage-paused', 'cluster'];
const OWN_FOLDERS = ['tests/storage/', 'tests/cluster/'];

describe('the test projects', () => {
  let vitest: Vitest;
  const filesOf = new Map<string, readonly string[]>();
  beforeAll(async () => {
    vitest = await createVitest('test', { root: ROOT, watch: false, reporters: [] });
    for (const project of vitest.projects) {
      const { testFiles } = await project.globTestFiles();
      filesOf.set(
        project.name,
        testFiles.map((file) => relative(ROOT, file)),
      );
    }
  });
  afterAll(() => vitest.close());

  test('run every test file of the repository in exactly one project', () => {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], { cwd: ROOT });
    const files = listed.toString().trim().split('\n');
    assert.ok(files.length > 300, `only ${files.length} test files found`);
    const projectsOf = (file: string) =>
      [...filesOf].filter(([, files]) => files.includes(file)).map(([project]) => project);
    const wrong = files.filter((file) => {
      const isOfOwnFolder = OWN_FOLDERS.some((folder) => file.startsWith(folder));
      const projects = projectsOf(file).filter((project) => isOfOwnFolder || !REPEATING.includes(project));
      // tests/storage is repeated on the cluster.
      return isOfOwnFolder ? projects.length === 0 : projects.length !== 1;
    });
    assert.deepEqual(wrong, []);
  });

  test('run in CI unless a reason says why not', () => {
    const left = NOT_IN_CI.flatMap(({ project }) => (project === undefined ? [] : [project]));
    assert.deepEqual([...IN_CI, ...left].toSorted(), [...filesOf.keys()].toSorted());
    for (const { command, reason } of NOT_IN_CI) assert.ok(reason.length > 0, command);
  });

  test('are all run by .ci/run, which calls npm test and then the rest', async () => {
    const script = await readFile(join(ROOT, '.ci/run'), 'utf8');
    assert.match(script, /^npm test\nnpm run test:all -- --rest$/m);
    const [all, fast] = await Promise.all(
      ['test-all.mjs', 'test.mjs'].map((name) => readFile(join(ROOT, 'scripts', name), 'utf8')),
    );
    for (const project of IN_CI) assert.ok(`${all}${fast}`.includes(`'${project}'`), project);
  });

  test('never retry a test', () => {
    for (const { config, name } of vitest.projects) assert.equal(config.retry ?? 0, 0, name);
  });
});
