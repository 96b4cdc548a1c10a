import type { Static } from 'typebox';
import { COLOUR_SCHEMES } from './account-words.js';
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from './console-limits.js';
import { anyone, endpoint, signedIn } from './endpoint.js';
import { count, exact, flag, listOf, nullable, oneOf, role, text, uuid } from './fields.js';
import { NO_CONTROLS } from './patterns.js';
import { Type } from './type.js';

const Membership = exact('A merchant that a person belongs to.', {
  merchantId: uuid('The merchant.'),
  merchantName: text('Its name.'),
  role: role('What the person is there.'),
  suspended: flag('Whether the operator has stopped its tokens.'),
  needsSecondFactor: flag('Whether it opens only once the person has set up a second factor.'),
});

export const Me = exact('Who is signed in, and for which merchant.', {
  person: exact('Who is signed in.', {
    id: uuid('The person.'),
    email: text('What the person signs in with.'),
    name: text('The name.'),
    dateLanguage: nullable(text('A language.'), 'The language that dates are written in; null: as the browser has it.'),
    colourScheme: nullable(oneOf(COLOUR_SCHEMES, 'The colours.'), 'Light or dark; null: as the browser keeps it.'),
  }),
  merchant: nullable(Membership, 'The merchant that requests without X-Merchant are about; null without any.'),
  memberships: listOf(Membership, 'Every merchant that the person belongs to, by name.'),
  mustReviewMethods: flag('Whether this session shows the list of sign-in methods before anything else.'),
});
export type Me = Static<typeof Me>;

// Whoever has a second factor gets this for the password instead of a session.
export const SecondStepNeeded = exact('The password was right, and a second factor is needed.', {
  secondFactor: exact('What can be given.', {
    ticket: text('For the second step; works once and for a short time.'),
    app: flag('Whether an authenticator app is set up; recovery codes are always taken.'),
    passkey: flag('Whether there are passkeys.'),
  }),
});
export type SecondStepNeeded = Static<typeof SecondStepNeeded>;

export const SignInAnswer = Type.Union([Me, SecondStepNeeded], {
  description: 'Who is signed in, or what the second step needs.',
});

// An address that nobody could have is refused like one that nobody has: 401.
export const SignInRequest = exact('Email and password.', {
  email: Type.String({ maxLength: EMAIL_CHARACTERS_MAX, pattern: NO_CONTROLS, description: 'The email.' }),
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX, description: 'The password.' }),
});
export type SignInRequest = Static<typeof SignInRequest>;

const sessions = count('How many sessions ended.');

export const SignedOut = exact('What signing out did.', { sessions });
export type SignedOut = Static<typeof SignedOut>;

export const Left = exact('What signing out did, of the session that asked too.', {
  sessions,
  companyUrl: nullable(
    text('Where the browser goes to sign out at the company too.'),
    'Null unless the session came from there.',
  ),
});
export type Left = Static<typeof Left>;

const SwitchMerchantRequest = exact('The merchant to work for.', { merchantId: uuid('The merchant.') });

export const sessionEndpoints = {
  signIn: endpoint('POST /sign-in', anyone, {
    ownWay: true,
    session: 'begins',
    summary: 'Sign in with email and password; sets the session cookie',
    body: SignInRequest,
    response: SignInAnswer,
    errors: [401, 403, 429],
  }),
  signOut: endpoint('POST /sign-out', signedIn, {
    session: 'ends',
    summary: 'End this session',
    response: Left,
  }),
  signOutEverywhere: endpoint('POST /sign-out-everywhere', signedIn, {
    session: 'ends',
    summary: 'End every session of the person, this one too',
    response: Left,
  }),
  getMe: endpoint('GET /me', signedIn, {
    summary: 'Who is signed in, and for which merchants',
    response: Me,
  }),
  switchMerchant: endpoint('POST /me/merchant', signedIn, {
    summary: 'Choose the merchant that requests without X-Merchant are about',
    body: SwitchMerchantRequest,
    response: Me,
  }),
};
