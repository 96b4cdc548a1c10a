// A browser by what it calls itself, as its person would: «Firefox on Windows». All of them claim to be older ones, so what is
// looked for first is what the others do not say.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:EdgA?|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)[/ ]/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome without a window'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/\b(?:iPhone|iPad).*\bAppleWebKit\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export function browserWords(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (system === undefined) return browser ?? 'A browser that is not known';
  return `${browser ?? 'A browser'} on ${WITH_ARTICLE.has(system) ? `an ${system}` : system}`;
}

const WITH_ARTICLE: ReadonlySet<string> = new Set(['iPhone', 'iPad']);

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];
