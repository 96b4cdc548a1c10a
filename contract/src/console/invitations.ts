import { Type, type Static } from 'typebox';
import { dateTime, uuid } from '../fields.js';
import { anyone, endpoint, person } from '../endpoint.js';
import { emailText, exact, nameText, role } from './console-fields.js';
import { PASSWORD_CHARACTERS_MAX, PERSON_NAME_CHARACTERS_MAX } from './console-limits.js';
import { Me } from './session.js';

export const Invitation = exact(
  {
    id: uuid('The invitation.'),
    email: Type.String({ description: 'Who is invited.' }),
    role: role('What the person will be.'),
    createdBy: Type.String({ description: 'The name of who invited, at that time.' }),
    createdAt: dateTime('When.'),
    expiresAt: dateTime('The first moment at which the link no longer works.'),
  },
  'An invitation that nobody has accepted yet.',
);
export type Invitation = Static<typeof Invitation>;

export const InvitationList = exact(
  { items: Type.Array(Invitation, { description: 'Newest first.' }) },
  'The open invitations.',
);
export type InvitationList = Static<typeof InvitationList>;

export const InviteRequest = exact(
  { email: emailText('Who is invited.'), role: role('What the person will be.') },
  'Somebody to invite.',
);
export type InviteRequest = Static<typeof InviteRequest>;

export const NewInvitation = exact(
  {
    invitation: Invitation,
    link: Type.String({ description: 'To be handed to the person. It is in no other answer.' }),
  },
  'An invitation that was just made.',
);
export type NewInvitation = Static<typeof NewInvitation>;

// In the body and not in the path, so that it is in no log.
const secret = Type.String({ maxLength: 200, description: 'What follows the # in the link.' });

export const LookInvitationRequest = exact({ secret }, 'The secret of a link.');

export const InvitationFound = exact(
  {
    merchantName: Type.String({ description: 'The merchant that invites.' }),
    email: Type.String({ description: 'Who is invited.' }),
    role: role('What the person will be.'),
    expiresAt: dateTime('The first moment at which the link no longer works.'),
  },
  'What a link invites to.',
);
export type InvitationFound = Static<typeof InvitationFound>;

export const AcceptInvitationRequest = exact(
  {
    secret,
    name: Type.Optional(
      nameText(PERSON_NAME_CHARACTERS_MAX, 'The name of somebody new; left out by whoever has an account.'),
    ),
    password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX, description: 'The new one, or that of the account.' }),
  },
  'A new name and password, or the password of the account that the email has.',
);
export type AcceptInvitationRequest = Static<typeof AcceptInvitationRequest>;

export const invitationEndpoints = {
  listInvitations: endpoint({
    method: 'GET',
    path: '/invitations',
    access: person('admin'),
    summary: 'The open invitations of the merchant',
    response: InvitationList,
    errors: [401, 403, 404],
  }),
  invitePerson: endpoint({
    method: 'POST',
    path: '/invitations',
    access: person('admin'),
    summary: 'Invite somebody by link; an earlier link to the same email stops working',
    body: InviteRequest,
    response: NewInvitation,
    errors: [400, 401, 403, 404, 409, 413],
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/invitations/:id',
    access: person('admin'),
    summary: 'Make a link stop working',
    response: Invitation,
    errors: [400, 401, 403, 404],
  }),
  lookInvitation: endpoint({
    method: 'POST',
    path: '/invitations/look',
    access: anyone,
    summary: 'What a link invites to',
    body: LookInvitationRequest,
    response: InvitationFound,
    errors: [400, 403, 404, 413],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/invitations/accept',
    session: 'begins',
    access: anyone,
    summary: 'Join the merchant that a link invites to; signs in',
    body: AcceptInvitationRequest,
    response: Me,
    errors: [400, 401, 403, 404, 409, 413, 429],
  }),
};
