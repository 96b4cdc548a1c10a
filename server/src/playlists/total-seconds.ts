const MICROSECONDS = 1_000_000;

// Summed in whole microseconds: 0.1 and 0.2 seconds are 0.3.
export const totalSeconds = (items: readonly { readonly durationSeconds: number }[]): number =>
  fromMicroseconds(items.reduce((sum, item) => sum + Math.round(item.durationSeconds * MICROSECONDS), 0));

export const fromMicroseconds = (sum: number): number => sum / MICROSECONDS;
