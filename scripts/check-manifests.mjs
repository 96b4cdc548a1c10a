// npm run test:manifests: deploy/kubernetes against the schemas of Kubernetes' own API, deploy/compose.yaml against that of
// the Compose specification. Their packages are large and of no other use, so they are fetched here, in exact versions.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './prepare.mjs';

const PACKAGES = { 'kubernetes-models': '5.1.0', dclint: '3.1.0' };
const CACHE = join(ROOT, '.cache', 'manifests');
const DEPLOY = join(ROOT, 'deploy');

const require = fetchPackages();
const Ajv = require('ajv').default;
const faults = [...checkCompose(), ...(await checkKubernetes())];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function fetchPackages() {
  const list = JSON.stringify({ private: true, dependencies: PACKAGES });
  const file = join(CACHE, 'package.json');
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(join(CACHE, 'node_modules')) || readFileSync(file, 'utf8') !== list) {
    writeFileSync(file, list);
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: CACHE, stdio: 'inherit' });
  }
  return createRequire(file);
}

function checkCompose() {
  const schema = JSON.parse(readFileSync(join(CACHE, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // Its draft is named but not used for anything that ajv does otherwise.
  const { $schema: _draft, ...rules } = schema;
  const validate = ajv.compile(rules);
  const [compose] = documentsOf('compose.yaml');
  const isValid = validate(compose);
  console.log(`compose.yaml: ${Object.keys(compose.services).length} services`);
  return isValid ? [] : validate.errors.map((error) => `compose.yaml${error.instancePath} ${error.message}`);
}

async function checkKubernetes() {
  const faults = [];
  for (const name of readdirSync(join(DEPLOY, 'kubernetes'))) {
    for (const manifest of documentsOf(join('kubernetes', name))) {
      const { apiVersion, kind } = manifest;
      console.log(`kubernetes/${name}: ${apiVersion} ${kind}`);
      const fault = (path, what) => faults.push(`kubernetes/${name}, ${kind}: ${path} ${what}`);
      const validate = await validatorOf(apiVersion, kind);
      const unread = [];
      if (!validate(watched(manifest, unread)))
        for (const { instancePath, keyword, params } of validate.errors)
          fault(instancePath, `${keyword} ${JSON.stringify(params)}`);
      for (const path of unread.flatMap((list) => list())) fault(path, 'is unknown');
    }
  }
  return faults;
}

function validatorOf(apiVersion, kind) {
  const [version, group = 'core'] = apiVersion.split('/').toReversed();
  const [Group, Version] = [group, version].map((word) => word[0].toUpperCase() + word.slice(1));
  const file = join(CACHE, 'node_modules/kubernetes-models/_schemas', `IoK8sApi${Group}${Version}${kind}.js`);
  return import(pathToFileURL(file)).then((module) => module.validate);
}

// The schemas let pass what they do not know. Their validators read every name that they do know, so a name that nobody has
// read is unknown; `unread` gets a function for each object that lists those.
function watched(value, unread, path = '') {
  if (typeof value !== 'object' || value === null) return value;
  const inner = new Map(Object.keys(value).map((key) => [key, watched(value[key], unread, `${path}/${key}`)]));
  const read = new Set();
  unread.push(() => [...inner.keys()].filter((key) => !read.has(key)).map((key) => `${path}/${key}`));
  return new Proxy(value, {
    get(target, key) {
      read.add(key);
      return inner.has(key) ? inner.get(key) : Reflect.get(target, key);
    },
  });
}

function documentsOf(path) {
  return parseAllDocuments(readFileSync(join(DEPLOY, path), 'utf8'), { merge: true }).map((one) => one.toJS());
}
