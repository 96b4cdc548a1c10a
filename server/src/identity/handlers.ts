import { getAccount, updateMe } from './account.js';
import { getAiKeyUsage, getOwnAiKeyUsage } from './ai-key-usage.js';
import { createAiKey, listAiKeys, listOwnAiKeys, revokeAiKey, revokeOwnAiKey, rotateAiKey } from './ai-keys.js';
import { acceptInvitation } from './accept-invitation.js';
import { getToken } from './admit-token.js';
import { askForEmail, confirmEmail } from './change-email.js';
import { changePassword } from './change-password.js';
import { finishFirstRun, lookFirstRun } from './first-run.js';
import { invitePerson, listInvitations, lookInvitation, withdrawInvitation } from './invitations.js';
import { finishCompany, getSignInWays, startCompanyLink, startCompanyProof, startCompanySignIn } from './company.js';
import { getCompanyAccount, unlinkCompany } from './company-account.js';
import { createToken } from './issue-token.js';
import { makeResetLink } from './make-reset-link.js';
import { getTokenUsage, listTokens, revokeToken, rotateToken } from './manage-tokens.js';
import { getMe, signOut, signOutEverywhere, switchMerchant } from './me.js';
import { signInWithPasskey, proveWithPasskey, startPasskeyProof, startPasskeySignIn } from './passkey-sign-in.js';
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkeys.js';
import { endOtherSessions, endSession, listSessions } from './own-sessions.js';
import { changeRole, listPeople, removePerson } from './people.js';
import { prove } from './prove.js';
import { askForReset, lookReset, resetPassword } from './reset-password.js';
import { keepSignInMethods, listSignInMethods } from './review-sign-in-methods.js';
import { resetSecondFactor } from './reset-second-factor.js';
import { confirmApp, getSecondFactors, makeRecoveryCodes, removeApp, startApp } from './second-factor.js';
import { signInWithCode } from './second-step.js';
import { signIn } from './sign-in.js';

export const identityHandlers = {
  getToken,
  lookFirstRun,
  finishFirstRun,
  askForReset,
  lookReset,
  resetPassword,
  makeResetLink,
  askForEmail,
  confirmEmail,
  signIn,
  signInWithCode,
  startPasskeySignIn,
  signInWithPasskey,
  startPasskeyProof,
  proveWithPasskey,
  getSecondFactors,
  startApp,
  confirmApp,
  removeApp,
  makeRecoveryCodes,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  resetSecondFactor,
  listSignInMethods,
  keepSignInMethods,
  signOut,
  signOutEverywhere,
  getSignInWays,
  startCompanySignIn,
  startCompanyLink,
  startCompanyProof,
  finishCompany,
  getCompanyAccount,
  unlinkCompany,
  getMe,
  switchMerchant,
  getAccount,
  updateMe,
  prove,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  listTokens,
  createToken,
  revokeToken,
  rotateToken,
  getTokenUsage,
  listOwnAiKeys,
  createAiKey,
  rotateAiKey,
  revokeOwnAiKey,
  listAiKeys,
  revokeAiKey,
  getOwnAiKeyUsage,
  getAiKeyUsage,
  listPeople,
  changeRole,
  removePerson,
  listInvitations,
  invitePerson,
  withdrawInvitation,
  lookInvitation,
  acceptInvitation,
};
