// Two programs are compared only when they give the same answer: byte for byte, signatures and cursors included. Both
// are asked within one second of the clock, because the second is in every signed URL.
import { getRequest } from './cases.mjs';

const TRIES_MAX = 10;

export async function checkAnswers(load, [one, other], path, token) {
  const order = { requests: [getRequest(token, path)], connections: 1 };
  for (let left = TRIES_MAX; left > 0; left -= 1) {
    const [ours, theirs] = [
      await load.run({ port: one.port, ...order }),
      await load.run({ port: other.port, ...order }),
    ];
    if (ours.bodies[0] === theirs.bodies[0]) return ours.bodies[0];
    if (left === 1)
      throw new Error(
        `${one.name} and ${other.name} differ on ${path}:\n${firstDifference(ours.bodies[0], theirs.bodies[0])}`,
      );
  }
  return undefined;
}

function firstDifference(one, other) {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const around = (text) => text.slice(Math.max(0, at - 60), at + 120);
  return `${around(one)}\n${around(other)}`;
}
