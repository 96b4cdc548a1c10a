import { emailKey } from '../identity/email-key.js';
import { has, listOf, textOf } from './document.js';
import { findRepeated } from './check-lists.js';
import type { Fault } from './fault.js';

export function checkPeople(document: unknown): Fault[] {
  const people = listOf(document, 'people');
  const emails = people.map((person, at) => {
    const email = textOf(person, 'email');
    return { key: email === undefined ? undefined : emailKey(email), path: ['people', at, 'email'] };
  });
  return [
    ...findRepeated(emails, (first) => `is the email of people[${first[1]}] too; each person once is expected`),
    ...people.flatMap((person, at) => checkPassword(person, at)),
  ];
}

function checkPassword(person: unknown, at: number): Fault[] {
  if (!has(person, 'password') || !has(person, 'passwordHash')) return [];
  return [{ path: ['people', at, 'passwordHash'], message: 'stands beside password; only one of the two is expected' }];
}
