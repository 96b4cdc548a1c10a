// The floor of a PUT: node:http, SHA-256 on the way, fsync, 200. No signature, no temporary name, no check.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listenForBench } from './listen.mjs';

const { directory } = JSON.parse(process.env.FLOOR);

listenForBench(
  async (request, response) => {
    const path = join(directory, randomUUID());
    const hash = createHash('sha256');
    request.on('data', (chunk) => hash.update(chunk));
    await pipeline(request, createWriteStream(path));
    const file = await open(path, 'r+');
    await file.sync();
    await file.close();
    response.writeHead(200, { 'x-sha256': hash.digest('hex'), 'content-length': 0 }).end();
    await unlink(path);
  },
  { requestTimeout: 0 },
);
