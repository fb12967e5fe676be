/**
 * What a carrier has loaded, kept on the device for use without a connection. Each person has one cache, named after
 * them, which is deleted as a whole at sign-out and when someone else signs in. A browser without this storage, or a
 * private window that forbids it, keeps nothing, and everything else works.
 */
const PREFIX = 'board-answers:';
const MOST = 80;
/** Older data misleads more than it helps. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export interface KeptAnswer<T> {
  /** UTC ISO 8601: when it was loaded. */
  at: string;
  data: T;
}

const storage = (): CacheStorage | null => globalThis.caches ?? null;
const addressOf = (key: string) => `/kept?${encodeURIComponent(key)}`;

/** Never rejects: what cannot be stored is not. */
export async function keepAnswer(personId: string, key: string, data: unknown): Promise<void> {
  try {
    const cache = await storage()?.open(PREFIX + personId);
    const answer: KeptAnswer<unknown> = { at: new Date().toISOString(), data };
    await cache?.put(addressOf(key), new Response(JSON.stringify(answer)));
    // Keys are listed in the order in which they were written.
    const keys = (await cache?.keys()) ?? [];
    for (const oldest of keys.slice(0, Math.max(keys.length - MOST, 0))) await cache?.delete(oldest);
  } catch {
    // The storage is full or not allowed.
  }
}

/** Null if nothing was kept, or too long ago. */
export async function keptAnswer<T>(personId: string, key: string): Promise<KeptAnswer<T> | null> {
  return await read<T>(PREFIX + personId, key);
}

/** The data kept for whoever is signed in on this device; null if there is no one. */
export async function keptOfAnybody<T>(key: string): Promise<T | null> {
  try {
    const names = ((await storage()?.keys()) ?? []).filter((name) => name.startsWith(PREFIX));
    // Two caches mean that one is left over: never show what may be another person's.
    return names.length === 1 ? ((await read<T>(names[0]!, key))?.data ?? null) : null;
  } catch {
    return null;
  }
}

/** Deletes everything kept for anyone but this person; everything if no one is named. */
export async function dropKept(except: string | null): Promise<void> {
  try {
    for (const name of (await storage()?.keys()) ?? [])
      if (name.startsWith(PREFIX) && name !== PREFIX + except) await storage()?.delete(name);
  } catch {
    // Then there is none.
  }
}

async function read<T>(name: string, key: string): Promise<KeptAnswer<T> | null> {
  try {
    const found = await storage()?.match(addressOf(key), { cacheName: name });
    const answer = found ? ((await found.json()) as KeptAnswer<T>) : null;
    return answer && Date.now() - Date.parse(answer.at) < KEPT_DAYS * DAY_MS ? answer : null;
  } catch {
    return null;
  }
}
