// What an operator brings: an authority with its certificates, a new PostgreSQL, a store and its key, a mail server.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { startCeph } from '../ceph.mjs';

const MAILBOX = { user: 'vitrine', password: 'a password of the mailbox' };

export async function bring() {
  const authority = makeAuthority();
  mkdirSync('/etc/vitrine/tls', { recursive: true });
  mkdirSync('/etc/postgresql/tls', { recursive: true });
  writeFileSync('/etc/vitrine/ca.crt', authority.certificate);
  for (const name of ['signage', 'files']) {
    const { certificate, key } = authority.issue(`${name}.example.com`);
    writeFileSync(`/etc/vitrine/tls/${name}.pem`, certificate + key);
  }
  makeDatabaseServer(authority.issue('db.example.com'));
  const ceph = await startCeph();
  await forward('10.20.0.30', 7480, Number(new URL(ceph.endpoint).port));
  writeFileSync('/etc/vitrine/storage-key-id', ceph.accessKeyId);
  writeFileSync('/etc/vitrine/storage-key', ceph.secretAccessKey);
  const mails = await startMailServer(authority.issue('mail.example.com'));
  const { user, password } = MAILBOX;
  writeFileSync('/etc/vitrine/smtp-url', `smtps://${user}:${encodeURIComponent(password)}@mail.example.com`);
  return { ca: authority.certificate, mails };
}

function makeAuthority() {
  const folder = '/tmp/authority';
  mkdirSync(folder);
  const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const read = (name) => readFileSync(`${folder}/${name}`, 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=Walk');
  return {
    certificate: read('ca.crt'),
    issue(host) {
      openssl('req', ...newKey, '-keyout', `${host}.key`, '-out', `${host}.csr`, '-subj', `/CN=${host}`);
      writeFileSync(`${folder}/${host}.ext`, `subjectAltName=DNS:${host}\n`);
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', `${host}.ext`];
      openssl('x509', '-req', '-in', `${host}.csr`, ...signed, '-out', `${host}.crt`);
      return { certificate: read(`${host}.crt`), key: read(`${host}.key`) };
    },
  };
}

// As `apt-get install postgresql` leaves it.
function makeDatabaseServer({ certificate, key }) {
  const run = (...command) => execFileSync(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] });
  if (existsSync('/etc/postgresql/15/main')) run('pg_dropcluster', '15', 'main');
  writeFileSync('/etc/postgresql/tls/db.crt', certificate);
  writeFileSync('/etc/postgresql/tls/db.key', key);
  chmodSync('/etc/postgresql/tls/db.key', 0o600);
  run('chown', '-R', 'postgres', '/etc/postgresql/tls');
  run('pg_createcluster', '15', 'main', '--port=5432');
  run('pg_ctlcluster', '15', 'main', 'start');
}

async function forward(host, port, to) {
  const server = createServer((inside) => {
    const outside = connect(to, '127.0.0.1');
    inside.pipe(outside).pipe(inside);
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ])
      one.on('error', () => other.destroy());
  });
  await once(server.listen(port, host), 'listening');
}

async function startMailServer({ certificate: cert, key }) {
  const mails = [];
  const server = new SMTPServer({
    secure: true,
    cert,
    key,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === MAILBOX.user && password === MAILBOX.password
        ? done(null, { user: username })
        : done(new Error('wrong user or password')),
    onData(stream, { envelope, secure }, done) {
      void buffer(stream).then((bytes) => {
        mails.push({ secure, to: envelope.rcptTo.map(({ address }) => address), text: bytes.toString() });
        done();
      });
    },
  });
  server.on('error', () => {}); // a client that hangs up
  await once(server.listen(465, '10.20.0.40'), 'listening');
  return mails;
}
