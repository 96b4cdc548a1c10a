// Where to go after signing in. Only an address of this console: a link could otherwise lead people, just signed in, to
// somebody else's page.
export function parseSignInSearch(search: Record<string, unknown>): { readonly to?: string | undefined } {
  const { to } = search;
  // Refused by name: the router keeps what a validator leaves out.
  return { to: typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined };
}
