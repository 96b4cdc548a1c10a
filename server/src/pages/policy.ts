// What a page of the console may do. Everything that is not named here is refused by the browser.
export function consolePolicy(nonce: string, storageOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes its theme's variables into style elements, which carry this page's nonce. What React sets on single
    // elements goes through the CSSOM, which no policy is asked about, so style attributes stay forbidden.
    `style-src 'self' 'nonce-${nonce}'`,
    // Previews and thumbnails are signed addresses of the storage; blob: is a file that was chosen and is not sent yet.
    `img-src 'self' blob: data: ${storageOrigin}`,
    `media-src 'self' blob: data: ${storageOrigin}`,
    // Files are PUT to the storage by the browser itself.
    `connect-src 'self' ${storageOrigin}`,
    "worker-src 'self' blob:",
    // A web page on the playlist is shown in a sandboxed frame; nobody can say beforehand where it comes from.
    'frame-src https: http:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
