import { MCP_PATH, OAUTH_PATH } from '@vitrine/contract/endpoint';
import { askedFor, REDIRECT, VERIFIER } from '../../harness/connections.js';
import type { Console } from './account-run.js';
import type { RunLog } from './run-log.js';

// A program that becomes an assistant, comes back for its next value, and gives it back.
export async function runConnection(
  run: RunLog & { readonly url: string },
  send: Console,
  cookie: string,
): Promise<readonly string[]> {
  const { json: server } = await run.ask('metadata', `${run.url}/.well-known/oauth-authorization-server`);
  const post = (title: string, type: string, body: string) =>
    run.ask(`OAuth ${title}`, `${run.url}${OAUTH_PATH}/${title}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  const made = await post('register', 'application/json', JSON.stringify({ redirect_uris: [REDIRECT] }));
  const clientId = String(made.json['client_id']);
  const asked = askedFor(clientId, { resource: `${String(server['issuer'])}${MCP_PATH}` });
  await send('POST', '/connections/asked', { asked }, cookie);
  const allowed = await send('POST', '/connections', { asked, permissions: ['look'] }, cookie);
  const code = new URL(String(allowed.json['to'])).searchParams.get('code') ?? '';
  run.keep('code of a connection', code, /^answer POST \/connections$/);
  const comeFor = async (given: Record<string, string>) => {
    const sent = new URLSearchParams({ client_id: clientId, redirect_uri: REDIRECT, ...given }).toString();
    const { json } = await post('token', 'application/x-www-form-urlencoded', sent);
    const tokens = [String(json['access_token']), String(json['refresh_token'])];
    for (const token of tokens) run.keep('token of a connection', token, /^answer OAuth token$/);
    return tokens;
  };
  const first = await comeFor({ grant_type: 'authorization_code', code, code_verifier: VERIFIER });
  const [value = '', refresh = ''] = await comeFor({ grant_type: 'refresh_token', refresh_token: first[1] ?? '' });
  if (value.length < 43) throw new Error('nothing was connected');
  await send('GET', '/me/ai-keys', undefined, cookie);
  const back = new URLSearchParams({ client_id: clientId, token: refresh }).toString();
  await post('revoke', 'application/x-www-form-urlencoded', back);
  return [value, refresh];
}
