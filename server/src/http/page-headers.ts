export const HTML_TYPE = 'text/html; charset=utf-8';

// What every page in HTML says about itself, the guides' and the console's.
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  // Not no-referrer: addresses of the console hold ids, which nobody else is told; the service itself may know.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin',
};

const HSTS_SECONDS = 365 * 86_400;

// A machine of one's own is reached over http: a browser that had been told to insist on https could not open it again.
export function pageHeaders(baseUrl: string, policy: string): Record<string, string> {
  const isSecure = baseUrl.startsWith('https:');
  return {
    ...ALWAYS,
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    ...(isSecure && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  };
}
