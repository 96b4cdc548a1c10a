import { useState } from 'react';
import { formatCount } from './format-length.js';
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
      let reached: Progress = { label, done: 0, total: 0 };
      setProgress(reached);
      const onDone = (done: number, total: number): void => setProgress((reached = { label, done, total }));
      void work(onDone)
        .catch((thrown: unknown) => notifyFailure(thrown, failureTitle ?? stoppedWords(reached)))
        .finally(() => setProgress(undefined));
    },
  };
}

const stoppedWords = ({ done, total }: Progress): string =>
  done === 0 ? 'That did not work' : `It stopped after ${formatCount(done)} of ${formatCount(total)}`;
