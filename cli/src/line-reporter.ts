import { print, type OutputOptions } from './print.js';
import { plain } from './text-width.js';
import type { Outcome, Reporter } from './upload-files.js';

// Into a pipe or a file: a line for each file when it is there, and nothing that moves. Failures come with the summary.
export function createLineReporter({ json, quiet }: OutputOptions): Reporter {
  return {
    start: () => undefined,
    progress: () => undefined,
    finish: (outcome) => {
      if (!json && !quiet && isStored(outcome)) print(toLine(outcome));
    },
  };
}

export type Stored = Extract<Outcome, { readonly mediaId: string }>;
export const isStored = (outcome: Outcome): outcome is Stored => 'mediaId' in outcome;

export const toLine = ({ kind, path, mediaId }: Stored): string => `${kind.padEnd(9)}  ${mediaId}  ${plain(path)}`;
