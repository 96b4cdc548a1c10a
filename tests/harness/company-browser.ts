// A browser that goes to the company's sign-in and comes back: redirects by hand, cookies of both sites apart.
import { ask, type ConsoleAnswer } from './console.js';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';

type Jar = Map<string, string>;

export function newCompanyBrowser({ url: serviceUrl }: { readonly url: string }, sessionCookie = '') {
  const own: Jar = new Map();
  const theirs: Jar = new Map();
  if (sessionCookie !== '') keep(own, [sessionCookie]);
  const headers = (more: Record<string, string> = {}) => ({ cookie: cookiesOf(own), ...more });

  // The console's call that begins it; the answer's address leads to the company.
  async function start(path: string, body: object = {}, more: Record<string, string> = {}): Promise<ConsoleAnswer> {
    const answer = await ask(serviceUrl, 'POST', CONSOLE_PATH + path, { body, headers: headers(more) });
    keep(own, answer.headers.getSetCookie());
    return answer;
  }

  // From the company's address to where it sends the browser back: path and query.
  async function passThrough(address: string): Promise<string> {
    let next = new URL(address);
    for (let steps = 0; steps < 10; steps += 1) {
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie: cookiesOf(theirs) } });
      keep(theirs, answer.headers.getSetCookie());
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`the company answers ${answer.status}: ${await answer.text()}`);
      next = new URL(to, next);
      if (next.pathname.startsWith(CONSOLE_PATH)) return next.pathname + next.search;
    }
    throw new Error('the company goes round in circles');
  }

  // Back here: where it leads on to.
  async function comeBack(target: string): Promise<{ to: string | null; status: number; cookies: string[] }> {
    const answer = await fetch(serviceUrl + target, { redirect: 'manual', headers: headers() });
    await answer.arrayBuffer();
    const cookies = answer.headers.getSetCookie();
    keep(own, cookies);
    return { to: answer.headers.get('location'), status: answer.status, cookies };
  }

  return {
    start,
    passThrough,
    comeBack,
    // All of it.
    async go(path: string, body: object = {}): Promise<string | null> {
      const { json, status, text } = await start(path, body);
      if (status !== 200) throw new Error(text);
      return (await comeBack(await passThrough(String(json['url'])))).to;
    },
    get: (path: string) => ask(serviceUrl, 'GET', CONSOLE_PATH + path, { headers: headers() }),
    send: (method: string, path: string, body?: object) =>
      ask(serviceUrl, method, CONSOLE_PATH + path, { body, headers: headers() }),
    cookie: (name: string): string | undefined => own.get(name),
    // As after the company has forgotten who it had signed in.
    forgetCompany: (): void => theirs.clear(),
  };
}

const cookiesOf = (jar: Jar): string => [...jar].map((pair) => pair.join('=')).join('; ');

function keep(jar: Jar, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    if (attributes.some((one) => /^max-age=0$/i.test(one)) || at === pair.length - 1) jar.delete(pair.slice(0, at));
    else jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
