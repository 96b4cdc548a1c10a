import type { WireAnswer } from './find-answers.js';

export type FaultKind =
  | 'server error'
  | 'undocumented status'
  | 'wrong body'
  | 'wrong header'
  | "another merchant's data"
  | "another merchant's thing"
  | 'inner detail'
  | 'secret'
  | 'accepted against its schema'
  | 'accepted against its signature'
  | 'no answer'
  | 'too many answers'
  | 'no judgement';

export type Fault = {
  readonly kind: FaultKind;
  readonly where: string;
  readonly status: number;
  readonly words: string;
};

// What makes two findings the same one. Headers and silence are of one making for a whole API.
export const signatureOf = ({ kind, where, status }: Fault): string =>
  `${kind}: ${kind === 'wrong header' || kind === 'no answer' ? where.split(' ', 1)[0] : where}: ${status}`;

export const faultAt =
  (where: string, status: number) =>
  (kind: FaultKind, words: string): Fault => ({ kind, where, status, words: words.slice(0, 600) });

export const textOf = ({ head, body }: WireAnswer): string => `${head}\r\n\r\n${body.toString('utf8')}`;
