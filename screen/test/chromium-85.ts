// What browsers have learned since Chromium 85, by who has it. The build lowers what is written, not what is called.
const LATER: Readonly<Record<string, string>> = {
  Object: 'hasOwn groupBy',
  Map: 'groupBy',
  Array: 'fromAsync',
  'Array.prototype': 'at findLast findLastIndex toSorted toReversed toSpliced with',
  'Object.getPrototypeOf(Uint8Array.prototype)': 'at findLast findLastIndex toSorted toReversed with',
  Uint8Array: 'fromHex fromBase64',
  'Uint8Array.prototype': 'toHex toBase64',
  'String.prototype': 'at isWellFormed toWellFormed',
  'Set.prototype': 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
  // Of iterators.
  'Object.getPrototypeOf(Object.getPrototypeOf([].values()))':
    'map filter take drop flatMap reduce toArray forEach some every find',
  Promise: 'try withResolvers',
  Intl: 'supportedValuesOf',
  'Element.prototype': 'replaceChildren checkVisibility setHTMLUnsafe',
  'Document.prototype': 'replaceChildren',
  'DocumentFragment.prototype': 'replaceChildren',
  AbortSignal: 'abort any timeout',
  'AbortSignal.prototype': 'throwIfAborted reason',
  Response: 'json',
  URL: 'canParse parse',
  ReadableStream: 'from',
  'ReadableStream.prototype': 'values',
  // Not there over plain http.
  '(self.Crypto ?? Object).prototype': 'randomUUID',
  self: 'structuredClone scheduler',
};

const dropAll = ([owner, names]: readonly [string, string]): string =>
  names
    .split(' ')
    .map((name) => `delete ${owner}.${name};`)
    .join(' ');

// Runs before the page does: leaves it what a television of 2022 has.
export const CHROMIUM_85 = Object.entries(LATER).map(dropAll).join('\n');
