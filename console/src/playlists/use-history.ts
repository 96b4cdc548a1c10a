import { useState } from 'react';

type Steps<Value> = { readonly past: readonly Value[]; readonly future: readonly Value[]; readonly topic?: string };

const STEPS_MAX = 100;

export type History<Value> = {
  // Changes of one topic that follow each other, such as the letters of a name, are one step.
  readonly change: (next: Value, topic?: string) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly clear: () => void;
};

// Every edit can be taken back, and brought back.
export function useHistory<Value>(value: Value, set: (value: Value) => void): History<Value> {
  const [{ past, future, topic }, setSteps] = useState<Steps<Value>>({ past: [], future: [] });
  const [before, after] = [past.at(-1), future.at(-1)];
  return {
    change: (next, about) => {
      const isSameStep = about !== undefined && about === topic && past.length > 0;
      setSteps({
        past: isSameStep ? past : [...past, value].slice(-STEPS_MAX),
        future: [],
        ...(about !== undefined && { topic: about }),
      });
      set(next);
    },
    undo:
      before === undefined
        ? undefined
        : () => {
            setSteps({ past: past.slice(0, -1), future: [...future, value] });
            set(before);
          },
    redo:
      after === undefined
        ? undefined
        : () => {
            setSteps({ past: [...past, value], future: future.slice(0, -1) });
            set(after);
          },
    clear: () => setSteps({ past: [], future: [] }),
  };
}
