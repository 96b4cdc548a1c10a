import type { Static } from 'typebox';
import { DATE_LANGUAGE_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX, PERSON_NAME_CHARACTERS_MAX } from './console-limits.js';
import { endpoint, signedIn } from './endpoint.js';
import { dateTime, exact, flag, listOf, mustBe, nameText, nullable, oneOf, text, uuid } from './fields.js';
import { COLOUR_SCHEMES, FACTORS, PROOFS } from './account-words.js';
import { LANGUAGE_TAG } from './patterns.js';
import { Me, SignedOut } from './session.js';
import { Type } from './type.js';

export const Account = exact('What the person who is signed in can see to.', {
  email: text('What the person signs in with.'),
  hasPassword: flag('Whether there is a password.'),
  mustConfirmEmail: flag('Whether the email must be confirmed by a mailed link before a sign-in method is added.'),
  proofs: listOf(
    oneOf(PROOFS, 'A way.'),
    'By what the person can prove who it is before something dangerous, the best first.',
  ),
});
export type Account = Static<typeof Account>;

export const UpdateMeRequest = exact('What to change; what is left out stays.', {
  name: Type.Optional(nameText(PERSON_NAME_CHARACTERS_MAX, 'The name, as others see it.')),
  dateLanguage: Type.Optional(
    nullable(
      Type.String({
        maxLength: DATE_LANGUAGE_CHARACTERS_MAX,
        pattern: LANGUAGE_TAG,
        description: 'As BCP 47 has it.',
        ...mustBe('a language such as de-CH'),
      }),
      'The language that dates are written in; null: as the browser has it.',
    ),
  ),
  colourScheme: Type.Optional(
    nullable(oneOf(COLOUR_SCHEMES, 'Light, dark or as the system.'), 'Null: as the browser has it.'),
  ),
});
export type UpdateMeRequest = Static<typeof UpdateMeRequest>;

const password = (description: string) => Type.String({ maxLength: PASSWORD_CHARACTERS_MAX, description });

export const ProveRequest = exact('The password.', { password: password('That of the account.') });
export type ProveRequest = Static<typeof ProveRequest>;

export const Proved = exact('The proof.', {
  until: dateTime('Until when nothing dangerous asks for another one.'),
});
export type Proved = Static<typeof Proved>;

export const ChangePasswordRequest = exact('The old password and the new one.', {
  currentPassword: Type.Optional(password('The old one; left out where the account has none.')),
  password: password('The new one.'),
});
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>;

export const OwnSession = exact('A browser that is signed in.', {
  id: uuid('The session.'),
  isThis: flag('Whether it is the one that asks.'),
  browser: text('The browser and its system, in words.'),
  address: text('From where it was last used; empty where that is not known.'),
  factors: oneOf(FACTORS, 'How the person came in.'),
  signedInAt: dateTime('When.'),
  lastUsedAt: dateTime('When it was last used, to five minutes.'),
  endsAt: dateTime('When it ends if it is not used again.'),
});
export type OwnSession = Static<typeof OwnSession>;

export const OwnSessionList = exact('Every browser that the person is signed in with.', {
  items: listOf(OwnSession, 'The one that asks first, then the last used.'),
});
export type OwnSessionList = Static<typeof OwnSessionList>;

const EndSessionRequest = exact('The session to end.', { id: uuid('The session.') });

export const accountEndpoints = {
  getAccount: endpoint('GET /me/account', signedIn, {
    summary: 'What the person can see to',
    response: Account,
  }),
  updateMe: endpoint('PATCH /me', signedIn, {
    summary: 'Change the own name, the language of dates, the colours',
    body: UpdateMeRequest,
    response: Me,
  }),
  prove: endpoint('POST /me/prove', signedIn, {
    ownWay: true,
    summary: 'Prove who it is with the password, before something dangerous',
    body: ProveRequest,
    response: Proved,
    errors: [429],
  }),
  changePassword: endpoint('POST /me/password', signedIn, {
    ownWay: true,
    session: 'begins',
    summary: 'Change the own password; every other session ends, and this one goes on under a new cookie',
    body: ChangePasswordRequest,
    response: Me,
    errors: [429],
  }),
  listSessions: endpoint('GET /me/sessions', signedIn, {
    summary: 'Every browser that the person is signed in with',
    response: OwnSessionList,
  }),
  endSession: endpoint('POST /me/sessions/end', signedIn, {
    summary: 'End one session of the person; one that is not there has ended',
    body: EndSessionRequest,
    response: SignedOut,
  }),
  endOtherSessions: endpoint('POST /me/sessions/end-others', signedIn, {
    summary: 'End every session of the person but this one',
    response: SignedOut,
  }),
};
