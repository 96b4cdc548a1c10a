// A paired screen, until it is removed.
import type { Api } from './api.js';
import { createBeats } from './beats.js';
import type { Device } from './device.js';
import type { Files } from './files.js';
import { Follower, PROGRAM, type KeptPrograms } from './follow-program.js';
import { withKnownZone } from './known-zone.js';
import type { Pages } from './pages.js';
import { pause } from './pause.js';
import { Player, type Shown } from './player.js';
import { createPlays } from './plays.js';
import { restrictTo } from './restrict-program.js';
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

const LOOK_MS = 5_000;
const AGAIN_MS = 10_000;

export async function runScreen({ api, device, files, pages, stage, reloads, version }: Deps): Promise<void> {
  const plays = createPlays(device, api);
  const kept = files === undefined ? undefined : await device.get<KeptPrograms>(PROGRAM);
  let program: Program | undefined;
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
        take(taken);
        beats.forgetOthers(taken);
        beats.soon();
      },
    },
    { taken: kept?.taken, newest: kept?.newest },
  );

  const player = new Player({
    stage,
    files,
    findUrl: (mediaId) => follower.findUrl(mediaId),
    repair: () => follower.repair(),
    onFault: beats.fault,
    isLeaving: reloads.isLeaving,
    canLeave: () => reloads.canLeave(),
    leave: () => reloads.leave(),
    async onPlayed(played) {
      // On a full disk it goes uncounted.
      if (program !== undefined) await plays.count(played, program.screen.timeZone).catch(() => undefined);
    },
    onShown(now) {
      const isFirst = shown === null && now !== null;
      shown = now;
      if (now !== null) pages.hide();
      else if (program !== undefined) pages.idle(program.merchant.name, program.screen.name);
      if (isFirst) beats.soon();
    },
  });

  const take = (given: Program): void => {
    program = withKnownZone(given);
    beats.fault(null, program === given ? null : 'time_zone');
    player.take(program);
  };

  const watching = setInterval(() => {
    if (shown === null) void leaveIdle(reloads);
    if (player.isStill()) void reloads.leaveStill();
  }, LOOK_MS);

  if (kept?.taken === undefined) pages.notice('Getting ready', 'Asking what is to be played …');
  else take(restrictTo(kept.newest, kept.taken));
  follower.start();
  void keepPlaying(player, reloads);
  await gone;
  clearInterval(watching);
  follower.end();
  player.end();
  beats.end();
}

// While nothing is on there is no change of item to wait for.
async function leaveIdle(reloads: Reloads): Promise<void> {
  if (await reloads.canLeave()) reloads.leave();
}

// What nobody thought of must not leave the wall dark until somebody comes by.
async function keepPlaying(player: Player, reloads: Reloads): Promise<void> {
  for (;;) {
    try {
      return await player.run();
    } catch {
      await reloads.leaveStill();
      await pause(AGAIN_MS);
    }
  }
}
