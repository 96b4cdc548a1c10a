// How somebody came in. A passkey and the company's sign-in count as both factors.
export const FACTORS = ['password', 'password+totp', 'passkey', 'company'] as const;
export type Factors = (typeof FACTORS)[number];

// By what somebody who is signed in proves who they are once more.
export const PROOFS = ['passkey', 'password', 'company'] as const;
export type Proof = (typeof PROOFS)[number];

export const COLOUR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];
