// One request over kept connections. Node's own client: cheaper than fetch, and this shares the machine with the server.
import { Agent, request } from 'node:http';

// Longer than anything that the server lets a caller wait for; who gets no answer by then hangs.
export const ANSWER_MS_MAX = 20_000;

export function newClient({ connections }) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    scheduling: 'lifo',
  });
  return { ask: (url, options) => ask(agent, url, options), close: () => agent.destroy() };
}

// Gives status, headers, text and time; status 0 with the reason when there was no answer. Never throws.
function ask(agent, url, { method = 'GET', headers = {}, body } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (answer) => resolve({ headers: {}, text: '', ...answer, ms: performance.now() - startedAt });
    const sent = request(url, { method, agent, headers: withLength(headers, body), timeout: ANSWER_MS_MAX });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => end({ status: 0, text: error.message }));
    sent.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', (error) => end({ status: 0, text: error.message }));
      response.on('end', () =>
        end({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
}

const withLength = (headers, body) =>
  body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
