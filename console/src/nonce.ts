// The server's policy lets a style element in only with the nonce of its page. Mantine is told it by its provider; the
// library that holds the page still behind a dialog looks for it under this global name.
export function takeNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
