import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { meQuery } from '../api/me.js';

// What was typed and is not saved outlives the page: a reload, a session that ended, a tab that was closed. One place for
// each person, merchant and thing; nobody else is offered it.
type Kept<Packed> = { readonly at: string; readonly revision: number; readonly draft: Packed };

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

// Of somebody who has signed out: what their pages write while they close is not kept.
let signedOut: string | undefined;

function write(place: string, kept: Kept<unknown> | undefined): void {
  if (kept !== undefined && signedOut !== undefined && place.startsWith(placesOf(signedOut))) return;
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

// Beside the fields of a form without a revision: what was typed, and what an earlier page left of it.
export function useKeptTyping<Typed>(thing: string, typed: Typed | undefined, restore: (typed: Typed) => void) {
  const place = useDraftPlace(thing);
  const [found, dropFound] = useKeptAtFirst<Typed>(place);
  useKeepDraft(place, typed && JSON.stringify(typed), () => typed && toKept(typed));
  const forget = (): void => {
    forgetKept(place);
    dropFound();
  };
  const offer = found && {
    at: found.at,
    restore: () => {
      restore(found.draft);
      dropFound();
    },
    discard: forget,
  };
  return { offer, forget };
}

// The words in a dialog's form, put back into it when it is opened after a reload. Closed by hand they are given up: that
// was asked.
export function useKeptForm(thing: string | undefined) {
  const place = useDraftPlace(thing);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const kept = findKept<Words>(place);
    if (form.current !== null && kept !== undefined) fillForm(form.current, kept.draft);
    return () => forgetKept(place);
  }, [place]);
  const keep = (): void => {
    if (place !== undefined && form.current !== null) write(place, toKept(wordsIn(form.current)));
  };
  return { form, keep };
}

const PART = 'part of ';

// What such a form holds beside words, put back with them. Not counted as a thing of its own.
export function useKeptPart<Value>(thing: string, initial: Value): [Value, (value: Value) => void] {
  const place = useDraftPlace(PART + thing);
  const [value, setValue] = useState(() => findKept<Value>(place)?.draft ?? initial);
  useEffect(() => () => forgetKept(place), [place]);
  const keep = (next: Value): void => {
    setValue(next);
    if (place !== undefined) write(place, toKept(next));
  };
  return [value, keep];
}

type Words = Readonly<Record<string, string>>;

const WORDED: ReadonlySet<string> = new Set(['text', 'url', 'email', 'search', 'textarea']);

const fieldsOf = (form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] =>
  [...form.elements].filter(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      WORDED.has(field.type) &&
      field.name !== '',
  ) as (HTMLInputElement | HTMLTextAreaElement)[];

const wordsIn = (form: HTMLFormElement): Words =>
  Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));

// As typing does it, so that whoever listens to the field hears of it.
function fillForm(form: HTMLFormElement, words: Words): void {
  for (const field of fieldsOf(form)) {
    const value = words[field.name];
    if (typeof value !== 'string' || value === '' || field.value !== '') continue;
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const toKept = <Typed>(draft: Typed): Kept<Typed> => ({ at: new Date().toISOString(), revision: 0, draft });

const placesOf = (personId: string): string => `${PREFIX} ${personId} `;

const allPlaces = (): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX} `));
  } catch {
    return [];
  }
};

// How many things the person left unsaved in this browser.
export const countKept = (personId: string): number =>
  allPlaces().filter(
    (place) => place.startsWith(placesOf(personId)) && !place.includes(` ${PART}`) && findKept(place) !== undefined,
  ).length;

// Nothing of the person stays in this browser, not even what pages write while they close.
export function forgetPerson(personId: string): void {
  signedOut = personId;
  for (const place of allPlaces()) if (place.startsWith(placesOf(personId))) forgetKept(place);
}

// Somebody is in: what others left in this browser is theirs alone, and goes.
export function keepFor(personId: string): void {
  signedOut = undefined;
  for (const place of allPlaces()) if (!place.startsWith(placesOf(personId))) forgetKept(place);
}
