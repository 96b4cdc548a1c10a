// After a new release the files of the one before are gone. A page that was opened before finds out when it needs one.
const MESSAGES = [
  'Unable to preload CSS',
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
];

export const isOldRelease = (failure: unknown): boolean =>
  failure instanceof Error && MESSAGES.some((message) => failure.message.startsWith(message));

const KEY = 'vitrine.reloaded';

// Loads the page again, once for each release: what is still missing then is missing for another reason. False when it
// has been done.
export function reloadOnce(): boolean {
  const release = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  if (sessionStorage.getItem(KEY) === release) return false;
  sessionStorage.setItem(KEY, release);
  window.location.reload();
  return true;
}
