import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ConflictError } from '@vitrine/client';
import type { EndpointName } from '../api/endpoint-types.js';

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
};

export type Draft<Value, Body> = {
  readonly value: Value;
  readonly changes: Partial<Body>;
  readonly isChanged: boolean;
  // Somebody else saved something since.
  readonly isConflict: boolean;
  readonly saving: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
  readonly change: (part: Partial<Value>) => void;
  readonly save: () => void;
  readonly undo: () => void;
};

type Typed<Item, Value> = { readonly value: Value; readonly base: Item };

// What was typed stays until it is saved or given up, whatever others do meanwhile.
export function useDraft<Item extends Revised, Value, Body extends object>(
  options: Options<Item, Value, Body>,
): Draft<Value, Body> {
  const { item, toDraft, toBody, saving, sendsChangesOnly } = options;
  const [typed, setTyped] = useState<Typed<Item, Value>>();
  const changesOn = (value: Value, base: Item): Partial<Body> => changedParts(toBody(value), toBody(toDraft(base)));
  const isChanged =
    typed !== undefined && hasAny(changesOn(typed.value, typed.base)) && hasAny(changesOn(typed.value, item));
  const isCurrent = typed !== undefined && typed.base.revision === item.revision;
  // Without anything of one's own, what others wrote meanwhile is shown.
  const { value, base } =
    typed !== undefined && (isChanged || isCurrent) ? typed : { value: toDraft(item), base: item };
  // While the answer to a save is awaited, a newer revision may be one's own.
  const isAwaited = saving.isPending && saving.variables.revision === base.revision;
  const changes = sendsChangesOnly === true ? changesOn(value, base) : toBody(value);
  const afterSave = (saved: Item): void =>
    // What was typed while it was being saved is a change of what was saved.
    setTyped((now) => (now === undefined || now.value === value ? undefined : { value: now.value, base: saved }));
  return {
    value,
    changes,
    isChanged,
    isConflict: isChanged && !isCurrent && !isAwaited,
    saving,
    change: (part) => {
      if (!saving.isPending) saving.reset();
      setTyped({ base, value: { ...value, ...part } });
    },
    save: () => saving.mutate({ revision: item.revision, ...changes }, { onSuccess: afterSave }),
    undo: () => setTyped(undefined),
  };
}

// The parts of `after` that are not as they were.
export function changedParts<Body extends object>(after: Body, before: Body): Partial<Body> {
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(Object(before)[key]);
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Body>;
}

const hasAny = (parts: object): boolean => Object.keys(parts).length > 0;
