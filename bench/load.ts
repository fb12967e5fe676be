import { Pool } from 'undici';

export interface Work {
  url: string;
  path: string;
  headers: Record<string, string>;
  body: () => string;
  /** Called with each response. */
  heard?: ((text: string) => void) | undefined;
}

export interface Measured {
  /** Responses per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
}

/** Keeps `connections` requests in flight for `seconds`. Every response must be a 200 without errors. */
export async function load(work: Work, seconds: number, connections = 8): Promise<Measured> {
  const pool = new Pool(work.url, { connections });
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const at = performance.now();
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: work.path,
          headers: { 'content-type': 'application/json', 'x-requested-with': 'bench', ...work.headers },
          body: work.body(),
        });
        const text = await body.text();
        if (statusCode !== 200 || text.startsWith('{"errors"') || text.includes('"errors":['))
          throw new Error(`${work.path}: ${statusCode} ${text.slice(0, 500)}`);
        times.push(performance.now() - at);
        work.heard?.(text);
      }
    }),
  );
  await pool.close();
  times.sort((a, b) => a - b);
  const elapsed = (performance.now() - begun) / 1000;
  return {
    rate: times.length / elapsed,
    p50: times[Math.floor(times.length * 0.5)]!,
    p95: times[Math.floor(times.length * 0.95)]!,
  };
}
