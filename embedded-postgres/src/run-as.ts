// As whom PostgreSQL runs. It refuses root, which is what containers and CI are.
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { runCommand, type Command, type Owner } from './run-command.js';
import { makeScratch, removeScratch } from './scratch.js';
import { EmbeddedPostgresError } from './errors.js';

/** `owner` is who must own the cluster and the socket folder, as seen from outside. */
export type RunAs =
  | { readonly kind: 'self'; readonly owner: Owner }
  | { readonly kind: 'account'; readonly owner: Owner }
  | { readonly kind: 'namespace'; readonly owner: Owner; readonly inside: Owner };

/** `owner` is whose the cluster is, where there is one. */
export async function chooseRunAs(postgres: string, dataDir: string, owner?: Owner): Promise<RunAs> {
  const self = currentOwner();
  const accounts = await findAccounts();
  // initdb looks its user up in /etc/passwd, so the namespace wears the number of an account that is there.
  const namespace: RunAs = { kind: 'namespace', owner: self, inside: accounts[0] ?? { uid: 1000, gid: 1000 } };
  if (self.uid !== 0) {
    const nameless = !hasName() && (await canRun(namespace, postgres, dataDir));
    return nameless ? namespace : { kind: 'self', owner: self };
  }
  const usual = [...accounts.map(asAccount), namespace];
  const ways = owner === undefined || owner.uid === 0 ? usual : waysOf(owner, usual);
  for (const way of ways) if (await canRun(way, postgres, dataDir)) return way;
  const [who, advice] = ways.includes(namespace)
    ? ['no other account can', 'Start as an ordinary user.']
    : [`account ${owner?.uid}, whose it is, cannot`, 'Start as that account, or while its server runs.'];
  const message = `PostgreSQL does not run as root, and ${who} reach both ${postgres} and ${dataDir}. ${advice}`;
  throw new EmbeddedPostgresError('unavailable', message);
}

const asAccount = (owner: Owner): RunAs => ({ kind: 'account', owner });

// What root gave to an account before may go on to another. A cluster that somebody made who is not root stays with them:
// given away, it would be closed to their own next start.
function waysOf(owner: Owner, usual: readonly RunAs[]): readonly RunAs[] {
  const isGiven = usual.some((way) => way.kind === 'account' && way.owner.uid === owner.uid);
  return [asAccount(owner), ...(isGiven ? usual : [])];
}

export function toCommand(runAs: RunAs, file: string, args: readonly string[]): Command {
  switch (runAs.kind) {
    case 'self':
      return { file, args, as: undefined };
    case 'account':
      return { file, args, as: runAs.owner };
    case 'namespace': {
      // A user namespace keeps our rights to files while the program sees itself as an ordinary user.
      const { uid, gid } = runAs.inside;
      return {
        file: 'unshare',
        args: ['--user', `--map-user=${uid}`, `--map-group=${gid}`, file, ...args],
        as: undefined,
      };
    }
  }
}

// Asked by doing: permission bits, mounts, quotas and missing capabilities are too many to reason about.
async function canRun(runAs: RunAs, postgres: string, dataDir: string): Promise<boolean> {
  const probeDir = await makeScratch(dataDir, runAs.owner).catch(() => undefined);
  if (probeDir === undefined) return false;
  try {
    const script = '"$1" --version && : > "$2/written"';
    const { code } = await runCommand(toCommand(runAs, '/bin/sh', ['-c', script, 'sh', postgres, probeDir]), 10_000);
    return code === 0;
  } catch {
    return false;
  } finally {
    await removeScratch(probeDir);
  }
}

async function findAccounts(): Promise<readonly Owner[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => lines.find((fields) => fields[0] === name));
  return found
    .map((fields) => ({ uid: Number(fields?.[2]), gid: Number(fields?.[3]) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

function currentOwner(): Owner {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
}

// `docker run --user 4321`: a number without a line in /etc/passwd.
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
