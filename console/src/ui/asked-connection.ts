// What an assistant asks to be connected for, while its person signs in, maybe at another site. For this tab alone, and
// untouched: the router would read the numbers in it as numbers.
const KEY = 'vitrine.asked-connection';
const PAGE = '/authorize';

// Before the router has had a look at the address.
export function keepAskedConnection({ pathname, search }: Location): void {
  if (pathname === PAGE) sessionStorage.setItem(KEY, search);
}

export const findAskedConnection = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export const forgetAskedConnection = (): void => sessionStorage.removeItem(KEY);
