import type { AskedConnection } from '@vitrine/contract/connections';

type Program = NonNullable<AskedConnection['program']>;

export type WhoAsks = {
  readonly headline: string;
  // True where it is known whose program gets the answer.
  readonly isKnown: boolean;
  // The second is what the person must know.
  readonly words: readonly [string, string, string];
};

// Whom the address of its document belongs to is known; what a program calls itself is only what it says. What goes to the same
// machine goes to whichever program takes it there, whatever the document says.
export function whoAsks({ name, host, returnsTo }: Program): WhoAsks {
  if (host === null) {
    const goesTo = returnsTo ?? 'a program on this computer';
    const before = `A program calls itself «${name}»; nobody vouches for that. The answer goes to `;
    const after = '. If you did not start this, or do not know that address, cancel.';
    return { headline: `Connect ${name}?`, isKnown: false, words: [before, goesTo, after] };
  }
  const headline = `Connect ${name} of ${host}?`;
  if (returnsTo === null) {
    const before = 'A program on this computer says that it is one of ';
    const after = `, and calls itself «${name}». Any program here could say so. If you did not start it, cancel.`;
    return { headline, isKnown: false, words: [before, host, after] };
  }
  const goesTo = returnsTo === host ? '' : ` The answer goes to ${returnsTo}.`;
  const after = `, which calls it «${name}».${goesTo} If you did not start this, or do not know ${host}, cancel.`;
  return { headline, isKnown: true, words: ['This is a program of ', host, after] };
}
