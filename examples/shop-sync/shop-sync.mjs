// A shop's product pictures become media: named after the product, tagged with its categories and «Shop».
//   VITRINE_URL=… VITRINE_TOKEN=… node shop-sync.mjs [catalogue.json]
// Run it as often as you like: a picture that the library has is not sent again, and only missing tags are added.
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Client, ForbiddenError, UnauthorizedError, VitrineError } from '@vitrine/client';

const client = new Client({
  baseUrl: process.env.VITRINE_URL ?? 'http://127.0.0.1:8080',
  token: process.env.VITRINE_TOKEN ?? '',
  onWait: ({ seconds }) => seconds > 5 && console.error(`waiting ${Math.ceil(seconds)} s …`),
});

const cataloguePath = resolve(process.argv[2] ?? join(import.meta.dirname, 'catalogue.json'));
const products = JSON.parse(await readFile(cataloguePath, 'utf8'));
const failed = [];

for (const product of products) {
  try {
    console.log(await sync(product));
  } catch (error) {
    // Neither a token that is refused nor one without the right scope will do for the next product.
    if (error instanceof UnauthorizedError || error instanceof ForbiddenError) throw error;
    failed.push(`${product.sku} ${product.name}: ${reasonOf(error)}`);
  }
}
for (const line of failed) console.error(line);
process.exitCode = failed.length === 0 ? 0 : 1;

async function sync({ sku, name, categories, picture }) {
  const path = join(dirname(cataloguePath), picture);
  const { media, duplicate } = await client.media.upload(await openAsBlob(path), {
    name,
    fileName: `${sku}-${picture.split('/').pop()}`,
    tags: ['Shop', ...categories],
  });
  return `${duplicate ? 'unchanged' : 'uploaded '}  ${sku}  ${media.id}  ${media.name}`;
}

function reasonOf(error) {
  return error instanceof VitrineError ? `${error.message} (request ${error.requestId ?? '-'})` : error.message;
}
