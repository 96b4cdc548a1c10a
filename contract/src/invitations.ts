import type { Static } from 'typebox';
import { PASSWORD_CHARACTERS_MAX, PERSON_NAME_CHARACTERS_MAX } from './console-limits.js';
import { anyone, endpoint, person } from './endpoint.js';
import { dateTime, emailText, exact, flag, listOf, nameText, nullable, oneOf, role, text, uuid } from './fields.js';
import { SignInAnswer } from './session.js';
import { Type } from './type.js';

export const Invitation = exact('An invitation that nobody has accepted yet.', {
  id: uuid('The invitation.'),
  email: text('Who is invited.'),
  role: role('What the person will be.'),
  createdBy: text('The name of who invited, at that time.'),
  createdAt: dateTime('When.'),
  expiresAt: dateTime('The first moment at which the link no longer works.'),
});
export type Invitation = Static<typeof Invitation>;

export const InvitationList = exact('The open invitations.', { items: listOf(Invitation, 'Newest first.') });
export type InvitationList = Static<typeof InvitationList>;

export const InviteRequest = exact('Somebody to invite.', {
  email: emailText('Who is invited.'),
  role: role('What the person will be.'),
});
export type InviteRequest = Static<typeof InviteRequest>;

export const NewInvitation = exact('An invitation that was just made.', {
  invitation: Invitation,
  link: text('To be handed to the person. It is in no other answer.'),
  mailed: flag('Whether it is on its way to the email, too.'),
});
export type NewInvitation = Static<typeof NewInvitation>;

// In the body and not in the path, so that it is in no log.
export const invitationSecret = Type.String({ maxLength: 200, description: 'What follows the # in the link.' });

const LookInvitationRequest = exact('The secret of a link.', { secret: invitationSecret });

const INVITED_ACCOUNTS = ['none', 'unproven', 'proven'] as const;

export const InvitationFound = exact('What a link invites to.', {
  merchantName: text('The merchant that invites.'),
  email: text('Who is invited.'),
  role: role('What the person will be.'),
  expiresAt: dateTime('The first moment at which the link no longer works.'),
  account: nullable(
    oneOf(INVITED_ACCOUNTS, 'No account, one whose email was never proven, or one whose email was.'),
    'Whether the email has an account. Null unless the link was mailed: then the person says it.',
  ),
});
export type InvitationFound = Static<typeof InvitationFound>;

export const AcceptInvitationRequest = exact(
  'A new name and password, or the password of the account that the email has.',
  {
    secret: invitationSecret,
    name: Type.Optional(
      nameText(PERSON_NAME_CHARACTERS_MAX, 'The name of somebody new; left out by whoever has an account.'),
    ),
    password: Type.String({
      maxLength: PASSWORD_CHARACTERS_MAX,
      description:
        'A new one, or that of the account. With a mailed link to an account whose email was never proven it is a new one, which takes the place of every earlier way to sign in.',
    }),
  },
);
export type AcceptInvitationRequest = Static<typeof AcceptInvitationRequest>;

export const invitationEndpoints = {
  listInvitations: endpoint('GET /invitations', person('admin'), {
    summary: 'The open invitations of the merchant',
    response: InvitationList,
  }),
  invitePerson: endpoint('POST /invitations', person('admin'), {
    dangerous: true,
    summary: 'Invite somebody by link; an earlier link to the same email stops working',
    body: InviteRequest,
    response: NewInvitation,
    errors: [409, 429],
  }),
  withdrawInvitation: endpoint('DELETE /invitations/:id', person('admin'), {
    summary: 'Make a link stop working',
    response: Invitation,
  }),
  lookInvitation: endpoint('POST /invitations/look', anyone, {
    summary: 'What a link invites to',
    body: LookInvitationRequest,
    response: InvitationFound,
    errors: [404],
  }),
  acceptInvitation: endpoint('POST /invitations/accept', anyone, {
    ownWay: true,
    session: 'begins',
    summary: 'Join the merchant that a link invites to; signs in',
    body: AcceptInvitationRequest,
    response: SignInAnswer,
    errors: [401, 403, 404, 409, 429],
  }),
};
