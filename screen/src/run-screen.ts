// A paired screen, until it is removed.
import type { Api } from './api.js';
import { createBeats } from './beats.js';
import type { Device } from './device.js';
import type { Files } from './files.js';
import { Follower, PROGRAM, type KeptPrograms } from './follow-program.js';
import { createIdlePage } from './idle-page.js';
import { withKnownZone } from './known-zone.js';
import type { Pages } from './pages.js';
import { pause } from './pause.js';
import { Player, type Shown } from './player.js';
import { createPlays } from './plays.js';
import { restrictTo } from './restrict-program.js';
import type { Reloads } from './reloads.js';
import type { ServiceClock } from './service-clock.js';
import type { Stage } from './stage.js';
import { watchClock } from './watch-clock.js';
import type { Program } from './wire.js';

type Deps = {
  readonly api: Api;
  readonly clock: ServiceClock;
  readonly device: Device;
  readonly files: Files | undefined;
  readonly pages: Pages;
  readonly stage: Stage;
  readonly reloads: Reloads;
  readonly version: string;
};

const LOOK_MS = 5_000;
const AGAIN_MS = 10_000;
// The kept program waits so long for the service's time, and then plays by the time that was kept with it.
const FIRST_ANSWER_MS = 3_000;
const NOTHING_KEPT: KeptPrograms = { taken: undefined, newest: undefined };

export async function runScreen({ api, clock, device, files, pages, stage, reloads, version }: Deps): Promise<void> {
  const plays = createPlays(device, api, clock.now);
  const kept = files === undefined ? undefined : await device.get<KeptPrograms>(PROGRAM);
  let program: Program | undefined;
  let shown: Shown | null = null;

  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const idlePage = createIdlePage(pages, clock);
  const preparing = (text: string) => kept?.taken === undefined && pages.notice('Getting ready', text);

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
      onFault: beats.mediaFault,
      onFile: () => player.wake(),
      onProgress(done, all) {
        if (program === undefined) preparing(`${done} of ${all} files are here.`);
      },
      onProgram(taken) {
        take(taken);
        beats.forgetOthers(taken);
        beats.soon();
      },
    },
    kept ?? NOTHING_KEPT,
  );

  const player = new Player({
    stage,
    files,
    findUrl: (mediaId) => follower.findUrl(mediaId),
    repair: () => follower.repair(),
    now: clock.now,
    onFault: beats.mediaFault,
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
      if (now !== null) idlePage.hide();
      else if (program !== undefined) idlePage.show(program);
      if (isFirst) beats.soon();
    },
  });

  const take = (given: Program): void => {
    program = withKnownZone(given);
    beats.screenFault('time_zone', program !== given);
    player.take(program);
  };

  const watching = watchReloads(reloads, player, () => shown === null);
  const checking = watchClock(clock, beats);
  preparing('Asking what is to be played …');
  follower.start();
  await Promise.race([follower.asked, pause(FIRST_ANSWER_MS)]);
  if (kept?.taken !== undefined && program === undefined) take(restrictTo(kept.newest, kept.taken));
  void keepPlaying(player, reloads);
  await gone;
  for (const part of [watching, checking, idlePage, follower, player, beats]) part.end();
}

// Loads the page again when a newer player waits and nothing is on, and when the player stands still.
function watchReloads(reloads: Reloads, player: Player, isIdle: () => boolean) {
  const looking = setInterval(() => {
    if (isIdle()) void leaveIdle(reloads);
    if (player.isStill()) void reloads.leaveStill();
  }, LOOK_MS);
  return { end: (): void => clearInterval(looking) };
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
