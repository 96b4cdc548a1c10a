// F0, the ceiling: node:http and a buffer that was made before.
import { readFileSync } from 'node:fs';
import { listenForBench } from './listen.mjs';

const { answerFile } = JSON.parse(process.env.FLOOR);
const body = readFileSync(answerFile);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

listenForBench((_request, response) => response.writeHead(200, headers).end(body));
