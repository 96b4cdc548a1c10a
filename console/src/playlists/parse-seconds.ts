import { DEFAULT_ITEM_SECONDS_MAX } from '@vitrine/contract/console-limits';

// "90", "1:30" and "12,5" as seconds; null for an empty text, undefined for what is no time.
export function parseSeconds(text: string): number | null | undefined {
  const written = text.trim().replace(',', '.');
  if (written === '') return null;
  const [, minutes, seconds] = /^(?:(\d+):)?(\d+(?:\.\d{1,3})?)\s*s?$/.exec(written) ?? [];
  if (seconds === undefined) return undefined;
  const total = Number(minutes ?? 0) * 60 + Number(seconds);
  return total > 0 && total <= DEFAULT_ITEM_SECONDS_MAX ? total : undefined;
}
