import type { SecondStepNeeded, SignInRequest } from '@vitrine/contract/session';
import { ApiError } from '../errors.js';
import { emailKey } from '../fold.js';
import type { MailDeps } from './account-links.js';
import type { Guest } from '../principal.js';
import { completeSignIn, type SignedIn } from './complete-sign-in.js';
import { findAccount } from './people-queries.js';
import { findSecondStep } from './second-step.js';
import { recordFailedSignIn, tryPassword, type PasswordDeps } from './try-password.js';

// The same answer and the same work for an unknown email and a wrong password.
export async function signIn(
  deps: PasswordDeps & MailDeps,
  guest: Guest,
  { body }: { readonly body: SignInRequest },
): Promise<SignedIn | SecondStepNeeded> {
  const key = emailKey(body.email);
  const account = await findAccount(deps.db, key);
  const known = { emailKey: key, passwordHash: account?.password_hash };
  const isRight = await tryPassword(deps, guest, known, body.password);
  if (!isRight) recordFailedSignIn(deps, account, guest.requestId);
  if (account === undefined || !isRight) throw wrongPassword();
  return (await findSecondStep(deps, account)) ?? completeSignIn(deps, guest, account, 'password');
}

const wrongPassword = (): ApiError => new ApiError('unauthorized', 'Email or password is wrong.');
