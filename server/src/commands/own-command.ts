import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.js';
import { ownFile } from '../shipped.js';

const PROGRAM = fileURLToPath(ownFile('bin/vitrine-server.js'));
// Of deploy/Dockerfile. In a container of another image the settings may be those of one shell.
const IMAGE_FOLDER = '/vitrine/';

/**
 * Returns how an operator runs a command on this server's database from any shell of the machine. Returns undefined when
 * that would print a password.
 */
export function findOwnCommand(config: Config): string | undefined {
  const inContainer = findContainerCommand(config);
  if (inContainer !== undefined) return inContainer;
  const setting = findDatabaseSetting(config);
  if (setting === undefined) return undefined;
  const assignment = setting.map(quote).join('=');
  // A service of systemd has an account of its own, whose database only that account and root may use.
  const prefix = config.runsUnder === 'systemd' ? `sudo env ${assignment}` : assignment;
  return `${prefix} ${quote(process.execPath)} ${quote(PROGRAM)}`;
}

// A command in a container of our image has the container's settings.
function findContainerCommand({ runsUnder }: Config): string | undefined {
  if (!PROGRAM.startsWith(IMAGE_FOLDER)) return undefined;
  const program = `node ${quote(PROGRAM)}`;
  if (runsUnder === 'kubernetes') return `kubectl exec ${hostname()} -- ${program}`;
  const engine = ENGINES.find(({ mark }) => existsSync(mark))?.engine;
  if (engine === undefined) return undefined;
  // Unless somebody has named the host otherwise, it is the id of the container.
  const container = /^[0-9a-f]{12}$/.test(hostname()) ? hostname() : 'CONTAINER';
  return `${engine} exec ${container} ${program}`;
}

const ENGINES = [
  { engine: 'docker', mark: '/.dockerenv' },
  { engine: 'podman', mark: '/run/.containerenv' },
] as const;

function findDatabaseSetting({ databaseUrl, databaseUrlFile, dataDir }: Config): [string, string] | undefined {
  if (databaseUrl === undefined) return ['DATA_DIR', dataDir];
  return databaseUrlFile === undefined ? undefined : ['DATABASE_URL_FILE', databaseUrlFile];
}

const quote = (text: string): string => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
