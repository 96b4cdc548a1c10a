import { Type, type Static } from 'typebox';
import { nullable, uuid } from '../fields.js';
import { NO_CONTROLS } from '../patterns.js';
import { anyone, endpoint, signedIn } from '../endpoint.js';
import { exact, role } from './console-fields.js';
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from './console-limits.js';

export const Membership = exact(
  {
    merchantId: uuid('The merchant.'),
    merchantName: Type.String({ description: 'Its name.' }),
    role: role('What the person is there.'),
    suspended: Type.Boolean({ description: 'Whether the operator has stopped its tokens.' }),
  },
  'A merchant that a person belongs to.',
);

export const Me = exact(
  {
    person: exact(
      {
        id: uuid('The person.'),
        email: Type.String({ description: 'What the person signs in with.' }),
        name: Type.String({ description: 'The name.' }),
      },
      'Who is signed in.',
    ),
    merchant: nullable(Membership, 'The merchant that requests without X-Merchant are about; null without any.'),
    memberships: Type.Array(Membership, { description: 'Every merchant that the person belongs to, by name.' }),
  },
  'Who is signed in, and for which merchant.',
);
export type Me = Static<typeof Me>;

// An address that nobody could have is refused like one that nobody has: 401.
export const SignInRequest = exact(
  {
    email: Type.String({ maxLength: EMAIL_CHARACTERS_MAX, pattern: NO_CONTROLS, description: 'The email.' }),
    password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX, description: 'The password.' }),
  },
  'Email and password.',
);
export type SignInRequest = Static<typeof SignInRequest>;

export const SignedOut = exact(
  { sessions: Type.Integer({ minimum: 0, description: 'How many sessions ended.' }) },
  'What signing out did.',
);
export type SignedOut = Static<typeof SignedOut>;

export const SwitchMerchantRequest = exact({ merchantId: uuid('The merchant.') }, 'The merchant to work for.');

export const sessionEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    session: 'begins',
    access: anyone,
    summary: 'Sign in with email and password; sets the session cookie',
    body: SignInRequest,
    response: Me,
    errors: [400, 401, 403, 413, 429],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    session: 'ends',
    access: signedIn,
    summary: 'End this session',
    response: SignedOut,
    errors: [400, 401, 403, 404],
  }),
  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/sign-out-everywhere',
    session: 'ends',
    access: signedIn,
    summary: 'End every session of the person, this one too',
    response: SignedOut,
    errors: [400, 401, 403, 404],
  }),
  getMe: endpoint({
    method: 'GET',
    path: '/me',
    access: signedIn,
    summary: 'Who is signed in, and for which merchants',
    response: Me,
    errors: [401, 404],
  }),
  switchMerchant: endpoint({
    method: 'POST',
    path: '/me/merchant',
    access: signedIn,
    summary: 'Choose the merchant that requests without X-Merchant are about',
    body: SwitchMerchantRequest,
    response: Me,
    errors: [400, 401, 403, 404, 413],
  }),
};
