import { useState } from 'react';
import { notifyFailure } from './notify.js';

export type OnDone = (done: number, total: number) => void;

export type Progress = { readonly label: string; readonly done: number; readonly total: number };

export type Many = {
  // What is under way.
  readonly progress: Progress | undefined;
  readonly run: (label: string, work: (onDone: OnDone) => Promise<unknown>, failureTitle?: string) => void;
};

// One thing at a time; what fails is told, and what was done until then stays done.
export function useMany(): Many {
  const [progress, setProgress] = useState<Progress>();
  return {
    progress,
    run: (label, work, failureTitle) => {
      setProgress({ label, done: 0, total: 0 });
      void work((done, total) => setProgress({ label, done, total }))
        .catch((thrown: unknown) => notifyFailure(thrown, failureTitle))
        .finally(() => setProgress(undefined));
    },
  };
}
