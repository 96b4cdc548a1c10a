// 0:07, 1:05, 1:02:03: as players show it. What plays at all plays for a second.
export function formatLength(seconds: number): string {
  const whole = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// As the person writes numbers: 5,000.
export const formatCount = (count: number): string => count.toLocaleString();

export const countItems = (count: number): string => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`;
