// Every mail, in words for people who know nothing of the service: what it is about, what to do, why it came, and what to do
// if it was not them.
import type { Factors } from '@vitrine/contract/account-words';
import { WEBHOOK_FAILING_DAYS_MAX } from '@vitrine/contract/console-limits';
import type { Mail } from './mail.js';
import { writeMail } from './write-mail.js';

type Reader = { readonly to: string; readonly name: string; readonly baseUrl: string };

export const resetMail = ({ to, name, baseUrl, link, minutes }: Reader & Linked): Mail =>
  writeMail({
    kind: 'reset',
    to,
    subject: 'Choose a new password',
    greeting: name,
    says: [
      `Somebody, most likely you, wants a new password for your account at ${baseUrl}.`,
      `With this link you choose one. It works once, for ${minutes} minutes.`,
    ],
    link: { label: 'Choose a new password', url: link },
    after: ['Whoever is signed in with the old password, on any device, is signed out then.'],
    why: 'You get this mail because somebody asked for a new password for this email. If it was not you, do nothing: nobody can use the link but you, and your password stays as it is.',
  });

type Linked = { readonly link: string; readonly minutes: number };
type Timed = { readonly at: number };

export const passwordChangedMail = ({ to, name, baseUrl, at }: Reader & Timed): Mail =>
  writeMail({
    kind: 'password_changed',
    to,
    subject: 'Your password was changed',
    greeting: name,
    says: [
      `The password of your account at ${baseUrl} was changed on ${momentWords(at)}. Everybody who was signed in with the old one is signed out.`,
    ],
    why: `You get this mail because it is your account. If it was not you, choose a new password now under ${baseUrl}/forgot, and tell an owner of your merchant.`,
  });

// What was done to the ways into an account, as the mail's subject and its first words.
export type WayInChange =
  | { readonly kind: 'app_added' | 'app_removed' | 'recovery_codes_made' | 'company_linked' | 'company_unlinked' }
  | { readonly kind: 'passkey_added' | 'passkey_removed'; readonly passkey: string }
  | { readonly kind: 'ai_key_made' | 'ai_key_rotated' | 'assistant_connected'; readonly assistant: string }
  | { readonly kind: 'second_factors_reset'; readonly by: string }
  | { readonly kind: 'earlier_methods_removed'; readonly removed: string };

export const waysInChangedMail = ({ to, name, baseUrl, at, change }: Reader & Timed & { change: WayInChange }): Mail =>
  writeMail({
    kind: 'ways_in_changed',
    to,
    subject: changeWords(change),
    greeting: name,
    says: [`${changeWords(change)}, at ${baseUrl}, on ${momentWords(at)}. If it was you, there is nothing to do.`],
    after: moreWords(change),
    why: `You get this mail because it is your account. ${notYou(baseUrl, change.kind === 'second_factors_reset' ? 'If you did not ask for it' : undefined)}`,
  });

function changeWords(change: WayInChange): string {
  switch (change.kind) {
    case 'app_added':
      return 'An authenticator app was added to your account';
    case 'app_removed':
      return 'The authenticator app was removed from your account';
    case 'recovery_codes_made':
      return 'New recovery codes were made for your account';
    case 'passkey_added':
      return `The passkey «${change.passkey}» was added to your account`;
    case 'passkey_removed':
      return `The passkey «${change.passkey}» was removed from your account`;
    case 'company_linked':
      return 'An account of the company was connected with yours';
    case 'company_unlinked':
      return 'The account of the company was disconnected from yours';
    case 'ai_key_made':
      return `The assistant key «${change.assistant}» was made in your name`;
    case 'ai_key_rotated':
      return `Your assistant key «${change.assistant}» got a new value`;
    case 'assistant_connected':
      return `The assistant «${change.assistant}» was connected in your name`;
    case 'second_factors_reset':
      return `${change.by} removed the second factors of your account`;
    case 'earlier_methods_removed':
      return 'Earlier ways to sign in were removed from your account';
  }
}

function moreWords(change: WayInChange): readonly string[] {
  if (change.kind === 'second_factors_reset') {
    return ['The password alone signs in now, and you are signed out everywhere. Set up an app or a passkey again.'];
  }
  if (change.kind !== 'earlier_methods_removed') return [];
  return [
    `You showed for the first time that this mailbox is yours. Removed: ${change.removed}. Somebody else may have set them up. You can set up your own again on your account page.`,
  ];
}

const notYou = (baseUrl: string, unless = 'If it was not you'): string =>
  `${unless}, choose a new password now under ${baseUrl}/forgot: that signs everybody out. Then remove what is not yours under ${baseUrl}/account, and tell an owner of your merchant.`;

// To the address that is to become the account's.
export const emailProofMail = ({ to, name, baseUrl, link, minutes }: Reader & Linked): Mail =>
  writeMail({
    kind: 'email_proof',
    to,
    subject: 'Confirm your new email',
    greeting: name,
    says: [
      `You want to sign in at ${baseUrl} with ${to} from now on.`,
      `Open this link in the browser that you are signed in with. It works once, for ${minutes} minutes.`,
    ],
    link: { label: 'Confirm this email', url: link },
    why: 'You get this mail because somebody gave this address as the new email of their account. If it was not you, do nothing: nothing changes without the link.',
  });

// To the address that the account has, and that nobody has proven yet.
export const confirmEmailMail = ({ to, name, baseUrl, link, minutes }: Reader & Linked): Mail =>
  writeMail({
    kind: 'email_proof',
    to,
    subject: 'Confirm your email',
    greeting: name,
    says: [
      `Confirm that ${to} is yours, so that you can add ways to sign in at ${baseUrl}.`,
      `Open this link in the browser that you are signed in with. It works once, for ${minutes} minutes.`,
    ],
    link: { label: 'Confirm this email', url: link },
    why: `You get this mail because somebody who is signed in to an account with this address asked for it. If it was not you, choose a new password under ${baseUrl}/forgot: that removes everything that they set up.`,
  });

// To an address that has an account already. Who asked is told the same as always.
export const emailTakenMail = ({ to, name, baseUrl }: Reader): Mail =>
  writeMail({
    kind: 'email_taken',
    to,
    subject: 'This email has an account already',
    greeting: name,
    says: [
      `Somebody wants to use ${to} for another account at ${baseUrl}. That is not possible: it is the email of yours.`,
      `If it was you, sign in with this email instead: ${baseUrl}/sign-in`,
    ],
    why: 'You get this mail because your email was given as the new one of another account. If it was not you, do nothing: nothing was changed.',
  });

// To the address that the account has still.
export const emailChangingMail = ({ to, name, baseUrl, newEmail }: Reader & { readonly newEmail: string }): Mail =>
  writeMail({
    kind: 'email_changing',
    to,
    subject: 'Your email is to be changed',
    greeting: name,
    says: [
      `Somebody who is signed in to your account at ${baseUrl} and gave your password wants to sign in with ${newEmail} from now on.`,
      'A link was sent to that address. The change is made when it is opened.',
    ],
    why: `You get this mail because it is your account. If it was not you, choose a new password now under ${baseUrl}/forgot: that ends the change and signs everybody out.`,
  });

export const emailChangedMail = ({ to, name, baseUrl, at, newEmail }: Reader & Timed & { newEmail: string }): Mail =>
  writeMail({
    kind: 'email_changed',
    to,
    subject: 'Your email was changed',
    greeting: name,
    says: [`Since ${momentWords(at)} you sign in at ${baseUrl} with ${newEmail}. The password is the same.`],
    why: `You get this mail because it is, or was, the email of your account. If it was not you, write to an owner of your merchant or to whoever runs ${baseUrl} at once: they can give the account back to you.`,
  });

type Inviting = { readonly merchantName: string; readonly inviter: string; readonly roleWords: string; days: number };

export const invitationMail = (about: Omit<Reader, 'name'> & Inviting & Pick<Linked, 'link'>): Mail =>
  writeMail({
    kind: 'invitation',
    to: about.to,
    subject: `${about.inviter} invites you to ${about.merchantName}`,
    says: [
      `${about.inviter} invites you to work for ${about.merchantName} at ${about.baseUrl}, as ${about.roleWords}.`,
      `With this link you join. It works once, for ${about.days} days.`,
    ],
    link: { label: 'Join', url: about.link },
    why: `You get this mail because ${about.inviter} gave this address. If you do not know them, do nothing: without the link nothing happens, and nothing is kept of you but this address until the invitation ends.`,
  });

type Running = { readonly merchantName: string; readonly tokens: readonly { name: string; expiresAt: number }[] };

export const tokenWarningMail = ({ to, name, baseUrl, merchantName, tokens }: Reader & Running): Mail =>
  writeMail({
    kind: 'token_warning',
    to,
    subject: `${tokens.length === 1 ? 'A token' : `${tokens.length} tokens`} of ${merchantName} will stop working soon`,
    greeting: name,
    says: [
      `What is connected to ${merchantName} with ${tokens.length === 1 ? 'this token' : 'these tokens'} will be refused after the given moment:`,
      ...tokens.map((token) => `• ${token.name}: works until ${momentWords(token.expiresAt)}`),
      'Rotate it: the new one is given to the connected system, and the old one works on for as long as you choose.',
    ],
    link: { label: 'Open integrations', url: `${baseUrl}/settings/integrations` },
    why: `You get this mail because you are an owner or admin of ${merchantName}. It comes 14 days, 7 days and one day before. If the token is no longer needed, do nothing: it ends by itself.`,
  });

type Stopped = { readonly merchantName: string; readonly webhook: string; readonly reason: 'gone' | 'failing' };

export const webhookStoppedMail = ({ to, name, baseUrl, merchantName, webhook, reason }: Reader & Stopped): Mail =>
  writeMail({
    kind: 'webhook_stopped',
    to,
    subject: `The webhook «${webhook}» of ${merchantName} was switched off`,
    greeting: name,
    says: [
      reason === 'gone'
        ? `The system behind the webhook «${webhook}» answered that it is gone.`
        : `The system behind the webhook «${webhook}» has taken nothing for ${WEBHOOK_FAILING_DAYS_MAX} days.`,
      `It is told of nothing any more. When that system works again, switch the webhook on and send again what failed.`,
    ],
    link: { label: 'Open integrations', url: `${baseUrl}/settings/integrations` },
    why: `You get this mail because you are an owner or admin of ${merchantName}. If the webhook is no longer needed, delete it.`,
  });

type Signing = Timed & { readonly browser: string; readonly address: string; readonly factors: Factors };

export const newBrowserMail = ({ to, name, baseUrl, at, browser, address, factors }: Reader & Signing): Mail =>
  writeMail({
    kind: 'new_browser',
    to,
    subject: 'New sign-in to your account',
    greeting: name,
    says: [
      `Somebody signed in to your account at ${baseUrl} with a browser that was not used for it before.`,
      `When: ${momentWords(at)}. With: ${browser}. From the address ${address}. By: ${FACTORS_WORDS[factors]}.`,
      'If it was you, there is nothing to do.',
    ],
    why: `You get this mail because it is your account. ${factors === 'company' ? NOT_YOU_AT_THE_COMPANY : notYou(baseUrl)}`,
  });

const FACTORS_WORDS: Readonly<Record<Factors, string>> = {
  password: 'password',
  'password+totp': 'password and code',
  passkey: 'passkey',
  company: 'the sign-in of the company',
};

// A new password here would not keep them out.
const NOT_YOU_AT_THE_COMPANY =
  'If it was not you, tell whoever looks after your account at the company at once, and an owner of your merchant.';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const momentWords = (at: number): string => `${moment.format(at)} UTC`;
