import { randomBytes } from 'node:crypto';

// Sixty-four words, so that six bits of a byte choose one evenly.
const WORDS = [
  'amber apple april aspen autumn barley basil beacon berry birch breeze butter canvas cedar cherry cinder',
  'clover cocoa copper coral cotton crumb ember fennel fern flint garden ginger harbor hazel honey island',
  'ivory juniper lantern lemon linen maple marble meadow mint morning nutmeg olive orchard pepper pine plum',
  'poppy raisin river rosemary saffron sesame silver spruce summer thyme timber vanilla velvet walnut willow winter',
].flatMap((line) => line.split(' '));

// Easy to read out and to type: five words and four digits, 43 bits.
export function readablePassword(): string {
  const words = Array.from(randomBytes(5), (byte) => WORDS[byte % WORDS.length] ?? '');
  const digits = randomBytes(4).readUInt32BE() % 10_000;
  return [...words, String(digits).padStart(4, '0')].join('-');
}
