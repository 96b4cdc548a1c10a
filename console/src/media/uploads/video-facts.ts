import type { Looks } from './reader-messages.js';

export type VideoFacts = {
  readonly looks: Looks | undefined;
  readonly durationSeconds: number | undefined;
  readonly codec: string | undefined;
};

const FRAME_SECONDS = 1;

// A second in, where most films have faded in; of a short one a tenth.
export const frameMoment = (durationSeconds: number): number => Math.min(FRAME_SECONDS, durationSeconds / 10);
