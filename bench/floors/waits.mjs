// The floor of screens that wait: node:http, a request that is held for as long as it asks, one text for everybody, and all of
// a shop answered when something is published. No key, no database, no program of one's own.
import { listenForBench } from './listen.mjs';

const { program } = JSON.parse(process.env.FLOOR);
const held = new Map();
const versions = new Map();

listenForBench((request, response) => {
  request.resume();
  const { pathname, searchParams } = new URL(request.url, 'http://bench');
  const shop = request.headers.authorization;
  const end = (status, text) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    response.writeHead(status, status === 304 ? {} : headers).end(status === 304 ? undefined : text);
  };
  if (pathname === '/publish') {
    versions.set(shop, (versions.get(shop) ?? 0) + 1);
    const text = textOf(shop);
    for (const answer of held.get(shop) ?? []) answer(200, text);
    return end(200, '{}');
  }
  if (request.method === 'POST') return end(200, '{}');
  if (request.headers['if-none-match'] !== `"${versions.get(shop) ?? 0}"`) return end(200, textOf(shop));
  hold(shop, Number(searchParams.get('wait')), end);
});

const textOf = (shop) => JSON.stringify({ ...program, version: String(versions.get(shop) ?? 0) });

function hold(shop, seconds, end) {
  const ofShop = held.get(shop) ?? new Set();
  held.set(shop, ofShop);
  const answer = (status, text) => {
    clearTimeout(timer);
    ofShop.delete(answer);
    end(status, text);
  };
  const timer = setTimeout(() => answer(304, ''), seconds * 1000);
  ofShop.add(answer);
}
