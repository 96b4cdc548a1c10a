// Calls by the names of the endpoint table, for one merchant, each noted under its name.
import { pathOf } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { PASSWORD } from './shop.mjs';

// Thrown where an act cannot go on after an answer that was already noted.
export class RefusedError extends Error {}

export function newCaller({ ask }, base, shop, note) {
  let turn = 0;
  const noted = async (name, url, options) => {
    const answer = await ask(url, options);
    note(name, answer);
    if (answer.status !== 200) throw new RefusedError(`${name}: ${answer.status}`);
    return answer;
  };
  const at = async (name, { id = '', query = '', body, headers }) => {
    const row = endpoints[name];
    const url = base + pathOf(row).replace(/:\w+/, id) + query;
    const { text } = await noted(name, url, { method: row.method, ...withJson(headers, body) });
    return JSON.parse(text);
  };
  return {
    shop,
    // tokens take turns, so that none comes near its limit
    nextToken: () => shop.secrets[(turn += 1) % shop.secrets.length],
    integrations: (name, { token, ...call } = {}) =>
      at(name, { ...call, headers: { authorization: `Bearer ${token}` } }),
    console: (name, call = {}) => at(name, { ...call, headers: { origin: base, cookie: shop.cookie } }),
    put: ({ url, headers }, body) => noted('PUT to storage', url, { method: 'PUT', headers, body }),
  };
}

const withJson = (headers, body) =>
  body === undefined
    ? { headers }
    : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };

export async function signIn({ ask }, base, shop) {
  const sent = withJson({ origin: base }, { email: shop.email, password: PASSWORD });
  const { status, headers, text } = await ask(base + pathOf(endpoints.signIn), { method: 'POST', ...sent });
  if (status !== 200) throw new Error(`signing in was answered with ${status}: ${text}`);
  return headers['set-cookie'][0].split(';', 1)[0];
}
