// When the page is loaded anew by itself: for a newer player, and when it has stood still.
import { HOUR_MS } from '@vitrine/contract/time-units';
import { askHead } from './ask-head.js';
import { pause } from './pause.js';

type Deps = { readonly version: string; readonly worker: Promise<ServiceWorkerRegistration | undefined> };

export type Reloads = ReturnType<typeof createReloads>;

const FOR = 'vitrine reloaded for ';
const STILL = 'vitrine stood still at';

export function createReloads({ version, worker }: Deps) {
  let isLeaving = false;
  let newer: string | undefined;

  // A new worker has stored all that the next page loads; until it has taken over, loading anew brings the page that is here.
  const look = async (): Promise<void> => {
    // What a page gets that no worker has taken yet, loading anew would not bring: that goes by the worker.
    const isTaken = navigator.serviceWorker?.controller !== null;
    if (newer !== undefined && isTaken && !wasLately(newer) && (await isBrought(newer))) isLeaving = true;
  };
  navigator.serviceWorker?.addEventListener('controllerchange', () => void look());

  return {
    isLeaving: (): boolean => isLeaving,

    // What the service serves now.
    async serves(served: string | null): Promise<void> {
      newer = served === null || served === version ? undefined : served;
      if (newer === undefined) {
        isLeaving = false;
        return;
      }
      const registration = await worker;
      if (registration !== undefined) {
        await registration.update().catch(() => undefined);
        return look();
      }
      // Without a worker the network brings the page.
      if (!wasLately(newer)) isLeaving = true;
    },

    // Whether to go now. A page that would not come back plays on, until the service has told of the newer one again.
    async canLeave(): Promise<boolean> {
      if (isLeaving && !(await comesBack())) isLeaving = false;
      return isLeaving;
    },

    leave(): void {
      if (newer !== undefined) writeKept(FOR + newer, String(Date.now()));
      location.reload();
    },

    async leaveStill(): Promise<void> {
      if (isLately(readKept(STILL)) || !(await comesBack())) return;
      writeKept(STILL, String(Date.now()));
      location.reload();
    },
  };
}

// Not for one version again and again: while instances are replaced one by one, now this one answers and now that one.
const wasLately = (version: string): boolean => isLately(readKept(FOR + version));

// A clock that was set meanwhile, in whichever direction, must not hold it up for longer.
const isLately = (kept: string | null): boolean => kept !== null && Math.abs(Date.now() - Number(kept)) < HOUR_MS;

// Whether the page, loaded anew, would be of this version.
async function isBrought(version: string): Promise<boolean> {
  try {
    return (await (await fetch(location.href)).text()).includes(`"${version}"`);
  } catch {
    return false;
  }
}

// Where no worker keeps the page it comes from the service, or the browser's own error stands there until somebody comes by.
async function comesBack(): Promise<boolean> {
  const isKept = (navigator.serviceWorker?.controller ?? null) !== null;
  return isKept || (await askHead(location.href))?.ok === true;
}

// For a page that cannot go on.
export async function reloadWhenServed(everyMs: number): Promise<void> {
  do await pause(everyMs);
  while (!(await comesBack()));
  location.reload();
}

// For as long as the window is open.
function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function writeKept(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Refused here; the page is loaded anew more often than it need be.
  }
}

// None on plain http, and none where the browser refuses.
export async function registerWorker(base: string): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.register(`${base}screen-worker.js`, {
      scope: `${base}screen`,
      updateViaCache: 'none',
    });
  } catch {
    return undefined;
  }
}
