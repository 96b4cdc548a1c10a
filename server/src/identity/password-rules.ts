// What a password must be, wherever one is set: long enough, and nothing that a guesser tries first.
import { readFileSync } from 'node:fs';
import { PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console-limits';
import { ApiError } from '../errors.js';
import { ownFile } from '../shipped.js';

type Whose = { readonly email: string; readonly name: string };

export function requireGoodPassword(password: string, whose: Whose): void {
  const weakness = findWeakness(password, whose);
  if (weakness !== undefined) throw new ApiError('invalid_request', weakness, 'weak_password');
}

// What is wrong with it, as a sentence for its person; undefined when it will do.
export function findWeakness(password: string, whose: Whose): string | undefined {
  if (Array.from(password).length < PASSWORD_CHARACTERS_MIN) {
    return `A password needs at least ${PASSWORD_CHARACTERS_MIN} characters.`;
  }
  const text = fold(password);
  if (isOwn(text, whose)) return `Your email or your name is the first thing that others try. ${ANOTHER}`;
  if (isPattern(text)) return `Characters in a row or over and over are quickly guessed. ${ANOTHER}`;
  if (isCommon(text)) return `This is one of the passwords that are tried first. ${ANOTHER}`;
  return undefined;
}

const ANOTHER = 'Choose another password: a short sentence is easy to remember.';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

// The address, its part before the @, or the name; also with numbers and signs around and between.
function isOwn(text: string, { email, name }: Whose): boolean {
  const [local = ''] = fold(email).split('@');
  const own = [fold(email), local, fold(name)];
  if (own.includes(text)) return true;
  const letters = lettersOf(text);
  return letters !== '' && own.map(lettersOf).includes(letters);
}

const FEW_CHARACTERS = 4;

function isPattern(text: string): boolean {
  return new Set(text).size < FEW_CHARACTERS || /^(.{1,5})\1+.{0,4}$/su.test(text) || isOfRows(text);
}

// What lies in a row on keyboards, or in the alphabet.
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'yxcvbnm',
]
  .concat('zxcvbnm')
  .flatMap((row) => [row, Array.from(row).toReversed().join('')]);

const RUN_CHARACTERS_MIN = 3;

// Made of nothing but such runs: qwerty123456.
function isOfRows(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    const run = runAtStart(rest);
    if (run < RUN_CHARACTERS_MIN) return false;
    rest = rest.slice(run);
  }
  return true;
}

function runAtStart(text: string): number {
  let run = 0;
  while (run < text.length && ROWS.some((row) => row.includes(text.slice(0, run + 1)))) run += 1;
  return run;
}

// As it is, without the year and the sign that are put behind a word, and with letters for the digits that stand for them.
function isCommon(text: string): boolean {
  const word = bare(text);
  const plain = Array.from(word, (character) => LOOKALIKES[character] ?? character).join('');
  return [text, word, plain].some((one) => commonPasswords().has(one));
}

const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

let common: ReadonlySet<string> | undefined;

// Read with the first password that is set: most processes set none.
function commonPasswords(): ReadonlySet<string> {
  const read = (): string => readFileSync(ownFile('assets/common-passwords.txt'), 'utf8');
  return (common ??= new Set(
    read()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  ));
}
