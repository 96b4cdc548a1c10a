import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { meQuery } from '../api/me.js';

// What was typed and is not saved outlives the page: a reload, a session that ended, a tab that was closed. One place for
// each person, merchant and thing; nobody else is offered it.
export type Kept<Packed> = { readonly at: string; readonly revision: number; readonly draft: Packed };

const PREFIX = 'vitrine.draft';
const WAIT_MS = 400;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

// The place of a thing such as "playlist 4f…" for whoever is signed in.
export function useDraftPlace(thing: string | undefined): string | undefined {
  const queryClient = useQueryClient();
  // Once: a session that ends while the page stands open has no person, and what was typed is still theirs.
  const [who] = useState(() => queryClient.getQueryData(meQuery.queryKey));
  if (thing === undefined || who?.merchant === undefined || who.merchant === null) return undefined;
  return [PREFIX, who.person.id, who.merchant.merchantId, thing].join(' ');
}

// What lay there when the page was opened.
export function useKeptAtFirst<Packed>(place: string | undefined): [Kept<Packed> | undefined, () => void] {
  const [kept, setKept] = useState(() => findKept<Packed>(place));
  return [kept, () => setKept(undefined)];
}

function findKept<Packed>(place: string | undefined): Kept<Packed> | undefined {
  if (place === undefined) return undefined;
  try {
    const text = localStorage.getItem(place);
    const kept = text === null ? undefined : (JSON.parse(text) as Kept<Packed>);
    const isOld = kept !== undefined && Date.now() - Date.parse(kept.at) > KEPT_DAYS * DAY_MS;
    return isOld ? undefined : kept;
  } catch {
    return undefined;
  }
}

// Written when the typing rests, and at once when the page goes. `pack` is called then, not with every letter. A store that
// is full or refused keeps nothing, and the page works as without.
export function useKeepDraft(place: string | undefined, value: unknown, pack: () => Kept<unknown> | undefined): void {
  const latest = useRef(pack);
  useEffect(() => void (latest.current = pack));
  const isFirst = useRef(true);
  useEffect(() => {
    if (place === undefined) return undefined;
    // What lies there is offered first: opening the page alone does not take it away.
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => write(place, latest.current()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [place, value]);
  useEffect(() => {
    if (place === undefined) return undefined;
    const writeNow = (): void => {
      const kept = latest.current();
      if (kept !== undefined) write(place, kept);
    };
    addEventListener('pagehide', writeNow);
    return () => {
      removeEventListener('pagehide', writeNow);
      writeNow();
    };
  }, [place]);
}

function write(place: string, kept: Kept<unknown> | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // Full, or refused by the browser.
  }
}

export const forgetKept = (place: string | undefined): void => {
  if (place !== undefined) write(place, undefined);
};
