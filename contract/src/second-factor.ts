import type { Static } from 'typebox';
import {
  PASSKEY_NAME_CHARACTERS_MAX,
  SECOND_FACTOR_CODE_CHARACTERS_MAX,
  SECOND_STEP_MINUTES,
} from './console-limits.js';
import { Proved } from './account.js';
import { anyone, endpoint, person, signedIn } from './endpoint.js';
import { count, dateTime, exact, listOf, mustBe, nameText, nullable, text, uuid } from './fields.js';
import { BASE64URL, NO_CONTROLS } from './patterns.js';
import { Person } from './people.js';
import { Me } from './session.js';
import { Type } from './type.js';

const passkeyName = nameText(PASSKEY_NAME_CHARACTERS_MAX, 'What the person calls it.');

export const Passkey = exact('A passkey.', {
  id: uuid('The passkey.'),
  name: passkeyName,
  createdAt: dateTime('When it was added.'),
  lastUsedAt: nullable(dateTime('When.'), 'When it was last used; null when it never was.'),
});
export type Passkey = Static<typeof Passkey>;

export const SecondFactors = exact('What the person proves beside the password.', {
  appSince: nullable(dateTime('When.'), 'Since when an authenticator app is set up; null without one.'),
  passkeys: listOf(Passkey, 'The oldest first.'),
  recoveryCodesLeft: count('How many recovery codes are unused.'),
  demandedBy: listOf(text('A merchant.'), 'The merchants that demand a second factor of everybody.'),
});
export type SecondFactors = Static<typeof SecondFactors>;

const code = (description: string) =>
  Type.String({ maxLength: SECOND_FACTOR_CODE_CHARACTERS_MAX, pattern: NO_CONTROLS, description });

const secret = (description: string) => Type.String({ maxLength: 100, pattern: NO_CONTROLS, description });

// As WebAuthn gives it, in base64url.
const bytes = (charactersMax: number, description: string) =>
  Type.String({
    maxLength: charactersMax,
    pattern: BASE64URL,
    description,
    ...mustBe(`base64url of at most ${charactersMax} characters`),
  });

export const SecondStepRequest = exact('The second step of a sign-in.', {
  ticket: secret('What the first step answered.'),
  code: code('A code of the app, or a recovery code.'),
});
export type SecondStepRequest = Static<typeof SecondStepRequest>;

export const PasskeyOptions = exact('What the browser asks the authenticator with.', {
  options: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The options of WebAuthn as JSON: parseCreationOptionsFromJSON or parseRequestOptionsFromJSON reads them.',
  }),
});
export type PasskeyOptions = Static<typeof PasskeyOptions>;

export const PasskeyAnswer = exact('What the authenticator answered.', {
  id: bytes(1400, 'The credential.'),
  clientDataJSON: bytes(4000, 'What the browser says of the challenge and of the page.'),
  authenticatorData: bytes(4000, 'What the authenticator says.'),
  signature: bytes(2000, 'Its signature.'),
  userHandle: bytes(100, 'Whose passkey it says it is.'),
});
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

export const PasskeySignInRequest = exact('What the authenticator answered, alone or after the password.', {
  ...PasskeyAnswer.properties,
  ticket: Type.Optional(secret('What the first step answered, where the passkey is its second.')),
});
export type PasskeySignInRequest = Static<typeof PasskeySignInRequest>;

export const AddPasskeyRequest = exact('A new passkey.', {
  name: passkeyName,
  id: bytes(1400, 'The credential.'),
  clientDataJSON: bytes(4000, 'What the browser says of the challenge and of the page.'),
  attestationObject: bytes(10_000, 'The key.'),
  transports: Type.Array(Type.String({ maxLength: 20, pattern: NO_CONTROLS }), {
    maxItems: 10,
    description: 'How the authenticator is reached.',
  }),
});
export type AddPasskeyRequest = Static<typeof AddPasskeyRequest>;

const recoveryCodes = nullable(
  listOf(text('A code.'), 'Ten.'),
  'With the first second factor the recovery codes, which are shown this once; else null.',
);

export const AppSetup = exact('What the app is told.', {
  secret: text('The secret in base 32, for typing.'),
  url: text('The same as the address that a QR code shows.'),
});
export type AppSetup = Static<typeof AppSetup>;

export const ConfirmAppRequest = exact('The proof that the app has the secret.', { code: code('What the app shows.') });
export type ConfirmAppRequest = Static<typeof ConfirmAppRequest>;

export const AppAdded = exact('The app is set up.', { recoveryCodes });
export type AppAdded = Static<typeof AppAdded>;

export const PasskeyAdded = exact('The passkey is added.', { passkey: Passkey, recoveryCodes });
export type PasskeyAdded = Static<typeof PasskeyAdded>;

export const RecoveryCodes = exact('The new recovery codes; the old ones work no more.', {
  recoveryCodes: listOf(text('A code.'), 'Ten, shown this once.'),
});
export type RecoveryCodes = Static<typeof RecoveryCodes>;

const RenamePasskeyRequest = exact('Another name.', { name: passkeyName });

export const secondFactorEndpoints = {
  signInWithCode: endpoint('POST /sign-in/second-factor', anyone, {
    ownWay: true,
    session: 'begins',
    summary: `The second step of a sign-in, within ${SECOND_STEP_MINUTES} minutes; sets the session cookie`,
    body: SecondStepRequest,
    response: Me,
    errors: [401, 403, 409, 429],
  }),
  startPasskeySignIn: endpoint('POST /sign-in/passkey/start', anyone, {
    ownWay: true,
    summary: 'What to ask a passkey with, to sign in without typing',
    response: PasskeyOptions,
  }),
  signInWithPasskey: endpoint('POST /sign-in/passkey', anyone, {
    ownWay: true,
    session: 'begins',
    summary: 'Sign in with a passkey, which is both factors; sets the session cookie',
    body: PasskeySignInRequest,
    response: Me,
    errors: [401, 403, 409],
  }),
  startPasskeyProof: endpoint('POST /me/prove/passkey/start', signedIn, {
    ownWay: true,
    summary: 'What to ask a passkey with, to prove who it is before something dangerous',
    response: PasskeyOptions,
  }),
  proveWithPasskey: endpoint('POST /me/prove/passkey', signedIn, {
    ownWay: true,
    summary: 'Prove who it is with a passkey, before something dangerous',
    body: PasskeyAnswer,
    response: Proved,
  }),
  getSecondFactors: endpoint('GET /me/second-factor', signedIn, {
    summary: 'What the person proves beside the password',
    response: SecondFactors,
  }),
  startApp: endpoint('POST /me/app', signedIn, {
    dangerous: true,
    addsSignInMethod: true,
    summary: 'Begin to set up an authenticator app (TOTP, RFC 6238)',
    response: AppSetup,
    errors: [409],
  }),
  confirmApp: endpoint('POST /me/app/confirm', signedIn, {
    dangerous: true,
    addsSignInMethod: true,
    summary: 'Set up the app by a code of it; with the first second factor all other sessions end',
    body: ConfirmAppRequest,
    response: AppAdded,
    errors: [409, 422],
  }),
  removeApp: endpoint('DELETE /me/app', signedIn, {
    dangerous: true,
    summary: 'Take the app away; not the last second factor where a merchant demands one',
    response: SecondFactors,
    errors: [409],
  }),
  makeRecoveryCodes: endpoint('POST /me/recovery-codes', signedIn, {
    dangerous: true,
    summary: 'Make ten new recovery codes; the old ones work no more',
    response: RecoveryCodes,
    errors: [409],
  }),
  startPasskey: endpoint('POST /me/passkeys/start', signedIn, {
    dangerous: true,
    addsSignInMethod: true,
    summary: 'What to ask an authenticator with for a new passkey',
    response: PasskeyOptions,
    errors: [409],
  }),
  addPasskey: endpoint('POST /me/passkeys', signedIn, {
    dangerous: true,
    addsSignInMethod: true,
    summary: 'Add a passkey; with the first second factor all other sessions end',
    body: AddPasskeyRequest,
    response: PasskeyAdded,
    errors: [409, 422],
  }),
  renamePasskey: endpoint('PATCH /me/passkeys/:id', signedIn, {
    summary: 'Give a passkey another name',
    body: RenamePasskeyRequest,
    response: SecondFactors,
  }),
  removePasskey: endpoint('DELETE /me/passkeys/:id', signedIn, {
    dangerous: true,
    summary: 'Take a passkey away; not the last second factor where a merchant demands one',
    response: SecondFactors,
    errors: [409],
  }),
  resetSecondFactor: endpoint('DELETE /people/:id/second-factor', person('admin'), {
    dangerous: true,
    summary: 'Take the second factors of a person away who has lost them; owners are helped by owners',
    response: Person,
    errors: [409],
  }),
};
