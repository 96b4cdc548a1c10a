import { invalidRequest, unprocessable, type ApiError } from '../errors.js';
import { quoteName } from './quote-name.js';

// `unprocessable` is understood but not accepted (422), `forbidden` is never accepted whatever else is wrong (422);
// all else is a 400.
export type Fault = {
  readonly field: string;
  // What is wrong with it; of an unknown name a suggestion.
  readonly words: string;
  readonly kind: 'invalid' | 'unprocessable' | 'forbidden';
  // Faults with the same problem share a sentence.
  readonly problem?: 'unknown field' | 'unknown parameter' | 'missing' | 'duplicate';
  // Of an unknown parameter: the parameters that there are.
  readonly known?: readonly string[];
};

/** The field of a fault that concerns the body itself. */
export const WHOLE_BODY = '';

const KINDS: readonly Fault['kind'][] = ['forbidden', 'invalid', 'unprocessable'];

/** Sorts the kind that decides the answer first. */
export const compareFaults = (a: Fault, b: Fault): number => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);

// A 400 names every faulty field; a 422 follows once nothing is left to say with a 400.
export function refuseFaults(faults: readonly Fault[]): void {
  const refusal = findRefusal(faults);
  if (refusal !== undefined) throw refusal;
}

export function findRefusal(faults: readonly Fault[]): ApiError | undefined {
  if (faults.length === 0) return undefined;
  const forbidden = faults.filter(({ kind }) => kind === 'forbidden');
  if (forbidden.length > 0) return unprocessable(toSentences(forbidden));
  const invalid = faults.filter(({ kind }) => kind === 'invalid');
  return invalid.length > 0 ? invalidRequest(toSentences(invalid)) : unprocessable(toSentences(faults));
}

// The caller decides how many unknown names and list items there are: a message names so many of them.
const NAMED_MAX = 10;

const toSentences = (faults: readonly Fault[]): string =>
  [
    ...nameUnknown('parameter', faults),
    ...nameUnknown('field', faults),
    ...nameAll(
      'Missing:',
      faults.filter(({ problem }) => problem === 'missing').map(({ field }) => field),
    ),
    ...nameAll(
      'Given more than once:',
      faults.filter(({ problem }) => problem === 'duplicate').map(({ field }) => quoteName(field)),
    ),
    ...nameRest(faults.filter(({ problem }) => problem === undefined)),
  ].join(' ');

function nameUnknown(noun: 'field' | 'parameter', faults: readonly Fault[]): string[] {
  const unknown = faults.filter(({ problem }) => problem === `unknown ${noun}`);
  const named = unknown.filter(({ field }) => field !== '');
  const items = named.map(({ field, words }) => quoteName(field) + (words === '' ? '' : ` (${words})`));
  const { known } = unknown[0] ?? {};
  return [
    ...(named.length < unknown.length ? [`A ${noun} has no name.`] : []),
    ...nameAll(named.length === 1 ? `Unknown ${noun}` : `Unknown ${noun}s`, items),
    ...(known === undefined ? [] : [`This endpoint takes ${known.length === 0 ? 'no parameters' : toSeries(known)}.`]),
  ];
}

const nameAll = (fault: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${fault} ${toList(items)}.`];

const toSeries = (names: readonly string[]): string =>
  names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function nameRest(faults: readonly Fault[]): string[] {
  const isItem = ({ field }: Fault): boolean => field.includes('[');
  const items = faults.filter(isItem);
  const named = new Set(items.slice(0, NAMED_MAX));
  const more = items.length - named.size;
  return [
    ...faults
      .filter((fault) => !isItem(fault) || named.has(fault))
      .map(({ field, words }) => (field === WHOLE_BODY ? `The body ${words}.` : `${field}: ${words}.`)),
    ...(more > 0 ? [`And ${more.toLocaleString('en-US')} more items.`] : []),
  ];
}

function toList(items: readonly string[]): string {
  const more = items.length - NAMED_MAX;
  const shown = items.slice(0, NAMED_MAX).join(', ');
  return more > 0 ? `${shown} and ${more.toLocaleString('en-US')} more` : shown;
}
