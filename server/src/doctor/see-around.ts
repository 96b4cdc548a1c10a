// What the service reaches, and how it is reached.
import { randomInt } from 'node:crypto';
import type { Config } from '../config.js';
import type { Queryable } from '../db/db.js';
import { CALLER_HEADER } from '../http/health.js';
import { checkProvider } from '../identity/company-provider.js';
import { findNetworks } from '../ip-address.js';
import { checkMail } from '../mail/open-mailer.js';
import { checkOutside, onInternet } from '../outside/check-outside.js';
import { selectCalled } from './queries.js';
import { selectClocks } from '../webhooks/clock-queries.js';
import { fault, look, nameOf, ok, skipped, type Seen } from './finding.js';

const ANSWER_MS_MAX = 10_000;

// Asked with an address of nobody (RFC 5737) as the one that was forwarded: a proxy that passes it on lets callers choose
// whom their attempts are counted against.
export async function seeProxy({ baseUrl, trustedProxies }: Config): Promise<Seen> {
  const claimed = `192.0.2.${randomInt(1, 255)}`;
  let answer: Response;
  try {
    const headers = { 'x-forwarded-for': claimed };
    answer = await fetch(`${baseUrl}/healthz`, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  } catch (error) {
    const words = `BASE_URL (${baseUrl}) is not reached from here (${nameOf(error)})`;
    return nameOf(error) === 'ECONNREFUSED'
      ? skipped(`${words}. If the service is not running, start it and ask again.`)
      : fault(`${words}. Check its name, its certificate and the proxy.`);
  }
  const caller = answer.headers.get(CALLER_HEADER);
  if (!answer.ok || caller === null)
    return fault(
      `At BASE_URL (${baseUrl}) something else answers (${answer.status}). Correct it, or what the proxy leads to.`,
    );
  if (isOnThisMachine(baseUrl)) return ok(`The service answers at ${baseUrl}.`);
  if (caller === claimed)
    return fault(
      'The proxy passes on what callers say of their own address. Let it set X-Forwarded-For instead of adding to it, and name in TRUSTED_PROXIES nothing but proxies.',
    );
  if (findNetworks(trustedProxies)?.(caller) === true)
    return fault(`All callers look like the proxy (${caller}): it sends no X-Forwarded-For. Let it set that.`);
  return ok(
    `The service answers at ${baseUrl}, and takes this machine for ${caller}. If that is the proxy's address, name it in TRUSTED_PROXIES.`,
  );
}

const isOnThisMachine = (baseUrl: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(baseUrl).hostname);

export async function seeMail({ mail }: Config): Promise<Seen> {
  if (mail === undefined) return skipped('SMTP_URL is not set: no mail goes out, links are handed over instead.');
  try {
    await checkMail(mail);
    return ok(`The mail server ${mail.host} lets us in.`);
  } catch (error) {
    const name = nameOf(error);
    const remedy =
      name === 'EAUTH' ? 'Correct user and password in SMTP_URL.' : 'Check host, port and TLS in SMTP_URL.';
    return fault(`The mail server ${mail.host} refuses (${name}). ${remedy}`);
  }
}

export async function seeCompany({ company }: Config): Promise<Seen> {
  if (company === undefined) return skipped('OIDC_ISSUER is not set: people sign in with email and password.');
  try {
    await checkProvider(company);
    return ok(`${company.issuer} tells how people sign in.`);
  } catch (error) {
    return fault(
      `${company.issuer} does not tell how people sign in (${nameOf(error)}). Check OIDC_ISSUER: docs/runbooks/connect-sign-in.md.`,
    );
  }
}

// So many merchants are looked at: what is wrong with the way out is wrong for everybody.
const MERCHANTS_MAX = 20;

export async function seeWebhooks(db: Queryable, { allowedHosts }: Config): Promise<Seen> {
  const merchants = (await selectClocks(db)).slice(0, MERCHANTS_MAX);
  const hooks = (await Promise.all(merchants.map(({ merchantId }) => selectCalled(db, merchantId)))).flat();
  if (hooks.length === 0) return skipped('No merchant has a webhook that is on.');
  const origins = [...new Set(hooks.map(({ url }) => new URL(url).origin))];
  const outside = onInternet(allowedHosts);
  const reached = await Promise.allSettled(origins.map((origin) => checkOutside(outside, origin)));
  if (reached.every(({ status }) => status === 'rejected'))
    return fault(
      `Of ${origins.length} hosts that webhooks call none is found, or may be called. Let this machine ask a name server, or name hosts of your own in WEBHOOK_ALLOWED_HOSTS.`,
    );
  const failing = hooks.filter(({ isFailing }) => isFailing).length;
  if (failing > 0) return look(`Of ${hooks.length} webhooks ${failing} fail: docs/runbooks/failing-webhook.md.`);
  return ok(`${hooks.length} webhooks were looked at, and find their hosts.`);
}
