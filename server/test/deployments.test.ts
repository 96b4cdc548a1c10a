// What deploy/ says of the service is true: settings exist, metrics exist, files parse. Nothing here starts a container.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig, SETTINGS } from '../src/config.js';
import { findNetworks } from '../src/ip-address.js';
import { useService } from '../../tests/harness/service.js';

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

const service = useService();
let metrics: Set<string>;

beforeAll(async () => {
  await (await service.newMerchant()).get('/media');
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : name,
  );
  // `up` is Prometheus' own.
  metrics = new Set([...names, 'up']);
});

test('compose.yaml: its settings are a configuration that the service accepts, and its files exist', async () => {
  const [compose] = await parsed('compose.yaml');
  for (const name of ['one', 'two']) {
    const env = at(compose, 'services', name, 'environment') as Record<string, string>;
    assertSettings(Object.keys(env));
    assert.equal(readConfig(env).storage.kind, 's3');
  }
  assert.ok(
    existsSync(join(ROOT, 'deploy', String(at(compose, 'x-instance', 'build', 'dockerfile')).replace('deploy/', ''))),
  );
  assert.match(await read('haproxy.cfg'), /server one one:8080\n\s+server two two:8080/);
});

test('the balancer of compose.yaml is the proxy that its instances trust, and passes on no word of callers', async () => {
  const [compose] = await parsed('compose.yaml');
  const { trustedProxies } = readConfig(at(compose, 'services', 'one', 'environment') as Record<string, string>);
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

test('the Kubernetes manifests name each other, the probes of the service, and settings that exist', async () => {
  const [config, secret] = await parsed('kubernetes/config.example.yaml');
  const env = { ...(at(config, 'data') as object), ...(at(secret, 'stringData') as object) } as Record<string, string>;
  assertSettings(Object.keys(env));
  assert.equal(readConfig(env).storage.kind, 's3');
  const [deployment] = await parsed('kubernetes/deployment.yaml');
  const pod = at(deployment, 'spec', 'template', 'spec', 'containers', 0);
  assert.deepEqual(at(pod, 'envFrom'), [{ configMapRef: { name: 'vitrine' } }, { secretRef: { name: 'vitrine' } }]);
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
  assert.match(unit, /^DynamicUser=yes$/m);
  for (const text of [dockerfile, unit]) assert.match(text, /server\/bin\/vitrine-server\.js/);
  assert.ok(existsSync(join(ROOT, 'server/bin/vitrine-server.js')));
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
  const unit = /^ExecStart=\S+ (--.+) \/opt/m.exec(await read('vitrine.service'))?.[1]?.split(' ') ?? [];
  const image = /^CMD (\[.+\])$/m.exec(await read('Dockerfile'))?.[1] ?? '[]';
  const flags = (JSON.parse(image) as string[]).filter((word) => word.startsWith('--'));
  assert.deepEqual(unit, flags);
  assert.ok(flags.length > 0);
  await promisify(execFile)(process.execPath, [...flags, '--eval', '0']);
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-unit-'));
  const file = join(folder, 'vitrine.service');
  // Whether the program is installed where the unit says is not the question here.
  await writeFile(file, (await read('vitrine.service')).replace('/usr/bin/node', process.execPath));
  const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', file]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  await rm(folder, { recursive: true });
  assert.deepEqual(
    (stdout + stderr).split('\n').filter((line) => line.includes('vitrine.service')),
    [],
  );
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
