// Figures for people.

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}

// `0:42`, `12:05`, `1:02:03`.
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

export const formatDay = (moment: string): string => moment.slice(0, 10);
export const formatMoment = (moment: string): string => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
export const formatLength = (seconds: number | null): string =>
  seconds === null ? '-' : `${Number(seconds.toFixed(1))} s`;
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
