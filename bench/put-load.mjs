// PUTs of many bytes, in a process of its own: one connection, one body after the other, each made of the same MiB.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

const MIB = 1024 * 1024;
const chunk = randomBytes(MIB);

process.on('message', (order) => void answer(order).then((result) => process.send(result)));

// Without a port it is asked for what it will send.
const answer = async (order) => (order.port === undefined ? chunk.toString('base64') : put(order));

async function put({ port, heads, mebibytes }) {
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
