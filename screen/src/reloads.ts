// When the page is loaded anew by itself: for a newer player, and when it has stood still.

type Deps = { readonly version: string; readonly worker: Promise<ServiceWorkerRegistration | undefined> };

export type Reloads = ReturnType<typeof createReloads>;

const LAST = 'vitrine reloaded for';
const HOUR_MS = 60 * 60_000;

export function createReloads({ version, worker }: Deps) {
  let isLeaving = false;
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // A new one has stored all that the next page loads. The first of all takes over a page that is as new as itself.
  let isFirst = !container?.controller;
  container?.addEventListener('controllerchange', () => {
    if (!isFirst) isLeaving = true;
    isFirst = false;
  });

  return {
    isLeaving: (): boolean => isLeaving,

    // What the service serves now.
    async serves(served: string | null): Promise<void> {
      if (served === null || served === version) return;
      const registration = await worker;
      if (registration !== undefined) return void (await registration.update().catch(() => undefined));
      // Without a worker the network brings the page. Once for each version: instances may differ for a while.
      if (readLast() === served) return;
      writeLast(served);
      isLeaving = true;
    },

    leave: (): void => location.reload(),

    // Where a page cannot come back without network, it stays as it is.
    async leaveStill(): Promise<void> {
      if (Date.now() - stillAt < HOUR_MS) return;
      stillAt = Date.now();
      const isSafe = (await worker) !== undefined || (await isServed());
      if (isSafe) location.reload();
    },
  };
}

let stillAt = 0;

async function isServed(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function readLast(): string | null {
  try {
    return sessionStorage.getItem(LAST);
  } catch {
    return null;
  }
}

function writeLast(served: string): void {
  try {
    sessionStorage.setItem(LAST, served);
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
