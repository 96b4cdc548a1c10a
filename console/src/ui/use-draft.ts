import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConflictError } from '@vitrine/client';
import type { EndpointName } from '../api/endpoint-types.js';
import { forgetKept, useDraftPlace, useKeepDraft, useKeptAtFirst } from './kept-drafts.js';

type Revised = { readonly revision: number };

export const isChangedMeanwhile = (thrown: unknown): boolean =>
  thrown instanceof ConflictError && thrown.code === 'changed_meanwhile';

// Sends a change with the revision that it was made on. When somebody else was faster, theirs is read, so that it can be
// shown beside one's own.
export function useSaving<Body, Saved>(
  read: EndpointName,
  send: (body: Body) => Promise<Saved>,
  onSaved: (saved: Saved) => void,
): UseMutationResult<Saved, Error, Body> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: (thrown) => (isChangedMeanwhile(thrown) ? queryClient.invalidateQueries({ queryKey: [read] }) : undefined),
  });
}

type Options<Item extends Revised, Value, Body extends object> = {
  readonly item: Item;
  readonly toDraft: (item: Item) => Value;
  readonly toBody: (draft: Value) => Body;
  readonly saving: UseMutationResult<Item, Error, Revised & Partial<Body>>;
  // Only what was changed is sent, so that the rest stays as somebody else may have made it.
  readonly sendsChangesOnly?: true;
  // What it is a draft of ("playlist 4f…"), where it is to outlive the page; `unpack` makes of what was kept a value again.
  readonly keptAs?: string;
  readonly pack?: (draft: Value) => unknown;
  readonly unpack?: (packed: unknown, item: Item) => Value | undefined;
};

export type Draft<Value, Body, Item = unknown> = {
  readonly value: Value;
  readonly changes: Partial<Body>;
  readonly isChanged: boolean;
  // Somebody else saved something since.
  readonly isConflict: boolean;
  readonly saving: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  readonly change: (part: Partial<Value>) => void;
  readonly save: () => void;
  // The thing with everything that stands on the page: what is typed is saved first.
  readonly saveFirst: () => Promise<Item>;
  readonly undo: () => void;
  // What was typed before the page was opened and never saved.
  readonly kept: { readonly at: string; readonly restore: () => void; readonly discard: () => void } | undefined;
};

type Typed<Value, Body> = { readonly value: Value; readonly revision: number; readonly baseBody: Body };

// What was typed stays until it is saved or given up, whatever others do meanwhile.
export function useDraft<Item extends Revised, Value, Body extends object>(
  options: Options<Item, Value, Body>,
): Draft<Value, Body, Item> {
  const { item, toDraft, toBody, saving, sendsChangesOnly } = options;
  const [typed, setTyped] = useState<Typed<Value, Body>>();
  // Computed once for what is stored: a playlist of a thousand items is not gone through with every letter.
  const stored = useMemo((): Typed<Value, Body> => {
    const value = toDraft(item);
    return { value, revision: item.revision, baseBody: toBody(value) };
    // What makes a draft and a body of it does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [item]);
  const typedBody = useMemo(
    () => typed && toBody(typed.value),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [typed],
  );
  const isChanged =
    typed !== undefined &&
    typedBody !== undefined &&
    hasAny(changedParts(typedBody, typed.baseBody)) &&
    hasAny(changedParts(typedBody, stored.baseBody));
  const isCurrent = typed !== undefined && typed.revision === item.revision;
  // A newer revision with the same words here is no matter of this form: such as a playlist that was shared beside it.
  const isOvertaken = typed !== undefined && !isCurrent && hasAny(changedParts(stored.baseBody, typed.baseBody));
  // Without anything of one's own, what others wrote meanwhile is shown.
  const shown = typed !== undefined && (isChanged || isCurrent) ? typed : stored;
  const { value, revision, baseBody } = shown;
  // While the answer to a save is awaited, a newer revision may be one's own.
  const isAwaited = saving.isPending && saving.variables.revision === revision;
  const body = shown === typed && typedBody !== undefined ? typedBody : stored.baseBody;
  const changes = sendsChangesOnly === true ? changedParts(body, baseBody) : body;
  const kept = useKept(options, isChanged ? typed : undefined, stored.baseBody, setTyped);
  const afterSave = (saved: Item): void => {
    kept.forget();
    // What was typed while it was being saved is a change of what was saved.
    setTyped((now) =>
      now === undefined || now.value === value
        ? undefined
        : { value: now.value, revision: saved.revision, baseBody: toBody(toDraft(saved)) },
    );
  };
  return {
    value,
    changes,
    isChanged,
    isConflict: isChanged && isOvertaken && !isAwaited,
    saving,
    change: (part) => {
      if (!saving.isPending) saving.reset();
      setTyped({ revision, baseBody, value: { ...value, ...part } });
    },
    save: () => saving.mutate({ revision: item.revision, ...changes }, { onSuccess: afterSave }),
    saveFirst: async () => {
      if (!isChanged) return item;
      const saved = await saving.mutateAsync({ revision: item.revision, ...changes });
      afterSave(saved);
      return saved;
    },
    undo: () => {
      kept.forget();
      setTyped(undefined);
    },
    kept: kept.offer,
  };
}

type Packed<Body> = { readonly value: unknown; readonly baseBody: Body };

// Keeps the draft beside the page, and offers back what an earlier page left.
function useKept<Item extends Revised, Value, Body extends object>(
  { item, toBody, keptAs, pack = (value) => value, unpack }: Options<Item, Value, Body>,
  typed: Typed<Value, Body> | undefined,
  storedBody: Body,
  setTyped: (typed: Typed<Value, Body>) => void,
) {
  const place = useDraftPlace(keptAs);
  const [found, dropFound] = useKeptAtFirst<Packed<Body>>(place);
  useKeepDraft(place, typed?.value, () =>
    typed === undefined
      ? undefined
      : {
          at: new Date().toISOString(),
          revision: typed.revision,
          draft: { value: pack(typed.value), baseBody: typed.baseBody },
        },
  );
  const restored = useMemo(
    () => (found === undefined ? undefined : unpack?.(found.draft.value, item)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [found, item],
  );
  const forget = (): void => {
    forgetKept(place);
    dropFound();
  };
  if (found === undefined || restored === undefined) return { forget, offer: undefined };
  const restore = (): void => {
    setTyped({ value: restored, revision: found.revision, baseBody: found.draft.baseBody });
    dropFound();
  };
  const isNew = hasAny(changedParts(toBody(restored), storedBody));
  return { forget, offer: isNew ? { at: found.at, restore, discard: forget } : undefined };
}

// The parts of `after` that are not as they were.
export function changedParts<Body extends object>(after: Body, before: Body): Partial<Body> {
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    value !== Object(before)[key] && JSON.stringify(value) !== JSON.stringify(Object(before)[key]);
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Body>;
}

const hasAny = (parts: object): boolean => Object.keys(parts).length > 0;
