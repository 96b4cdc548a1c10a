const ANSWER_MS = 10_000;

// What an address answers, without its content; undefined: nothing, or not in time.
export async function askHead(url: string, how: RequestInit = {}): Promise<Response | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_MS);
  try {
    return await fetch(url, { method: 'HEAD', cache: 'no-store', signal: controller.signal, ...how });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
