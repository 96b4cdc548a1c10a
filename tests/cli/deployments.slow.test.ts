// What deploy/ says of the service is true: settings exist, metrics exist, files parse. Nothing here starts a container.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig, readServerConfig } from '../../server/src/config.js';
import { FETCHED_BYTES_MAX, FETCHES_AT_ONCE_MAX } from '@vitrine/contract/ai-limits';
import { SETTINGS } from '../../server/src/settings.js';
import { fixedCredentials } from '../../server/src/storage/credentials/open-credentials.js';
import { findNetworks } from '../../server/src/ip-address.js';
import { useService } from '../harness/service.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): Promise<string> => readFile(join(ROOT, 'deploy', path), 'utf8');

async function parsed(path: string): Promise<Record<string, unknown>[]> {
  const documents = parseAllDocuments(await read(path), { merge: true });
  assert.ok(Array.isArray(documents));
  for (const document of documents) assert.deepEqual(document.errors, [], path);
  return documents.map((document) => document.toJS() as Record<string, unknown>);
}

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

// Read by malloc, not by the service.
const OTHERS_SETTINGS = ['MALLOC_ARENA_MAX'];
const assertSettings = (names: readonly string[]): void =>
  assert.deepEqual(
    names.filter((name) => !(name in SETTINGS) && !OTHERS_SETTINGS.includes(name)),
    [],
  );

test('an instance has room for the files that are fetched at once', async () => {
  const needed = FETCHED_BYTES_MAX * FETCHES_AT_ONCE_MAX;
  const [deployment] = await parsed('kubernetes/deployment.yaml');
  const [compose] = await parsed('compose.yaml');
  const volume = at(deployment, 'spec', 'template', 'spec', 'volumes', 0, 'emptyDir', 'sizeLimit');
  const tmpfs = at(compose, 'services', 'one', 'tmpfs', 0);
  for (const said of [volume, tmpfs]) {
    const megabytes = Number(/(\d+)(?:Mi|m)$/.exec(String(said))?.[1]);
    assert.ok(megabytes * 1024 * 1024 > needed, String(said));
  }
});

// Prometheus' own, kube-state-metrics' and the node exporter's.
const OTHERS_METRICS = ['up', 'kube_cronjob_status_last_successful_time', 'node_systemd_unit_state'];

const service = useService({
  backups: { newestAt: () => undefined },
  credentials: { ...fixedCredentials({ accessKeyId: '', secretAccessKey: '' }), expiresAt: () => 0 },
});
let metrics: Set<string>;

beforeAll(async () => {
  await (await service.newMerchant()).get('/media');
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : name,
  );
  metrics = new Set([...names, ...OTHERS_METRICS]);
});

// As make-secrets.sh makes them, at the place where a container finds them.
let secrets: string;
beforeAll(async () => {
  secrets = await mkdtemp(join(tmpdir(), 'vitrine-secrets-'));
  await promisify(execFile)(join(ROOT, 'deploy/make-secrets.sh'), [secrets]);
});
afterAll(() => rm(secrets, { recursive: true }));

async function composeEnv(name: string): Promise<Record<string, string>> {
  const [compose] = await parsed('compose.yaml');
  const env = at(compose, 'services', name, 'environment') as Record<string, string>;
  return Object.fromEntries(
    Object.entries(env).map(([key, value]) => [key, value.replace('/run/secrets', secrets)] as const),
  );
}

test.each(['one', 'two'])(
  'compose.yaml: the settings of %s are a configuration that the service accepts',
  async (name) => {
    const env = await composeEnv(name);
    assertSettings(Object.keys(env).map((key) => key.replace(/_FILE$/, '')));
    const { storage, databaseUrl, secretKey } = readServerConfig(env);
    assert.match(secretKey ?? '', /^[0-9a-f]{64}$/);
    assert.ok(storage.kind === 's3' && storage.credentials.kind === 'keys');
    const secret = (file: string): Promise<string> => readFile(join(secrets, file), 'utf8');
    assert.equal(databaseUrl, `postgres://vitrine:${await secret('database-password')}@database:5432/vitrine`);
    const { accessKeyId, secretAccessKey } = storage.credentials.keys;
    // The only form that Garage takes.
    assert.match(accessKeyId, /^GK[0-9a-f]{24}$/);
    assert.match(secretAccessKey, /^[0-9a-f]{64}$/);
    const ofStorage = await secret('storage.env');
    assert.match(ofStorage, new RegExp(`^GARAGE_DEFAULT_ACCESS_KEY=${accessKeyId}$`, 'm'));
    assert.match(ofStorage, new RegExp(`^GARAGE_DEFAULT_SECRET_KEY=${secretAccessKey}$`, 'm'));
  },
);

test('compose.yaml: its files exist, its secrets are made, and none stands in it', async () => {
  const [compose] = await parsed('compose.yaml');
  const services = Object.values(at(compose, 'services') as Record<string, object>);
  const declared = at(compose, 'secrets') as Record<string, { file: string }>;
  for (const [name, { file }] of Object.entries(declared)) assert.equal(file, `./secrets/${name}`);
  const used = services.flatMap((one) => (at(one, 'secrets') ?? []) as string[]);
  assert.deepEqual([...new Set(used)].toSorted(), Object.keys(declared).toSorted());
  const made = (await readdir(secrets)).filter((name) => !name.startsWith('pod-'));
  assert.deepEqual(made.toSorted(), [...Object.keys(declared), 'storage.env'].toSorted());
  const mounted = services
    .flatMap((one) => (at(one, 'volumes') ?? []) as string[])
    .filter((one) => one.startsWith('./'));
  assert.ok(mounted.length > 1);
  for (const one of mounted) assert.ok(existsSync(join(ROOT, 'deploy', one.split(':')[0] ?? '')), one);
  for (const one of services)
    for (const [name, value] of Object.entries((at(one, 'environment') ?? {}) as Record<string, string>))
      assert.ok(name.endsWith('_FILE') || !/PASSWORD|SECRET|KEY|:[^/]*@/.test(`${name}=${value}`), name);
  assert.match(await read('haproxy.cfg'), /server one one:8080\n\s+server two two:8080/);
  // Else they would be in the image.
  assert.match(await read('Dockerfile.dockerignore'), /^deploy\/\*$/m);
});

test('compose.yaml: callers and instances reach the store under one name, and its pages are let in', async () => {
  const [compose] = await parsed('compose.yaml');
  const { storage } = readConfig(await composeEnv('one'));
  assert.ok(storage.kind === 's3');
  const { hostname, port } = new URL(storage.endpoint);
  const store = at(compose, 'services', 'storage');
  assert.deepEqual(at(store, 'networks', 'default', 'aliases'), [hostname]);
  assert.deepEqual(at(store, 'ports'), [`127.0.0.1:${port}:${port}`]);
  const toml = await read('garage.toml');
  assert.match(toml, new RegExp(`^api_bind_addr = "0\\.0\\.0\\.0:${port}"$`, 'm'));
  assert.match(toml, new RegExp(`^s3_region = "${storage.region}"$`, 'm'));
  assert.equal(at(store, 'environment', 'GARAGE_DEFAULT_BUCKET'), storage.bucket);
  assert.deepEqual(await composeEnv('bucket'), await composeEnv('one'));
  assert.deepEqual(at(compose, 'services', 'bucket', 'command'), [
    'node',
    'server/bin/vitrine-server.js',
    'storage',
    'set-up',
  ]);
});

test('every image that deploy/ names is one exact release', async () => {
  const names = (await readdir(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(names.map(async (name) => imagesIn(await readFile(name, 'utf8'))));
  const images = new Set(found.flat());
  assert.ok(images.size > 4, [...images].join(' '));
  assert.deepEqual(
    [...images].filter((image) => !isPinned(image)),
    [],
  );
});

// What is taken from somewhere: stages of a Dockerfile are not.
function imagesIn(text: string): string[] {
  const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, stage]) => stage));
  const named = [...text.matchAll(/^FROM (\S+)|^\s*(?:- )?image: *['"]?([^\s'"}]+)/gm)];
  return named.map(([, from, image]) => from ?? image ?? '').filter((name) => !stages.has(name));
}

// PostgreSQL's releases have two numbers, the others' three.
const isPinned = (image: string): boolean =>
  /@sha256:[0-9a-f]{64}$/.test(image) ||
  (image.startsWith('postgres:') ? /:\d+\.\d+(?:-|$)/ : /:v?\d+\.\d+\.\d+(?:-|$)/).test(image);

test('a planted image without an exact release is found', () => {
  const planted = ['minio/minio', 'node:24-slim', 'haproxy:3.2-alpine', 'postgres:18-alpine', 'vitrine:latest'];
  assert.deepEqual(
    imagesIn(planted.map((image) => `    image: ${image}`).join('\n')).filter((image) => !isPinned(image)),
    planted,
  );
});

test('the balancer of compose.yaml is the proxy that its instances trust, and passes on no word of callers', async () => {
  const [compose] = await parsed('compose.yaml');
  const { trustedProxies } = readConfig(await composeEnv('one'));
  assert.deepEqual(trustedProxies, [at(compose, 'services', 'balancer', 'networks', 'default', 'ipv4_address')]);
  const { subnet, ip_range: others } = Object(at(compose, 'networks', 'default', 'ipam', 'config', 0)) as {
    subnet: string;
    ip_range: string;
  };
  const [balancer = ''] = trustedProxies;
  assert.deepEqual(
    [subnet, others].map((network) => findNetworks([network])?.(balancer)),
    [true, false],
  );
  const frontend = /^frontend api\n((?:.*\n)*?)\n/m.exec(await read('haproxy.cfg'))?.[1] ?? '';
  assert.match(frontend, /^ {2}http-request set-header X-Forwarded-For %\[src\]$/m);
  assert.doesNotMatch(frontend, /forwardfor|add-header X-Forwarded-For/i);
});

// The files that a pod finds where its volume of the secret is mounted, in a folder of this machine.
async function withSecretFiles(data: unknown, secret: unknown, pod: unknown): Promise<Record<string, string>> {
  const mounts = at(pod, 'volumeMounts') as { name: string; mountPath: string }[];
  const place = mounts.find(({ name }) => name === 'secrets')?.mountPath ?? 'nowhere';
  const folder = await mkdtemp(join(secrets, 'pod-'));
  for (const [name, value] of Object.entries(secret as Record<string, string>))
    await writeFile(join(folder, name), value);
  const moved = Object.entries(data as Record<string, string>).map(
    ([name, value]) => [name, value.replace(place, folder)] as const,
  );
  return Object.fromEntries(moved);
}

test('the Kubernetes manifests name each other, the probes of the service, and settings that exist', async () => {
  const [config, secret] = await parsed('kubernetes/config.example.yaml');
  const [deployment] = await parsed('kubernetes/deployment.yaml');
  const pod = at(deployment, 'spec', 'template', 'spec', 'containers', 0);
  assert.deepEqual(at(pod, 'envFrom'), [{ configMapRef: { name: 'vitrine' } }]);
  const env = await withSecretFiles(at(config, 'data'), at(secret, 'stringData'), pod);
  assertSettings(Object.keys(env).map((name) => name.replace(/_FILE$/, '')));
  const { storage, databaseUrl, secretKey } = readServerConfig(env);
  assert.deepEqual(
    [storage.kind, databaseUrl, secretKey],
    ['s3', at(secret, 'stringData', 'database-url'), at(secret, 'stringData', 'secret-key')],
  );
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const path = String(at(pod, probe, 'httpGet', 'path'));
    assert.equal((await fetch(service.url + path)).status, 200, path);
  }
  const labels = at(deployment, 'spec', 'template', 'metadata', 'labels');
  const [[internal], [budget]] = [
    await parsed('kubernetes/service.yaml'),
    await parsed('kubernetes/disruption-budget.yaml'),
  ];
  assert.deepEqual(at(internal, 'spec', 'selector'), labels);
  assert.deepEqual(at(budget, 'spec', 'selector', 'matchLabels'), labels);
});

test('the Dockerfile and the unit: settings that exist, the program that exists, nobody is root', async () => {
  const [dockerfile, unit] = [await read('Dockerfile'), await read('vitrine.service')];
  const env = [...dockerfile.matchAll(/^ENV (.+)$/gm), ...unit.matchAll(/^Environment=(.+)$/gm)];
  assertSettings(env.flatMap(([, line = '']) => [...line.matchAll(/([A-Z_0-9]+)=/g)].map(([, name = '']) => name)));
  assert.match(dockerfile, /^USER node$/m);
  // An anonymous volume would be lost with its container, and without a word.
  assert.doesNotMatch(dockerfile, /^VOLUME/m);
  assert.match(dockerfile, /^FROM runtime AS all-in-one\nENV DATABASE=embedded DATA_IN_CONTAINER=no$/m);
  // Without its settings the service would come up as a new, empty installation.
  assert.match(unit, /^EnvironmentFile=\/etc\/vitrine\/environment$/m);
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const name of workspaces) assert.ok(dockerfile.includes(`COPY ${name}/package.json ${name}/\n`), name);
  assert.match(unit, /^DynamicUser=yes$/m);
  for (const text of [dockerfile, unit]) assert.match(text, /server\/bin\/vitrine-server\.js/);
  assert.ok(existsSync(join(ROOT, 'server/bin/vitrine-server.js')));
});

test('the CronJob runs the script of the timer, on the secret of the instances, as tightly as they run', async () => {
  const [cronJob, claim, script] = await parsed('kubernetes/backup.yaml');
  assert.equal(at(script, 'data', 'back-up-database.sh'), await read('back-up-database.sh'));
  const pod = at(cronJob, 'spec', 'jobTemplate', 'spec', 'template', 'spec');
  const [deployment] = await parsed('kubernetes/deployment.yaml');
  const instance = at(deployment, 'spec', 'template', 'spec');
  assert.deepEqual(at(pod, 'securityContext'), at(instance, 'securityContext'));
  assert.deepEqual(at(pod, 'containers', 0, 'securityContext'), at(instance, 'containers', 0, 'securityContext'));
  const volumes = at(pod, 'volumes') as object[];
  assert.deepEqual(
    [at(volumes, 0, 'persistentVolumeClaim', 'claimName'), at(volumes, 1, 'configMap', 'name')],
    [at(claim, 'metadata', 'name'), at(script, 'metadata', 'name')],
  );
  const [config] = await parsed('kubernetes/config.example.yaml');
  const env = at(pod, 'containers', 0, 'env') as { name: string; value: string }[];
  assert.equal(env.find(({ name }) => name === 'DATABASE_URL_FILE')?.value, at(config, 'data', 'DATABASE_URL_FILE'));
  assert.match(await read('vitrine-backup.service'), /^ExecStart=\/opt\/vitrine\/deploy\/back-up-database\.sh$/m);
});

test('nothing in deploy/ seeds the demo: each says so, and its settings turn it off', async () => {
  const [compose] = await parsed('compose.yaml');
  const [config] = await parsed('kubernetes/config.example.yaml');
  const environments = [
    at(compose, 'services', 'one', 'environment'),
    at(compose, 'services', 'two', 'environment'),
    at(config, 'data'),
    envOf(await read('Dockerfile'), /^ENV (.+)$/gm),
    envOf(await read('vitrine.service'), /^Environment=(.+)$/gm),
  ] as Record<string, string>[];
  for (const env of environments) assert.equal(env['DEMO'], 'off', JSON.stringify(env));
  const unit = environments.at(-1) ?? {};
  assert.equal(readConfig(unit).demo, false);
  // Also where somebody takes the line out.
  assert.equal(readConfig({ ...unit, DEMO: '' }).demo, false);
});

const envOf = (text: string, lines: RegExp): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(lines)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_0-9]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );

test('metrics are asked for at ADMIN_PORT, which no Service and no published port leads to', async () => {
  const [config] = await parsed('kubernetes/config.example.yaml');
  const adminPort = String(at(config, 'data', 'ADMIN_PORT'));
  const [deployment] = await parsed('kubernetes/deployment.yaml');
  const annotations = at(deployment, 'spec', 'template', 'metadata', 'annotations');
  assert.deepEqual(annotations, {
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': adminPort,
    'prometheus.io/path': '/metrics',
  });
  const [internal] = await parsed('kubernetes/service.yaml');
  assert.deepEqual(at(internal, 'spec', 'ports'), [{ name: 'http', port: 80, targetPort: 'http' }]);
  assert.ok(!('ADMIN_HOST' in envOf(await read('vitrine.service'), /^Environment=(.+)$/gm)));
});

test('flags of Node are on the command lines of the unit and the image, which this Node takes', async () => {
  const unit = /^ExecStart=\S+ (--.+) \/opt/m.exec(await read('vitrine.service'))?.[1]?.split(' ');
  const words = /^CMD (\[.+\])$/m.exec(await read('Dockerfile'))?.[1] ?? '[]';
  const image = (JSON.parse(words) as string[]).filter((word) => word.startsWith('--'));
  // The image has Node 24, whose heap is larger.
  assert.deepEqual(unit, ['--max-semi-space-size=4', '--heap-growing-percent=100', '--no-maglev']);
  assert.deepEqual(image, ['--max-semi-space-size=4', '--heap-growing-percent=50', '--no-maglev']);
  for (const flags of [unit, image]) await promisify(execFile)(process.execPath, [...flags, '--eval', '0']);
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with the units', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-unit-'));
  const names = ['vitrine.service', 'vitrine-backup.service', 'vitrine-backup.timer'];
  // Whether the programs are installed where the units say is not the question here.
  for (const name of names) {
    const text = (await read(name)).replace('/usr/bin/node', process.execPath).replace('=/opt/vitrine/', `=${ROOT}/`);
    await writeFile(join(folder, name), text);
  }
  const verify = ['verify', '--man=no', ...names.map((name) => join(folder, name))];
  const { stdout, stderr } = await promisify(execFile)('systemd-analyze', verify).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const when = /^OnCalendar=(.+)$/m.exec(await read('vitrine-backup.timer'))?.[1] ?? '';
  const next = await promisify(execFile)('systemd-analyze', ['calendar', when]);
  await rm(folder, { recursive: true });
  assert.deepEqual(
    (stdout + stderr).split('\n').filter((line) => line.includes('vitrine')),
    [],
  );
  assert.match(next.stdout, /03:00:00 UTC/);
});

test('every metric of the dashboard and the alerts exists, and every alert has its reason', async () => {
  const dashboard = JSON.parse(await read('grafana/dashboard.json')) as {
    panels: { targets: { expr: string }[]; title: string }[];
  };
  const [alerts] = await parsed('prometheus/alerts.yaml');
  const rules = at(alerts, 'groups', 0, 'rules') as {
    alert: string;
    expr: string;
    annotations: Record<string, string>;
  }[];
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];
  assert.ok(expressions.length > 15);
  const missing = expressions.flatMap(metricsIn).filter((name) => !metrics.has(name));
  assert.deepEqual(missing, []);
  for (const { alert, annotations } of rules) {
    assert.ok((annotations['reason'] ?? '').length > 20, `${alert} needs a reason`);
    const runbook = annotations['runbook'];
    assert.ok(runbook === undefined || existsSync(join(ROOT, runbook)), `${alert}: ${runbook}`);
  }
});

test('alerts of others name what is in deploy/', async () => {
  const alerts = await read('prometheus/alerts.yaml');
  const [cronJob] = await parsed('kubernetes/backup.yaml');
  assert.ok(alerts.includes(`{cronjob="${String(at(cronJob, 'metadata', 'name'))}"}`));
  const [, unit = ''] = /node_systemd_unit_state\{name="([^"]+)"/.exec(alerts) ?? [];
  assert.ok(existsSync(join(ROOT, 'deploy', unit)), unit);
});

test.runIf(existsSync('/usr/bin/promtool'))('Prometheus takes the alerts', async () => {
  const rules = join(ROOT, 'deploy/prometheus/alerts.yaml');
  const { stdout } = await promisify(execFile)('promtool', ['check', 'rules', rules]);
  assert.match(stdout, /SUCCESS/);
});

test('deploy/README.md says of every file by what it was run or parsed', async () => {
  const table = await read('README.md');
  const files = await readdir(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true });
  const names = files
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('secrets') && entry.name !== 'README.md')
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, 'deploy/').length));
  assert.deepEqual(
    names.filter((name) => !table.includes(`\`${name.replace(/^kubernetes\/.*/, 'kubernetes/*.yaml')}\``)),
    [],
  );
});

test('a planted metric is found', () => {
  const planted = metricsIn('sum by (le, route) (rate(vitrine_gone_total{status=~"5.."}[5m])) / up > 0.5');
  assert.deepEqual(planted, ['vitrine_gone_total', 'up']);
  assert.equal(metrics.has('vitrine_gone_total'), false);
});

// Names that are not functions, labels, numbers or words of the language.
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/(?<![\w.])[a-z_][a-z0-9_:]*(?!\s*\(|\w)/g)].map(([name]) => name);
}
