// Values that one merchant has and the other has not: ids, object keys, signatures, secrets, cursors. They are looked for
// before an answer is made comparable, which writes all such values alike.
import { newSession } from '../harness/console.js';
import type { Service } from '../harness/service.js';
import { everyCall } from './every-call.js';
import { answerTo, type Resident } from './new-world.js';
import { rowsOf } from './rows-of.js';

// What is drawn is as long as this, and hardly a word is.
const VALUE = /[\w-]{16,}/g;

// Every value that a merchant has in its rows, is given when it reads whatever it can, or holds as a secret.
export async function valuesOf(service: Service, resident: Resident): Promise<Set<string>> {
  const { shop, own, ids, ownerId } = resident;
  const reads = everyCall({ at: ids, named: ids, own }).filter(({ endpoint }) => endpoint.method === 'GET');
  const texts = [shop.secret, ...own.invitationSecrets, own.resetSecret, own.emailSecret, own.aiSecret ?? ''];
  for (const call of reads) texts.push((await answerTo(service, resident, call)).text);
  // Reading the tokens writes down what was counted of the calls above.
  texts.push((await (await newSession(service, ownerId)).get('/tokens')).text);
  texts.push(JSON.stringify(await rowsOf(service.db, shop.id)));
  return new Set(texts.flatMap((text) => text.match(VALUE) ?? []));
}

// The first of the values that a text holds and the request behind it did not name itself.
export const findForeign = (foreign: ReadonlySet<string>, text: string, said: string): string | undefined =>
  [...foreign].find((value) => text.includes(value) && !said.includes(value));
