// Keeps the display on where the browser can; it lets go whenever the page is hidden.
export function keepAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
