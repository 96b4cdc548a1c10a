// What a file says about itself, as far as it can be believed.
export type Metadata = {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
};

export const NO_METADATA: Metadata = { width: null, height: null, durationSeconds: null };

// The ranges that the contract sets for the same fields when a client gives them.
const PIXELS_MAX = 2_147_483_647;
const DURATION_SECONDS_MAX = 10_000_000;

// A header may claim anything: what is out of range counts as not said, and a width without a height is no size.
export function toMetadata(claimed: Metadata): Metadata {
  const { width, height } = claimed;
  const size = isPixels(width) && isPixels(height) ? { width, height } : { width: null, height: null };
  return { ...size, durationSeconds: toDuration(claimed.durationSeconds) };
}

const isPixels = (value: number | null): boolean =>
  value !== null && Number.isInteger(value) && value > 0 && value <= PIXELS_MAX;

function toDuration(seconds: number | null): number | null {
  if (seconds === null || !Number.isFinite(seconds)) return null;
  const rounded = Math.round(seconds * 1000) / 1000;
  return rounded > 0 && rounded <= DURATION_SECONDS_MAX ? rounded : null;
}
