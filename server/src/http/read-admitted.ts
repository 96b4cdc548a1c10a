import type { Exchange } from './exchange.js';

// The gates look before the body is read, and whoever sends it takes the time they like for it. Who was let in while it was still
// on its way may have been shut out since, so the gates look once more behind it, and what they find then is what counts. A
// body that was there already costs nothing more, nor does one that nobody reads.
export async function readAdmitted<Who, Input>(
  exchange: Exchange,
  admitted: Who,
  read: (exchange: Exchange) => Promise<Input>,
  readmit: () => Promise<Who>,
): Promise<readonly [Who, Input]> {
  const { request } = exchange;
  const wasWhole = request.complete;
  let who = admitted;
  let input: Input;
  try {
    input = await read(exchange);
  } finally {
    // Before what is wrong with the body: the first gate that refuses answers.
    if (!wasWhole && request.complete) who = await readmit();
  }
  return [who, input];
}
