import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { sendConsole } from '../../../tests/harness/console.js';
import { startService } from '../../../tests/harness/service.js';
import { addDemo, findDemoAccess, seedDemo } from './seed-demo.js';

async function newInstallation() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-demo-'));
  const service = await startService();
  onTestFinished(async () => {
    await service.close();
    await rm(dataDir, { recursive: true });
  });
  const signInAs = async (signIn: object) =>
    (await sendConsole(service.url, 'POST', '/sign-in', { body: signIn })).status;
  const run = (text: string) => service.db.rows<{ name: string }>({ text, values: [] });
  return { deps: { ...service, dataDir }, dataDir, run, signInAs };
}

type Installation = Awaited<ReturnType<typeof newInstallation>>;

// The first merchant is in, the second one not.
async function cutOff({ deps, dataDir, run }: Installation): Promise<void> {
  await run(`create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`);
  await run(`create trigger cut_off before insert on merchants for each row
    when (new.name = 'Harbour Books') execute function cut_off()`);
  await assert.rejects(addDemo(deps), /cut off/);
  await run('drop trigger cut_off on merchants');
  assert.equal((await run('select name from merchants')).length, 1);
  assert.equal(await findDemoAccess(dataDir), undefined);
  assert.equal((await stat(join(dataDir, 'demo.json'))).mode & 0o777, 0o600);
}

async function assertWhole({ dataDir, run, signInAs }: Installation): Promise<void> {
  const access = await findDemoAccess(dataDir);
  assert.ok(access);
  assert.equal(await signInAs({ email: access.email, password: access.password }), 200);
  assert.equal((await run('select name from merchants')).length, 2);
  assert.equal((await run('select name from screens')).length, 2);
  assert.deepEqual(await readdir(dataDir), ['demo.json']);
}

test('a first start that was cut off while it made the demo is made good by the next one, and by no later one', async () => {
  const installation = await newInstallation();
  await cutOff(installation);
  let times = 0;
  for (const at of [1, 2]) {
    await seedDemo(installation.deps, () => void (times += 1));
    assert.equal(times, 1, `start ${at}`);
  }
  await assertWhole(installation);
});

test('so it is by vitrine-server demo', async () => {
  const installation = await newInstallation();
  await cutOff(installation);
  const made = await addDemo(installation.deps);
  assert.deepEqual(made, await findDemoAccess(installation.dataDir));
  await assertWhole(installation);
});

test('a demo whose file is not here is not replaced, however often it is asked for', async () => {
  const { deps, dataDir, signInAs } = await newInstallation();
  const { email, password } = await addDemo(deps);
  const file = join(dataDir, 'demo.json');
  await rm(file);
  for (const at of [1, 2]) {
    await assert.rejects(addDemo(deps), /exists here/, `time ${at}`);
    await assert.rejects(readFile(file), /ENOENT/);
  }
  assert.equal(await signInAs({ email, password }), 200);
});
