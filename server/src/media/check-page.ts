import { PAGE_CHECKS_PER_PERSON_MAX } from '@vitrine/contract/console-limits';
import type { CheckPageRequest, PageCheck } from '@vitrine/contract/media';
import type { Deps } from '../db/db.js';
import { passLimits } from '../identity/throttle.js';
import type { Outside } from '../outside/check-outside.js';
import { fetchOutside, hangUp } from '../outside/fetch-outside.js';
import type { PersonPrincipal } from '../principal.js';
import { parsePageUrl } from './add-page.js';
import { refusesFrames } from './framing.js';

type CheckDeps = Deps & { readonly outside: Outside; readonly baseUrl: string };

const LIMITS = { timeoutMs: 5_000, bytesMax: 64 * 1024, redirects: 5 };

// Whether screens will be able to show the page, as far as one look from here can tell. One answer for all that could not be
// looked at, whatever the reason: nobody learns by it what there is in the network that this server stands in, and hosts that
// the operator lets webhooks call are not for everybody to look at.
export async function checkPage(
  { db, clock, outside, baseUrl }: CheckDeps,
  { person }: PersonPrincipal,
  { body }: { readonly body: CheckPageRequest },
): Promise<PageCheck> {
  const [url, ours] = [new URL(parsePageUrl(body.url)), new URL(baseUrl)];
  if (isInsecure(ours, url)) return { framing: 'insecure' };
  await passLimits({ db, clock }, [[`page check person ${person.id}`, PAGE_CHECKS_PER_PERSON_MAX]]);
  const anywhere = { ...outside, allowedHosts: [] };
  const answer = await fetchOutside(anywhere, { url: url.href, ...LIMITS }).catch(() => undefined);
  if (answer === undefined) return { framing: 'unknown' };
  // Its headers say it all.
  await hangUp(answer);
  // An error page, or the question whether one is a robot, says nothing of the page itself.
  if (answer.status < 200 || answer.status > 299) return { framing: 'unknown' };
  if (isInsecure(ours, answer.url)) return { framing: 'insecure' };
  return { framing: refusesFrames(answer.headers, answer.url, ours) ? 'refused' : 'allowed' };
}

// Browsers show nothing that came unprotected inside of what came protected.
const isInsecure = (ours: URL, page: URL): boolean => ours.protocol === 'https:' && page.protocol === 'http:';
