import type { CompanyRefusal } from '@vitrine/contract/company';
import { parseCompanyRefusal } from '../ui/company-words.js';

// Where to go after signing in. Only an address of this console: a link could otherwise lead people, just signed in, to
// somebody else's page. Refused by name: the router keeps what a validator leaves out.
export const parseSignInSearch = ({
  to,
  company,
}: Record<string, unknown>): CompanySearch & { readonly to?: string | undefined } => ({
  to: typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined,
  ...parseCompanySearch({ company }),
});

// `removed`: the single sign-on confirmed the email for the first time, which removed other ways to sign in.
export const parseAccountSearch = ({
  company,
  removed,
}: Record<string, unknown>): CompanySearch & { readonly removed?: true | undefined } => ({
  ...parseCompanySearch({ company }),
  removed: removed === true ? true : undefined,
});

type CompanySearch = { readonly company?: CompanyRefusal | undefined };

// Why somebody is back from the company and not in.
export const parseCompanySearch = ({ company }: Record<string, unknown>): CompanySearch => ({
  company: parseCompanyRefusal(company),
});
