const PATIENCE_MS = 1500;
const KEPT_MS = 60_000;

/**
 * Responses of the API, which may run elsewhere, that are the same for everyone. They are cached for a minute.
 *
 * @returns a function from a path below the API's to its response; null if there is none in time, and then the next
 * call requests it again
 */
export function createAnswers(restUrl: () => string, now: () => number): <T>(path: string) => Promise<T | null> {
  const kept = new Map<string, { until: number; answer: Promise<unknown> }>();
  return <T>(path: string) => {
    const known = kept.get(path);
    if (known && known.until >= now()) return known.answer as Promise<T | null>;
    const answer = ask(`${restUrl().replace(/\/$/, '')}/api/frontend/${path}`).catch(() => {
      kept.delete(path);
      return null;
    });
    kept.set(path, { until: now() + KEPT_MS, answer });
    return answer as Promise<T | null>;
  };
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`the API answered ${response.status}`);
  return response.json();
}
