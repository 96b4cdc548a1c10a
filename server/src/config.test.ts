import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { readConfig, readServerConfig } from './config.js';
import { ConfigError, SETTINGS, type Environment } from './settings.js';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_BUCKET: 'signs',
  AWS_ACCESS_KEY_ID: 'AKIA',
  AWS_SECRET_ACCESS_KEY: 'shhh',
};

test('docs/configuration.md has a row for every setting, with its default and a sentence, and no other', async () => {
  const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` +\| *(?:`([^`]*)`)? *\| (.*?) *\|$/gm)];
  assert.deepEqual(
    rows.map(([, name, fallback = '']) => [name, fallback]),
    Object.entries(SETTINGS),
  );
  for (const [, name, , about = ''] of rows) assert.match(about, /^[A-Z`].{10,}\.$/, name);
});

describe('without any setting', () => {
  test('the defaults hold', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://127.0.0.1:8080',
      admin: undefined,
      trustedProxies: ['127.0.0.0/8', '::1'],
      allowedHosts: [],
      dataDir: resolve('data'),
      needsVolume: false,
      databaseUrl: undefined,
      postgresBin: undefined,
      databaseUrlFile: undefined,
      mayCreateDatabase: true,
      runsUnder: undefined,
      databaseDirectUrl: undefined,
      kept: { activityDays: undefined, usageDays: undefined },
      databaseConnections: 10,
      workers: 1,
      demo: true,
      stopMs: 10_000,
      logLevel: 'info',
      readsPerMinute: 120,
      writesPerMinute: 30,
      maxTagsPerMedia: 50,
      maxPlaylists: 2_000,
      maxPlaylistItems: 200_000,
      maxCampaigns: 5_000,
      maxTags: 10_000,
      mail: undefined,
      company: undefined,
      secretKey: undefined,
      misspelled: [],
      storage: {
        kind: 'disk',
        port: 8081,
        baseUrl: 'http://127.0.0.1:8081',
        reserveBytes: 1024 ** 3,
        secret: undefined,
      },
      backup: undefined,
      traces: undefined,
      sweepsStorage: true,
    });
  });

  test('a server needs SECRET_KEY with DATABASE_URL, and misspelled settings are named with the faults', () => {
    const env = { DATABASE_URL: 'postgres://db/vitrine', SECRETKEY: 'x'.repeat(32) };
    assert.throws(() => readServerConfig(env), {
      message:
        'Configuration: SECRET_KEY is needed with DATABASE_URL: set it, the same on every instance (openssl rand -base64 32).\n' +
        'Configuration: SECRETKEY is not a setting. Did you mean SECRET_KEY?',
    });
    assert.equal(readServerConfig({ ...env, SECRET_KEY: 'x'.repeat(32) }).secretKey, 'x'.repeat(32));
    assert.equal(readServerConfig({}).secretKey, undefined);
    assert.equal(readConfig(env).secretKey, undefined);
  });

  test.each([
    ['SECRETKEY', 'SECRET_KEY'],
    ['secret_key', 'SECRET_KEY'],
    ['SECRETKEY_FILE', 'SECRET_KEY_FILE'],
    ['S3_BUKET', 'S3_BUCKET'],
    ['WORKER', 'WORKERS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['BAES_URL', 'BASE_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('%s is taken for a misspelled %s', (name, meant) => {
    assert.deepEqual(readConfig({ [name]: 'x' }).misspelled, [{ name, meant }]);
  });

  test('variables of other programs are not taken for misspelled settings', () => {
    const others = [
      'HOME',
      'HOSTNAME',
      'POST',
      'LANG',
      'USER',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
      'PGHOST',
      'TMPDIR',
    ];
    const ofCloud = [
      'AWS_REGION',
      'AWS_DEFAULT_REGION',
      'KUBERNETES_PORT',
      'POSTGRES_PORT',
      'OTEL_RESOURCE_ATTRIBUTES',
    ];
    const env = Object.fromEntries([...others, ...ofCloud].map((name) => [name, 'x']));
    assert.deepEqual(readConfig(env).misspelled, []);
    assert.deepEqual(readConfig({ SECRETKEY: '' }).misspelled, []);
  });

  test('an empty value counts as not set', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    assert.deepEqual(readConfig(empty), readConfig({}));
  });
});

describe('what follows from other settings', () => {
  test('the storage port is the one after PORT, unless given', () => {
    assert.deepEqual(readConfig({ PORT: '9000' }).storage, {
      kind: 'disk',
      port: 9001,
      baseUrl: 'http://127.0.0.1:9001',
      reserveBytes: 1024 ** 3,
      secret: undefined,
    });
    assert.equal(storagePort({ PORT: '9000', STORAGE_PORT: '7000' }), 7000);
  });

  test.each([
    ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', '::', 'http://127.0.0.1:8080'],
    ['::1', '::1', 'http://[::1]:8080'],
    ['[::1]', '::1', 'http://[::1]:8080'],
    ['signs.local', 'signs.local', 'http://signs.local:8080'],
  ])('HOST=%s listens on %s and is reached under %s', (given, host, baseUrl) => {
    const config = readConfig({ HOST: given });
    assert.deepEqual([config.host, config.baseUrl], [host, baseUrl]);
  });

  test('given addresses are taken without their last slash', () => {
    const config = readConfig({ BASE_URL: 'https://api.example.com/', STORAGE_BASE_URL: 'https://files.example.com' });
    assert.equal(config.baseUrl, 'https://api.example.com');
    assert.equal(config.storage.kind === 'disk' && config.storage.baseUrl, 'https://files.example.com');
  });

  test('demo content must be asked for on a database that was pointed to, and in production', () => {
    const DATABASE_URL = 'postgres://vitrine@db/vitrine';
    assert.equal(readConfig({ DATABASE_URL }).demo, false);
    assert.equal(readConfig({ DATABASE_URL, DEMO: 'on' }).demo, true);
    assert.equal(readConfig({ DEMO: 'off' }).demo, false);
    assert.equal(readConfig({ NODE_ENV: 'production' }).demo, false);
    assert.equal(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo, true);
    assert.equal(readConfig({ NODE_ENV: 'development' }).demo, true);
  });

  test('seeds the demo beyond loopback only when DEMO asks for it', () => {
    for (const HOST of ['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])
      assert.equal(readConfig({ HOST }).demo, true, HOST);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.2', 'screens.local'])
      assert.equal(readConfig({ HOST }).demo, false, HOST);
    assert.equal(readConfig({ HOST: '0.0.0.0', DEMO: 'on' }).demo, true);
  });

  test('the admin port is off unless it is set, on this machine alone unless told otherwise, and a port of its own', () => {
    assert.deepEqual(readConfig({ ADMIN_PORT: '9090' }).admin, { host: '127.0.0.1', port: 9090 });
    const wide = readConfig({ ADMIN_PORT: '9090', ADMIN_HOST: '::' });
    assert.deepEqual(wide.admin, { host: '::', port: 9090 });
    for (const ADMIN_PORT of ['8080', '8081']) {
      assert.throws(() => readConfig({ ADMIN_PORT }), /ADMIN_PORT must differ from PORT and STORAGE_PORT/);
    }
  });

  test('hosts that may be called are compared as URLs write them', () => {
    const WEBHOOK_ALLOWED_HOSTS = 'Till.internal, 10.0.0.9:9000,[FD00::7]:443,shop:80,';
    assert.deepEqual(readConfig({ WEBHOOK_ALLOWED_HOSTS }).allowedHosts, [
      'till.internal',
      '10.0.0.9:9000',
      '[fd00::7]:443',
      'shop:80',
    ]);
  });

  test('sweeping must be asked for where database and files are not in one folder', () => {
    const DATABASE_URL = 'postgres://vitrine@db/vitrine';
    assert.equal(readConfig({ DATABASE_URL }).sweepsStorage, false);
    assert.equal(readConfig(S3).sweepsStorage, false);
    assert.equal(readConfig({ ...S3, DATABASE_URL, STORAGE_SWEEP: 'on' }).sweepsStorage, true);
    assert.equal(readConfig({ STORAGE_SWEEP: 'off' }).sweepsStorage, false);
  });

  test.each([
    'postgres://vitrine:secret@db.internal:5432/vitrine?sslmode=require',
    'postgresql://db/vitrine',
    'postgres://vitrine@/vitrine?host=/var/run/postgresql&port=5433',
    'postgres:///vitrine?host=/var/run/postgresql',
  ])('DATABASE_URL=%s is taken as it is', (url) => {
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
  });

  const MAIL_FROM = 'Vitrine <no-reply@example.com>';
  test.each([
    ['smtps://mail.example.com', ['mail.example.com', 465, true, false, undefined, undefined]],
    ['smtp://me:p%40ss:w@mail.example.com', ['mail.example.com', 587, false, true, 'me', 'p@ss:w']],
    ['smtp://me@mail.example.com:80', ['mail.example.com', 80, false, true, 'me', undefined]],
    ['smtp://mail.internal:25?requireTLS=false', ['mail.internal', 25, false, false, undefined, undefined]],
    ['smtp://127.0.0.1:2525', ['127.0.0.1', 2525, false, false, undefined, undefined]],
    ['smtp://[::1]:2525?requireTLS=true', ['::1', 2525, false, true, undefined, undefined]],
  ])('mail goes by %s, with TLS unless it stays on this machine or is told otherwise', (SMTP_URL, expected) => {
    const mail = readConfig({ SMTP_URL, MAIL_FROM }).mail;
    assert.deepEqual([mail?.host, mail?.port, mail?.isSecure, mail?.requiresTls, mail?.user, mail?.password], expected);
    assert.equal(mail?.from, MAIL_FROM);
  });

  test('the S3 settings choose that store; keys alone do not', () => {
    assert.deepEqual(readConfig({ ...S3, S3_INTEGRITY: 'verify' }).storage, {
      kind: 's3',
      publicEndpoint: undefined,
      addressing: 'path',
      endpoint: 'https://s3.example.com',
      bucket: 'signs',
      region: 'us-east-1',
      integrity: 'verify',
      credentials: {
        kind: 'keys',
        keys: { accessKeyId: 'AKIA', secretAccessKey: 'shhh', sessionToken: undefined },
        files: {},
      },
    });
    assert.equal(readConfig({ AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'shhh' }).storage.kind, 'disk');
  });
});

describe('a fault is named with what to do', () => {
  const port = 'set it to a whole number from 1 to 65535.';
  const count = 'set it to a whole number from 1 to 1000000.';
  const web = 'is no address: set it to one that begins with http:// or https:// and has no ? or #.';
  const networks = 'set it to addresses or networks such as 10.0.0.0/8, by commas.';
  const hosts = 'set it to hosts such as till.internal or 10.0.0.9:9000, by commas.';
  const database =
    'DATABASE_URL is no address of a database: set it to one such as postgres://user:password@host:5432/database.';
  const mailServer =
    'SMTP_URL is no address of a mail server: set it to one such as smtps://user:password@mail.example.com.';
  const sender = 'is no sender: with SMTP_URL set it to one such as Vitrine <no-reply@example.com>.';
  const needed = 'is needed for an S3 store: set it, or unset S3_ENDPOINT and S3_BUCKET to use the embedded store.';

  test.each<[Environment, string[]]>([
    [{ PORT: 'http' }, [`PORT is «http»: ${port}`]],
    [{ PORT: '0' }, [`PORT is «0»: ${port}`]],
    [{ PORT: '70000' }, [`PORT is «70000»: ${port}`]],
    [{ PORT: '65535' }, ['STORAGE_PORT must be set, because PORT + 1 is no port.']],
    [{ HOST: '300.1.1.1' }, ['HOST is «300.1.1.1»: set it to a host name or an IP address.']],
    [{ HOST: 'localhost:8080' }, ['HOST is «localhost:8080»: set it to a host name or an IP address.']],
    [{ HOST: 'http://localhost' }, ['HOST is «http://localhost»: set it to a host name or an IP address.']],
    [{ WEBHOOK_ALLOWED_HOSTS: 'till,10.0.0.0/8' }, [`WEBHOOK_ALLOWED_HOSTS has «10.0.0.0/8»: ${hosts}`]],
    [{ WEBHOOK_ALLOWED_HOSTS: '*.internal' }, [`WEBHOOK_ALLOWED_HOSTS has «*.internal»: ${hosts}`]],
    [{ STORAGE_PORT: '8080' }, ['STORAGE_PORT must differ from PORT.']],
    [{ STORAGE_PORT: '-1' }, [`STORAGE_PORT is «-1»: ${port}`]],
    [{ BASE_URL: 'example.com' }, [`BASE_URL ${web}`]],
    [{ BASE_URL: 'https://example.com/?key=1' }, [`BASE_URL ${web}`]],
    [{ STORAGE_BASE_URL: 'ftp://example.com' }, [`STORAGE_BASE_URL ${web}`]],
    [
      { STORAGE_BASE_URL: 'https://example.com/files' },
      ['STORAGE_BASE_URL must have no path: give files a host or a port of their own.'],
    ],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,balancer' }, [`TRUSTED_PROXIES has «balancer»: ${networks}`]],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, [`TRUSTED_PROXIES has «10.0.0.0/33»: ${networks}`]],
    [{ TRUSTED_PROXIES: '::1,' }, [`TRUSTED_PROXIES has «»: ${networks}`]],
    [{ DATABASE_URL: 'mysql://me:hunter2@db/vitrine' }, [database]],
    [{ DATABASE_URL: 'postgres://me:hunter2@db:port/vitrine' }, [database]],
    [{ DATABASE_URL: 'hunter2' }, [database]],
    [{ SMTP_URL: 'https://me:hunter2@mail.example.com', MAIL_FROM: 'a@b.c' }, [mailServer]],
    [{ SMTP_URL: 'smtp://me:hunter2@mail.example.com?tls=off', MAIL_FROM: 'a@b.c' }, [mailServer]],
    [{ SMTP_URL: 'smtp://me:hunter2@:25', MAIL_FROM: 'a@b.c' }, [mailServer]],
    [{ SMTP_URL: 'smtp://mail' }, [`MAIL_FROM ${sender}`]],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'Vitrine' }, [`MAIL_FROM ${sender}`]],
    [{ MAIL_FROM: 'a@b.c' }, ['MAIL_FROM is of no use without SMTP_URL: set that too, or unset it.']],
    [{ DEMO: 'yes' }, ['DEMO is «yes»: set it to one of on, off.']],
    [{ LOG_LEVEL: 'loud' }, ['LOG_LEVEL is «loud»: set it to one of trace, debug, info, warn, error, fatal, silent.']],
    [{ READS_PER_MINUTE: '1.5' }, [`READS_PER_MINUTE is «1.5»: ${count}`]],
    [{ WORKERS: 'two' }, ['WORKERS is «two»: set it to a whole number from 1 to 256, or to auto.']],
    [{ WRITES_PER_MINUTE: '0' }, [`WRITES_PER_MINUTE is «0»: ${count}`]],
    [{ MAX_TAGS_PER_MEDIA: 'all' }, ['MAX_TAGS_PER_MEDIA is «all»: set it to a whole number from 1 to 1000.']],
    [{ STORAGE_SECRET: 'hunter2' }, ['STORAGE_SECRET must have at least 32 characters.']],
    [
      {
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2,nothing',
        OTEL_TRACES_SAMPLER: 'jaeger_remote',
        OTEL_TRACES_SAMPLER_ARG: 'half',
      },
      [
        'OTEL_TRACES_SAMPLER is «jaeger_remote»: set it to one of parentbased_always_on, parentbased_traceidratio, parentbased_always_off, always_on, traceidratio, always_off.',
        'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1.',
        'OTEL_EXPORTER_OTLP_HEADERS has a part that is no header: set it to name=value, by commas.',
      ],
    ],
    [{ SECRET_KEY: 'hunter2' }, ['SECRET_KEY must have at least 32 characters: openssl rand -base64 32.']],
    [
      { S3_ENDPOINT: S3.S3_ENDPOINT },
      [
        `S3_BUCKET ${needed}`,
        'AWS_ACCESS_KEY_ID is needed for an S3 store, with AWS_SECRET_ACCESS_KEY: set them or another source of keys (docs/configuration.md#keys-of-the-bucket), or unset S3_ENDPOINT and S3_BUCKET to use the embedded store.',
      ],
    ],
    [{ ...S3, S3_ENDPOINT: '' }, [`S3_ENDPOINT ${needed}`]],
    [{ ...S3, S3_ENDPOINT: 'minio' }, [`S3_ENDPOINT ${web}`]],
    [
      { ...S3, S3_INTEGRITY: 'md5' },
      ['S3_INTEGRITY is «md5»: set it to one of checksum, checksum+algorithm, payload-hash, verify.'],
    ],
    [
      { PORT: 'x', LOG_LEVEL: 'y' },
      [`PORT is «x»: ${port}`, 'LOG_LEVEL is «y»: set it to one of trace, debug, info, warn, error, fatal, silent.'],
    ],
  ])('%j', (env, faults) => {
    const { message } = faultOf(env);
    assert.equal(message, faults.map((fault) => `Configuration: ${fault}`).join('\n'));
    assert.ok(!message.includes('hunter2'), 'a password is never repeated');
  });
});

function storagePort(env: Environment): number | undefined {
  const { storage } = readConfig(env);
  return storage.kind === 'disk' ? storage.port : undefined;
}

function faultOf(env: Environment): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('no fault was found');
}

describe('BACKUP_DIR', () => {
  test('says where, when by UTC, and how many', () => {
    const env = { BACKUP_DIR: '/backups', BACKUP_AT: '23:59', BACKUP_KEEP: '30' };
    assert.deepEqual(readConfig(env).backup, { folder: '/backups', minuteOfDay: 1439, keep: 30 });
    assert.deepEqual(readConfig({ BACKUP_DIR: '/backups' }).backup, { folder: '/backups', minuteOfDay: 180, keep: 7 });
  });

  test.each([
    { BACKUP_AT: '24:00' },
    { BACKUP_AT: '3:00' },
    { BACKUP_KEEP: '0' },
    { ...S3 },
    { BACKUP_DIR: '/data/of/backups', DATA_DIR: '/data' },
    { BACKUP_DIR: '/data', DATA_DIR: '/data' },
  ])('with %j it is refused', (more) => {
    assert.throws(() => readConfig({ BACKUP_DIR: '/backups', ...more }), ConfigError);
  });

  test('a folder beside DATA_DIR whose name begins as that does is taken', () => {
    const env = { BACKUP_DIR: '/data-backups', DATA_DIR: '/data' };
    assert.equal(readConfig(env).backup?.folder, '/data-backups');
  });
});

describe('settings in files', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'vitrine-settings-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function fileOf(text: string): Promise<string> {
    const path = join(folder, String(Math.random()));
    await writeFile(path, text);
    return path;
  }

  test('every one may stand in one', async () => {
    for (const name of Object.keys(SETTINGS)) {
      const text = name === 'PORT' ? '1234' : 'https://one.example.com';
      const [given, inFile] = [{ [name]: text }, { [`${name}_FILE`]: await fileOf(`${text}\n`) }].map(outcomeOf);
      assert.deepEqual(inFile, given, name);
      assert.match(String(outcomeOf({ [`${name}_FILE`]: join(folder, 'away') })), new RegExp(`${name}_FILE leads to`));
    }
  });

  test('of what is behind the value only one line end is left out', async () => {
    const secretKey = 'spaces and more at its end are kept \t\n';
    for (const end of ['\n', '\r\n'])
      assert.equal(readConfig({ SECRET_KEY_FILE: await fileOf(secretKey + end) }).secretKey, secretKey);
  });

  test('given both ways, empty or out of reach it is a fault, and nothing of a file is repeated', async () => {
    const secret = await fileOf('postgres://me:a-password@db/vitrine');
    const [empty, away] = [await fileOf('\n'), join(folder, 'away')];
    const env = {
      DATABASE_URL: 'postgres://db/vitrine',
      DATABASE_URL_FILE: secret,
      SECRET_KEY_FILE: empty,
      STORAGE_SECRET_FILE: away,
      LOG_LEVEL_FILE: folder,
    };
    assert.deepEqual(outcomeOf(env), [
      'Configuration: DATABASE_URL is given twice: unset it, or unset DATABASE_URL_FILE.',
      `Configuration: LOG_LEVEL_FILE leads to «${folder}», which cannot be read (EISDIR): mount it, and let the service read it.`,
      `Configuration: STORAGE_SECRET_FILE leads to «${away}», which cannot be read (ENOENT): mount it, and let the service read it.`,
      `Configuration: SECRET_KEY_FILE leads to «${empty}», which is empty: write the value into it.`,
    ]);
    assert.deepEqual(outcomeOf({ DATABASE_URL_FILE: '' }), outcomeOf({}));
  });
});

function outcomeOf(env: Environment): unknown {
  try {
    return readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message.split('\n');
  }
}
