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

// "40 s", "12 min", "3 h 20 min", "1,204 h": for how long altogether.
export function spanWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours >= 100 || rest === 0 ? `${formatCount(Math.round(minutes / 60))} h` : `${hours} h ${rest} min`;
}
