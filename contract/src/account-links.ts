import type { Static } from 'typebox';
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from './console-limits.js';
import { anyone, endpoint, person, signedIn } from './endpoint.js';
import { count, dateTime, emailText, exact, flag, nullable, text } from './fields.js';
import { NO_CONTROLS } from './patterns.js';
import { RemovedMethods } from './removed-methods.js';
import { Type } from './type.js';

// An address that nobody could have is answered like one that nobody has.
export const AskForResetRequest = exact('Whose password is forgotten.', {
  email: Type.String({ maxLength: EMAIL_CHARACTERS_MAX, pattern: NO_CONTROLS, description: 'The email.' }),
});
export type AskForResetRequest = Static<typeof AskForResetRequest>;

export const ResetAsked = exact('The same for every email, whether it has an account or not.', {
  mail: flag('Whether this installation sends mail: without, nothing was done.'),
  minutes: count('How long the link in the mail works.'),
});
export type ResetAsked = Static<typeof ResetAsked>;

// In the body and not in the path, so that it is in no log.
const secret = Type.String({ maxLength: 200, description: 'What follows the # in the link.' });

const LookResetRequest = exact('The secret of a link.', { secret });

export const ResetFound = exact('Whose password a link changes.', {
  email: text('What the person signs in with.'),
  expiresAt: dateTime('The first moment at which the link no longer works.'),
  isFirstProof: flag('Whether the link is the first proof of the email, which removes every earlier way to sign in.'),
});
export type ResetFound = Static<typeof ResetFound>;

export const ResetPasswordRequest = exact('A link and the new password.', {
  secret,
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX, description: 'The new one.' }),
});
export type ResetPasswordRequest = Static<typeof ResetPasswordRequest>;

export const PasswordReset = exact('The account that has a new password.', {
  email: text('What the person signs in with.'),
  removed: nullable(
    RemovedMethods,
    'What the first proof of the email removed; null where the email was proven before, or the link was not mailed.',
  ),
});
export type PasswordReset = Static<typeof PasswordReset>;

export const HandedLink = exact('A link for a new password, by mail or to be handed over.', {
  link: nullable(
    text('The link. It is in no other answer.'),
    'To be handed to the person; null where it went by mail.',
  ),
  sentTo: nullable(text('The email.'), 'Where it went by mail; null where there is none.'),
  expiresAt: dateTime('The first moment at which the link no longer works.'),
});
export type HandedLink = Static<typeof HandedLink>;

export const AskForEmailRequest = exact('The email to sign in with from now on.', { email: emailText('The new one.') });
export type AskForEmailRequest = Static<typeof AskForEmailRequest>;

export const EmailAsked = exact('The same for every email, whether it has an account or not.', {
  mail: flag('Whether this installation sends mail: without, nothing was done.'),
  minutes: count('How long the link in the mail works.'),
});
export type EmailAsked = Static<typeof EmailAsked>;

const ConfirmEmailRequest = exact('The secret of a link.', { secret });

export const EmailConfirmed = exact('The account as it is now.', { email: text('What the person signs in with.') });
export type EmailConfirmed = Static<typeof EmailConfirmed>;

export const accountLinkEndpoints = {
  askForReset: endpoint('POST /reset/ask', anyone, {
    ownWay: true,
    summary: 'Send a link for a new password to an email, if it has an account; the answer does not tell',
    body: AskForResetRequest,
    response: ResetAsked,
    errors: [429],
  }),
  lookReset: endpoint('POST /reset/look', anyone, {
    summary: 'Whose password a link changes',
    body: LookResetRequest,
    response: ResetFound,
    errors: [404],
  }),
  resetPassword: endpoint('POST /reset', anyone, {
    ownWay: true,
    summary:
      'Choose a new password by a link; ends every session and every other link of the person, and signs nobody in',
    body: ResetPasswordRequest,
    response: PasswordReset,
    errors: [404, 429],
  }),
  makeResetLink: endpoint('POST /people/:id/reset-link', person('admin'), {
    dangerous: true,
    summary:
      'Give a person of the merchant a link for a new password: by mail, or without mail in the answer, where the person belongs to no other merchant',
    response: HandedLink,
    errors: [409, 429],
  }),
  askForEmail: endpoint('POST /me/email', signedIn, {
    dangerous: true,
    summary: 'Send a link to a new email, which proves it; nothing changes before it is opened',
    body: AskForEmailRequest,
    response: EmailAsked,
    errors: [429],
  }),
  confirmEmail: endpoint('POST /me/email/confirm', signedIn, {
    summary: 'Take the new email that a link proves; ends the other sessions of the person',
    body: ConfirmEmailRequest,
    response: EmailConfirmed,
    errors: [404, 409],
  }),
};
