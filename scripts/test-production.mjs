// npm run test:production: walks docs/going-to-production.md on this machine, with the page's own files and commands, from
// nothing to two instances that one may lose. In a network and folders of its own: nothing of it is left.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { Agent, request } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireCeph } from './ceph.mjs';
import { enter, requirePrograms, settle } from './production/own-machine.mjs';
import { walkOneMachine } from './production/one-machine.mjs';
import { readPage } from './production/read-page.mjs';
import { build, installMissing, requireNode, ROOT } from './prepare.mjs';

const SITE = 'https://signage.example.com';
const CONSOLE = '/api/console/v1';
const PICTURE = join(ROOT, 'docs', 'console', 'media-1440-light.png');
const OWNER = { email: 'owner@example.com', password: 'bread is baked at four' };
const WAIT_MS_MAX = 60_000;
const OWN_CA = { NODE_EXTRA_CA_CERTS: '/etc/vitrine/ca.crt' };
const environment = (more = {}) => ({
  PATH: `/opt/vitrine/node_modules/.bin:${process.env.PATH}`,
  HOME: '/tmp',
  // Else bash takes itself for one that a network daemon has started.
  SHLVL: '2',
  ...more,
});

if (process.argv.includes('--inside')) await walk();
else {
  requireNode();
  requirePrograms();
  // Here: inside, there is no network to fetch it over.
  requireCeph();
  installMissing();
  build();
  process.exitCode = enter(import.meta.filename);
}

async function walk() {
  try {
    settle();
    await walkPage();
    console.log('\nThe page holds: from nothing to two instances, by its own words.');
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function walkPage() {
  const page = readPage();
  const say = numbered();
  say('what an operator brings: an authority, PostgreSQL, a store, a mail server');
  // Late: its mail server is a package, which a fresh clone has only now.
  const { bring } = await import('./production/bring.mjs');
  const { ca, mails } = await bring();
  for (const path of page.brought) assert.ok(statSync(path).size > 0, path);
  assert.equal(page.brought.length, 8);
  const site = openSite(ca);

  say('secrets, PostgreSQL with TLS, settings');
  const atBucket = page.steps.findIndex(({ body }) => body.includes('storage set-up'));
  for (const step of page.steps.slice(0, atBucket)) await take(step);
  say('the proxy (haproxy), the bucket with CORS');
  let proxy = start('proxy', page.named('proxy=haproxy'));
  await site.until('/readyz', 503);
  for (const step of page.steps.slice(atBucket)) await take(step);

  say('two instances');
  const machines = ['10.20.0.11', '10.20.0.12'].map((address) => newMachine(page, address));
  await Promise.all(machines.map((machine) => machine.start()));
  await site.until('/readyz', 200);
  assert.equal((await site.ask('GET', '/metrics')).status, 404);
  assert.equal(await statusOverPlainHttp(), 308);

  say('an instance with another secret key, and one without, are refused');
  await refuseOtherKeys(page);

  say('the first merchant and its owner, by the address that the second instance printed');
  const cookie = await makeFirstMerchant(site, machines[1].said());

  say('a colleague is invited, by mail over TLS');
  const invited = await site.post('/invitations', { email: 'colleague@example.com', role: 'admin' }, cookie);
  assert.equal(invited.status, 200, invited.body);
  const isThere = () =>
    mails.some(({ to, secure, text }) => to[0] === 'colleague@example.com' && secure && /join/.test(text));
  await until(isThere, 'the invitation by mail');

  say('a token, and an upload by the command line');
  const token = await issueToken(site, cookie);
  console.log(await run(page.named('upload'), { VITRINE_URL: SITE, VITRINE_TOKEN: token, PICTURE, ...OWN_CA }));
  await compareUploaded(site, token);

  for (const name of ['haproxy', 'nginx', 'caddy']) {
    say(`doctor, behind ${name}`);
    proxy.kill();
    await once(proxy, 'exit');
    proxy = start('proxy', page.named(`proxy=${name}`));
    await site.until('/readyz', 200);
    assert.equal((await site.ask('GET', '/metrics')).status, 404);
    const found = await run(page.named('doctor'));
    console.log(found);
    assert.doesNotMatch(found, /\bfault\b/);
    await compareUploaded(site, token);
  }
  proxy.kill();
  await once(proxy, 'exit');
  proxy = start('proxy', page.named('proxy=haproxy'));
  await site.until('/readyz', 200);

  say('a backup, restored into a database of another name');
  console.log(await run(page.named('backup')));
  await restoreNewest();

  say('one instance is killed while requests run');
  await killOne(site, machines[0]);

  say('PostgreSQL restarts while requests run');
  await restartDatabase(site, token);

  say('one machine with the embedded database and store: settings, secret key, full disk');
  await walkOneMachine({ run, start, until });
}

function numbered() {
  let at = 0;
  return (words) => console.log(`\n${(at += 1)}. ${words}`);
}

// A file is written, a command is run, as they stand in the page.
async function take({ mark, body }) {
  if (mark === 'run') return run(body);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, body);
}

// Not spawnSync: the mail server and the way to the store are in this process.
async function run(script, more) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: '/opt/vitrine',
    env: environment(more),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: WAIT_MS_MAX,
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error(`exit ${child.exitCode ?? child.signalCode}:\n${script}\n${stdout}${stderr}`);
  return stdout.trimEnd();
}

function start(name, script, user = [], more = {}) {
  const [program, ...args] = [...user, 'bash', '-euo', 'pipefail', '-c', script];
  const child = spawn(program, args, {
    cwd: '/opt/vitrine',
    env: environment(more),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (one) => (child.said += one));
  child.once('exit', (code, signal) => {
    if (signal === null && code !== 0) console.error(`${name} ended with ${code}:\n${child.said.slice(-2000)}`);
  });
  return child;
}

// Each has a settings file of its own, with its address in it.
function newMachine(page, address) {
  const settings = `/etc/vitrine/environment-of-${address}`;
  writeFileSync(settings, readFileSync('/etc/vitrine/environment', 'utf8').replaceAll('10.20.0.11', address));
  mkdirSync('/var/lib/vitrine', { recursive: true });
  spawnSync('chown', ['-R', 'vitrine:vitrine', '/var/lib/vitrine', settings]);
  const user = ['setpriv', '--reuid=vitrine', '--regid=vitrine', '--init-groups'];
  let child;
  return {
    async start() {
      child = start(address, page.named('instance').replace('/etc/vitrine/environment', settings), user);
      await until(
        () => child.said.includes('Ctrl-C stops it.'),
        `${address} to be up`,
        () => child.said.slice(-2000),
      );
    },
    said: () => child.said,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function refuseOtherKeys(page) {
  const settings = readFileSync('/etc/vitrine/environment-of-10.20.0.12', 'utf8');
  const ports = settings.replaceAll('10.20.0.12', '127.0.0.1');
  const refusal = async (text) => {
    writeFileSync('/tmp/other-settings', text);
    const error = await run(page.named('instance').replace('/etc/vitrine/environment', '/tmp/other-settings')).then(
      () => assert.fail('it started'),
      (thrown) => String(thrown.message),
    );
    return error;
  };
  writeFileSync('/tmp/other-key', 'another key of 32 characters, or more');
  const other = ports.replace('/etc/vitrine/secret-key', '/tmp/other-key');
  assert.match(await refusal(other), /SECRET_KEY is not the key that this database was sealed with/);
  assert.match(
    await refusal(ports.replace(/^SECRET_KEY_FILE=/m, 'SECRETKEY_FILE=')),
    /SECRET_KEY is needed with DATABASE_URL[^]*Did you mean SECRET_KEY_FILE\?/,
  );
}

function openSite(ca) {
  const agent = new Agent({ ca, keepAlive: true });
  const ask = async (method, path, { headers = {}, body } = {}) => {
    const url = path.startsWith('https:') ? path : SITE + path;
    const sent = request(url, { method, agent, headers: { origin: SITE, ...headers } }).end(body);
    const [answer] = await once(sent, 'response');
    answer.setEncoding('latin1');
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };
  const post = (path, value, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie };
    return ask('POST', CONSOLE + path, { headers, body: JSON.stringify(value) });
  };
  const untilStatus = (path, wanted) =>
    until(async () => (await ask('GET', path).catch(() => undefined))?.status === wanted, `${path} to be ${wanted}`);
  return { ask, post, until: untilStatus };
}

async function until(isSo, what, detail = () => '') {
  const end = performance.now() + WAIT_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}. ${detail()}`);
    await sleep(100);
  }
}

async function statusOverPlainHttp() {
  const [answer] = await once(requestPlain('http://signage.example.com/').end(), 'response');
  answer.resume();
  return answer.statusCode;
}

async function makeFirstMerchant(site, said) {
  const [, secret] = /https:\/\/signage\.example\.com\/first-run#([\w-]{43})\n/.exec(said) ?? [];
  const merchant = { merchantName: 'Corner Bakery', timeZone: 'Europe/Paris', name: 'Olga Owner' };
  const made = await site.post('/first-run', { secret, ...merchant, ...OWNER });
  assert.equal(made.status, 200, made.body);
  assert.equal((await site.post('/first-run', { secret, ...merchant, ...OWNER })).status, 404);
  const cookie = made.headers['set-cookie'].map((one) => one.split(';')[0]).join('; ');
  assert.match(cookie, /^__Host-/);
  const me = await site.ask('GET', `${CONSOLE}/me`, { headers: { cookie } });
  assert.equal(JSON.parse(me.body).merchant.role, 'owner');
  return cookie;
}

async function issueToken(site, cookie) {
  const scopes = ['media:read', 'media:files', 'media:write', 'tags:write'];
  const issued = await site.post('/tokens', { name: 'Web shop', scopes, days: 30 }, cookie);
  const [token] = /vitrine_[\w-]{43}/.exec(issued.body) ?? [];
  assert.ok(token, issued.body);
  return token;
}

// Through the proxy, by the address that the API signed.
async function compareUploaded(site, token) {
  const headers = { authorization: `Bearer ${token}` };
  const listed = await site.ask('GET', '/api/integrations/v1/media?limit=1', { headers });
  assert.equal(listed.status, 200, listed.body);
  const { fileUrl } = JSON.parse(listed.body).items[0];
  assert.ok(fileUrl.startsWith('https://files.example.com/vitrine/'), fileUrl);
  const { status, body } = await site.ask('GET', fileUrl);
  assert.equal(status, 200, body);
  assert.ok(Buffer.from(body, 'latin1').equals(readFileSync(PICTURE)), 'the file came back otherwise');
}

async function restoreNewest() {
  const newest = join('/var/backups/vitrine', readdirSync('/var/backups/vitrine').sort().at(-1));
  await run(`cp ${newest} /tmp/drill.dump; chmod 644 /tmp/drill.dump`);
  const found =
    await run(`su postgres -c 'createdb drill && pg_restore --no-owner --exit-on-error --dbname=drill /tmp/drill.dump &&
    psql --tuples-only --no-align --dbname=drill --command="select name from merchants"'`);
  assert.equal(found, 'Corner Bakery');
}

async function killOne(site, machine) {
  const statuses = new Map();
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      const { status } = await site.ask('GET', `${CONSOLE}/sign-in/ways`).catch(({ code }) => ({ status: code }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const callers = Array.from({ length: 8 }, caller);
  await until(() => (statuses.get(200) ?? 0) >= 200, 'requests to run');
  await machine.kill();
  const before = statuses.get(200);
  await until(() => statuses.get(200) >= before + 500, 'requests to go on');
  await machine.start();
  isOver = true;
  await Promise.all(callers);
  console.log(`${[...statuses].map(([status, count]) => `${count} answers ${status}`).join(', ')}`);
  assert.deepEqual([...statuses.keys()], [200]);
}

// Fewer than the reads of a token in a minute.
async function restartDatabase(site, token) {
  const headers = { authorization: `Bearer ${token}` };
  const sent = [];
  let restarting;
  for (let at = 0; at < 100; at += 1) {
    sent.push(site.ask('GET', '/api/integrations/v1/media?limit=1', { headers }));
    if (at === 20) restarting = run('pg_ctlcluster 15 main restart --mode fast');
    await sleep(50);
  }
  await restarting;
  const failed = (await Promise.all(sent)).filter(({ status }) => status !== 200);
  console.log(`${failed.length} of ${sent.length} failed`);
  assert.ok(failed.length < 5, `${failed.length} failed`);
  for (const { status, headers } of failed) assert.deepEqual([status, headers['retry-after']], [500, '5']);
}
