import { useSyncExternalStore } from 'react';

// The language that dates are written in: the person's choice, else the browser's.
let language: string | undefined;

// A choice that this browser does not understand is none.
export function setDateLanguage(chosen: string | null): void {
  try {
    language = chosen === null ? undefined : Intl.getCanonicalLocales(chosen)[0];
  } catch {
    language = undefined;
  }
  for (const notify of readers) notify();
}

const readers = new Set<() => void>();

function subscribe(notify: () => void): () => void {
  readers.add(notify);
  return () => readers.delete(notify);
}

// For what is on the page while the choice is made.
export const useDateLanguage = (): string | undefined => useSyncExternalStore(subscribe, () => language);

const formats = new Map<string, Intl.DateTimeFormat>();

// Making one takes longer than using it a thousand times.
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}
