// The load, in a process of its own: keep-alive connections to loopback, each sends its next request when the last is
// answered. Raw sockets, so that it takes little of the machine that it measures.
import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

// What throws ends the process, and who asked hears of that.
process.on('message', (order) => void (order.heads ? put : run)(order).then((result) => process.send(result)));

// `seconds`: the requests again and again until the time is up and `atLeast` are sent, but not for longer than
// SECONDS_MAX. Without: each `times` times. Answers are handed back where each request is sent once.
const SECONDS_MAX = 4;

async function run({ port, requests, connections, seconds, atLeast = 0, times: turns = 1 }) {
  const buffers = requests.map((text) => Buffer.from(text));
  const result = { times: [], failures: 0, failure: undefined, bodies: [] };
  const started = performance.now();
  let at = 0;
  const next = () => {
    if (seconds === undefined) return at < turns * buffers.length ? buffers[at++ % buffers.length] : undefined;
    const passed = (performance.now() - started) / 1000;
    const isEnough = passed >= seconds && (at >= atLeast || passed >= Math.max(seconds, SECONDS_MAX));
    return isEnough ? undefined : buffers[at++ % buffers.length];
  };
  const keepsBodies = seconds === undefined && turns === 1;
  await Promise.all(Array.from({ length: connections }, () => drive(port, next, result, keepsBodies)));
  const tookSeconds = (performance.now() - started) / 1000;
  const times = result.times.sort((a, b) => a - b);
  return {
    count: times.length,
    seconds: tookSeconds,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    failures: result.failures,
    failure: result.failure,
    bodies: result.bodies,
  };
}

function drive(port, next, result, keepsBodies) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let answer = newAnswer();
    const send = () => {
      const request = next();
      if (request === undefined) return socket.end();
      answer = newAnswer();
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (!isWhole(answer, chunk)) return;
      result.times.push(performance.now() - sentAt);
      note(result, answer, keepsBodies);
      send();
    });
    socket.on('error', reject);
    socket.on('close', resolve);
  });
}

const newAnswer = () => ({ chunks: [], head: undefined, missing: 0 });

function isWhole(answer, chunk) {
  answer.chunks.push(chunk);
  if (answer.head !== undefined) {
    answer.missing -= chunk.length;
    return answer.missing <= 0;
  }
  const start = answer.chunks.length === 1 ? chunk : Buffer.concat(answer.chunks);
  const end = start.indexOf(HEAD_END);
  if (end < 0) return false;
  answer.head = start.toString('latin1', 0, end);
  answer.missing =
    Number(/content-length: (\d+)/i.exec(answer.head)?.[1] ?? 0) - (start.length - end - HEAD_END.length);
  return answer.missing <= 0;
}

function note(result, answer, keepsBodies) {
  const isGood = answer.head.startsWith('HTTP/1.1 2');
  if (!isGood) result.failures += 1;
  if (isGood && !keepsBodies) return;
  const text = Buffer.concat(answer.chunks).toString();
  if (!isGood) result.failure ??= text.slice(0, 500);
  if (keepsBodies) result.bodies.push(text.slice(text.indexOf(HEAD_END) + HEAD_END.length));
}

// PUTs of many bytes over one connection, one body after the other, each made of the same MiB (`chunk`).
async function put({ port, heads, mebibytes, chunk: text }) {
  const chunk = Buffer.from(text, 'base64');
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const started = performance.now();
  for (const head of heads) {
    const answered = once(socket, 'data');
    socket.write(head);
    for (let left = mebibytes; left > 0; left -= 1) if (!socket.write(chunk)) await once(socket, 'drain');
    const [answer] = await answered;
    if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
  }
  socket.end();
  return { seconds: (performance.now() - started) / 1000 };
}
