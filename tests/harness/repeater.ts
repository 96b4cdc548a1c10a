// A built program whose commands run one after the other in one process: starting Node and loading the program costs more
// than most commands do. What is about the process (signals, pipes, several at once, what it reads) gets its own.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type RepeaterCall = { readonly args: readonly string[]; readonly cwd: string; readonly env: NodeJS.ProcessEnv };
export type Repeated = { readonly code: number; readonly stdout: string; readonly stderr: string };
export type Repeater = {
  readonly run: (call: RepeaterCall) => Promise<Repeated>;
  readonly end: () => Promise<void>;
};

const PROCESS = join(import.meta.dirname, 'repeater-process.mjs');

// `program` is the file that exports `main`. It starts with the first command.
export function createRepeater(program: string): Repeater {
  let started: Promise<ChildProcess> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  return {
    run(call) {
      started ??= start(program);
      const child = started;
      const answer = before.then(async () => ask(await child, call));
      before = answer.catch(() => undefined);
      return answer;
    },
    async end() {
      const child = await started;
      if (child === undefined || child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function start(program: string): Promise<ChildProcess> {
  const child = fork(PROCESS, [program], { execArgv: [], env: { PATH: process.env['PATH'] }, silent: true });
  // Why it died, should it.
  child.stderr?.pipe(process.stderr, { end: false });
  await answerOf(child);
  return child;
}

async function ask(child: ChildProcess, call: RepeaterCall): Promise<Repeated> {
  child.send(call);
  return (await answerOf(child)) as Repeated;
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`The commands' process ended with ${code}.`));
    child.once('exit', fail).once('message', (answer) => {
      child.off('exit', fail);
      resolve(answer);
    });
  });
}
