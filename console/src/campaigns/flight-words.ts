import type { Flight } from '@vitrine/contract/campaigns';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

// A flight has no zone: it is what the clock beside each screen shows.
export function momentWords(moment: string): string {
  const [day = '', time] = moment.split('T');
  const words = DAY.format(new Date(`${day}T00:00Z`));
  return time === undefined ? words : `${words}, ${time}`;
}

export function flightWords({ start, end }: Flight): string {
  if (start === null && end === null) return 'From publishing until it is withdrawn';
  if (end === null) return `From ${momentWords(start ?? '')}, until it is withdrawn`;
  if (start === null) return `Until ${momentWords(end)}`;
  return start === end ? momentWords(start) : `${momentWords(start)} – ${momentWords(end)}`;
}
