import { exportActivity, listActivity } from './activity.js';
import { acceptInvitation, invitePerson, listInvitations, lookInvitation, withdrawInvitation } from './invitations.js';
import { getMerchant, updateMerchant } from './merchant.js';
import { changeRole, listPeople, removePerson } from './people.js';
import { getMe, signIn, signOut, signOutEverywhere, switchMerchant } from './session.js';
import { createToken, getTokenUsage, listTokens, revokeToken, rotateToken } from './tokens.js';

// The endpoint table of the console.
export const consoleEndpoints = {
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
  getMerchant,
  updateMerchant,
  listActivity,
  exportActivity,
};
