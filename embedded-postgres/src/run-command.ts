// Runs a short program to its end.
import { spawn } from 'node:child_process';

// Nothing of our own environment: LANG, PGDATA, PGPORT or NODE_OPTIONS of the caller would change what runs.
export const CHILD_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };

export type Owner = { readonly uid: number; readonly gid: number };

export type Command = { readonly file: string; readonly args: readonly string[]; readonly as: Owner | undefined };

export function runCommand(
  { file, args, as }: Command,
  timeoutMs: number,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    // '/' because the account may not be allowed into our own working folder.
    const child = spawn(file, args, {
      cwd: '/',
      env: CHILD_ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...as,
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
