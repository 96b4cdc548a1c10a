import type { Static } from 'typebox';
import { endpoint, signedIn } from './endpoint.js';
import { count, dateTime, exact, flag, listOf, nullable, text, uuid } from './fields.js';
import { Passkey } from './second-factor.js';
import { Type } from './type.js';

export const SignInMethods = exact('Everything that opens the account.', {
  hasPassword: flag('Whether there is a password.'),
  appSince: nullable(dateTime('When.'), 'Since when an authenticator app is set up; null without one.'),
  passkeys: listOf(Passkey, 'The oldest first.'),
  company: nullable(
    exact('The single sign-on.', {
      email: nullable(text('Its email when it was connected.'), 'Null where the provider gave none.'),
      linkedAt: dateTime('When it was connected.'),
    }),
    'Null without one.',
  ),
  otherSessions: count('How many other browsers are signed in.'),
  assistants: count('How many assistants have access, at all merchants.'),
});
export type SignInMethods = Static<typeof SignInMethods>;

export const KeepSignInMethodsRequest = exact('What the person keeps. Everything else is removed.', {
  app: flag('Whether to keep the authenticator app.'),
  passkeys: Type.Array(uuid('A passkey.'), { maxItems: 100, description: 'The passkeys to keep.' }),
  company: flag('Whether to keep the single sign-on.'),
  sessions: flag(
    'Whether the other browsers stay signed in. They are signed out in any case when something is removed.',
  ),
  assistants: flag('Whether the assistants keep their access.'),
});
export type KeepSignInMethodsRequest = Static<typeof KeepSignInMethodsRequest>;

export const signInMethodEndpoints = {
  listSignInMethods: endpoint('GET /me/sign-in-methods', signedIn, {
    summary: 'Everything that opens the account',
    response: SignInMethods,
  }),
  keepSignInMethods: endpoint('POST /me/sign-in-methods/keep', signedIn, {
    dangerous: true,
    summary:
      'Remove every sign-in method that is not kept; ends the review that a new password or an invitation asks for',
    body: KeepSignInMethodsRequest,
    response: SignInMethods,
    errors: [409],
  }),
};
