import { acceptInvitation } from './accept-invitation.js';
import { getToken } from './admit-token.js';
import { invitePerson, listInvitations, lookInvitation, withdrawInvitation } from './invitations.js';
import { createToken } from './issue-token.js';
import { getTokenUsage, listTokens, revokeToken, rotateToken } from './manage-tokens.js';
import { getMe, signOut, signOutEverywhere, switchMerchant } from './me.js';
import { changeRole, listPeople, removePerson } from './people.js';
import { signIn } from './sign-in.js';

export const identityHandlers = {
  getToken,
  signIn,
  signOut,
  signOutEverywhere,
  getMe,
  switchMerchant,
  listTokens,
  createToken,
  revokeToken,
  rotateToken,
  getTokenUsage,
  listPeople,
  changeRole,
  removePerson,
  listInvitations,
  invitePerson,
  withdrawInvitation,
  lookInvitation,
  acceptInvitation,
};
