// A paired screen, until it is removed.
import type { Api } from './api.js';
import { createBeats } from './beats.js';
import type { Device } from './device.js';
import type { Files } from './files.js';
import { Follower, PROGRAM } from './follow-program.js';
import type { Pages } from './pages.js';
import { Player, type Shown } from './player.js';
import { createPlays } from './plays.js';
import type { Reloads } from './reloads.js';
import type { Stage } from './stage.js';
import type { Program } from './wire.js';

type Deps = {
  readonly api: Api;
  readonly device: Device;
  readonly files: Files | undefined;
  readonly pages: Pages;
  readonly stage: Stage;
  readonly reloads: Reloads;
  readonly version: string;
};

const STILL_MS = 90_000;
const LOOK_MS = 5_000;

export async function runScreen({ api, device, files, pages, stage, reloads, version }: Deps): Promise<void> {
  const plays = createPlays(device, api);
  let program = files === undefined ? undefined : await device.get<Program>(PROGRAM);
  let shown: Shown | null = null;

  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));

  const beats = createBeats({
    api,
    version,
    storesFiles: files !== undefined,
    state: () => ({ programVersion: program?.version ?? null, shown }),
    onServed: (served) => void reloads.serves(served),
    onGone: () => leave(),
    // With each beat, so that an hour without network is made up for at once.
    onSent: () => void plays.send(program?.playsBatch ?? 0),
  });

  const follower = new Follower(
    {
      api,
      device,
      files,
      onGone: () => leave(),
      onFault: beats.fault,
      onFile: () => player.wake(),
      onProgress(done, all) {
        if (program === undefined) pages.notice('Getting ready', `${done} of ${all} files are here.`);
      },
      onProgram(taken) {
        program = taken;
        beats.forgetOthers(taken);
        player.take(taken);
        beats.soon();
      },
    },
    program,
  );

  const player = new Player({
    stage,
    files,
    findUrl: (mediaId) => follower.findUrl(mediaId),
    repair: () => follower.repair(),
    onFault: beats.fault,
    isLeaving: reloads.isLeaving,
    leave: reloads.leave,
    onPlayed(played) {
      if (program !== undefined) void plays.count(played, program.screen.timeZone);
    },
    onShown(now) {
      const isFirst = shown === null && now !== null;
      shown = now;
      if (now !== null) pages.hide();
      else if (program !== undefined) pages.idle(program.merchant.name, program.screen.name);
      if (isFirst) beats.soon();
    },
  });

  const watching = setInterval(() => {
    if (shown === null && reloads.isLeaving()) reloads.leave();
    if (shown !== null && performance.now() - shown.sinceMonotonic > shown.seconds * 1000 + STILL_MS)
      void reloads.leaveStill();
  }, LOOK_MS);

  if (program === undefined) pages.notice('Getting ready', 'Asking what is to be played …');
  else player.take(program);
  follower.start();
  void player.run();
  await gone;
  clearInterval(watching);
  follower.end();
  player.end();
  beats.end();
}
