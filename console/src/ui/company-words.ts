import type { CompanyRefusal } from '@vitrine/contract/company';

type Words = { readonly title: string; readonly advice: string };

const WORDS: Readonly<Record<CompanyRefusal, (name: string) => Words>> = {
  expired: () => ({ title: 'That took too long', advice: 'Please start again with the button below.' }),
  unavailable: (name) => ({
    title: `${name} does not answer`,
    advice: 'Try again in a minute. If it stays like that, tell whoever runs this service.',
  }),
  refused: (name) => ({
    title: `${name} did not let you in`,
    advice: 'Try again. If it stays like that, tell whoever runs this service.',
  }),
  unknown: (name) => ({
    title: 'Nobody here has this account',
    advice: `Have you signed in here with a password before? Do so, and connect your account of ${name} under My account. If you are new, ask for an invitation.`,
  }),
  disabled: () => ({ title: 'Your account here is turned off', advice: 'Ask whoever runs this service.' }),
  'not-joined': (name) => ({
    title: 'That did not work',
    advice: `If you have an account with this email, join with its password, and connect your account of ${name} under My account afterwards.`,
  }),
  'other-email': (name) => ({
    title: 'The invitation is for another email',
    advice: `Sign in at ${name} with the account that has the email of the invitation, or ask for a new invitation to the one you use.`,
  }),
  taken: () => ({
    title: 'This account is connected with somebody else here',
    advice: 'Choose another one, or let them take it away under My account first.',
  }),
  'password-first': (name) => ({
    title: 'Sign in with your new password first',
    advice: `A new password was chosen for this account. Sign in with it once. Afterwards ${name} works again.`,
  }),
  'not-proved': (name) => ({
    title: `${name} did not ask who you are`,
    advice: 'Try again and type your password there. A passkey or a password of your own works too.',
  }),
};

export const companyRefusalWords = (refusal: CompanyRefusal, name: string): Words => WORDS[refusal](name);

// Of an address, which anybody can write.
export const parseCompanyRefusal = (text: unknown): CompanyRefusal | undefined =>
  typeof text === 'string' && Object.hasOwn(WORDS, text) ? (text as CompanyRefusal) : undefined;
