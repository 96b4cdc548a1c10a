import type { Static } from 'typebox';
import { RETURN_PATH_CHARACTERS_MAX } from './console-limits.js';
import { anyone, endpoint, signedIn } from './endpoint.js';
import { dateTime, exact, flag, mustBe, nullable, text } from './fields.js';
import { OWN_PATH } from './patterns.js';
import { invitationSecret } from './invitations.js';
import { Type } from './type.js';

export const SignInWays = exact('How people come in here.', {
  company: nullable(
    exact('The accounts of a company.', { name: text('What the company is called on the button.') }),
    "Given where people can sign in with their company's account.",
  ),
  onlyCompany: flag('Whether that is the only way: then no password and no passkey is taken.'),
  mail: flag(
    'Whether a forgotten password is chosen anew by mail; else owners, admins or the operator hand out links.',
  ),
  isEmpty: flag('Whether there is no merchant yet, and so nobody who could sign in.'),
});
export type SignInWays = Static<typeof SignInWays>;

// Only pages of this site may follow a sign-in.
const returnTo = Type.String({
  maxLength: RETURN_PATH_CHARACTERS_MAX,
  pattern: OWN_PATH,
  description: 'The page of this site that follows.',
  ...mustBe('a path of this site, such as /media'),
});

export const StartCompanySignInRequest = exact('Where to go afterwards, and what is accepted by it.', {
  to: Type.Optional(returnTo),
  invitation: Type.Optional(invitationSecret),
});
export type StartCompanySignInRequest = Static<typeof StartCompanySignInRequest>;

export const StartCompanyRequest = exact('Where to go afterwards.', { to: Type.Optional(returnTo) });
export type StartCompanyRequest = Static<typeof StartCompanyRequest>;

const CompanyStarted = exact('The way to the company.', {
  url: text("The company's sign-in page, for the browser to go to within ten minutes."),
});
type CompanyStarted = Static<typeof CompanyStarted>;

export const CompanyAccount = exact("The person's account at the company.", {
  company: nullable(text('What the company is called.'), 'Null where people cannot sign in with one.'),
  linked: nullable(
    exact('The account that is connected.', {
      email: nullable(text('Its email when it was connected, as the company said.'), 'Null where it said none.'),
      linkedAt: dateTime('When it was connected.'),
    }),
    'Null without one.',
  ),
});
export type CompanyAccount = Static<typeof CompanyAccount>;

// Why somebody came back from the company and is not in. The page that follows has words for each.
const COMPANY_REFUSALS = [
  'expired',
  'unavailable',
  'refused',
  'unknown',
  'disabled',
  'not-joined',
  'other-email',
  'taken',
  'not-proved',
  'password-first',
] as const;
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number];

export const companyEndpoints = {
  getSignInWays: endpoint('GET /sign-in/ways', anyone, {
    summary: 'How people come in here',
    response: SignInWays,
  }),
  startCompanySignIn: endpoint('POST /company/sign-in', anyone, {
    company: 'starts',
    summary: "Begin to sign in, or to accept an invitation, with the company's account",
    body: StartCompanySignInRequest,
    response: CompanyStarted,
    errors: [404, 409, 429],
  }),
  startCompanyLink: endpoint('POST /company/link', signedIn, {
    dangerous: true,
    addsSignInMethod: true,
    company: 'starts',
    summary: "Begin to connect the company's account with the one that is signed in",
    body: StartCompanyRequest,
    response: CompanyStarted,
    errors: [404, 409, 429],
  }),
  startCompanyProof: endpoint('POST /company/proof', signedIn, {
    company: 'starts',
    summary: 'Begin to show at the company that it is still the same person',
    body: StartCompanyRequest,
    response: CompanyStarted,
    errors: [404, 409, 429],
  }),
  finishCompany: endpoint('GET /company/callback', anyone, {
    company: 'returns',
    summary: 'Where the company sends the browser back to; leads on to a page',
    response: Type.Null(),
  }),
  getCompanyAccount: endpoint('GET /me/company', signedIn, {
    summary: 'The account of the company that the person can sign in with',
    response: CompanyAccount,
  }),
  unlinkCompany: endpoint('DELETE /me/company', signedIn, {
    dangerous: true,
    summary: "Take the company's account away; it no longer signs in",
    response: CompanyAccount,
    errors: [409],
  }),
};
