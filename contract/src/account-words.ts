import type { RemovedMethods } from './removed-methods.js';

// How somebody came in. A passkey and the company's sign-in count as both factors.
export const FACTORS = ['password', 'password+totp', 'passkey', 'company'] as const;
export type Factors = (typeof FACTORS)[number];

// By what somebody who is signed in proves who they are once more.
export const PROOFS = ['passkey', 'password', 'company'] as const;
export type Proof = (typeof PROOFS)[number];

export const COLOUR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

/** Names what was removed, for pages, mails and the activity: "the password, 2 passkeys". Empty when nothing was. */
export const removedMethodWords = ({ password, app, passkeys, company, assistants }: RemovedMethods): string =>
  [
    password && 'the password',
    app && 'the authenticator app',
    passkeys > 0 && (passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`),
    company && 'the single sign-on',
    assistants > 0 && (assistants === 1 ? "an assistant's access" : `the access of ${assistants} assistants`),
  ]
    .filter((words) => words !== false)
    .join(', ');
