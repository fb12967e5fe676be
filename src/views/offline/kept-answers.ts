/**
 * What a carrier has read, kept on the device for when there is no connection. Everything of one person is in one
 * cache, named by the person: it goes whole, at sign-out and when somebody else signs in. A browser without this
 * storage, or in a private window that forbids it, keeps nothing, and everything else works.
 */
const PREFIX = 'board-answers:';
const MOST = 80;
/** What is older misleads more than it helps. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export interface KeptAnswer<T> {
  /** UTC ISO 8601: when it was read. */
  at: string;
  data: T;
}

const storage = (): CacheStorage | null => globalThis.caches ?? null;
const addressOf = (key: string) => `/kept?${encodeURIComponent(key)}`;

/** Never rejects: what cannot be kept is not. */
export async function keepAnswer(personId: string, key: string, data: unknown): Promise<void> {
  try {
    const cache = await storage()?.open(PREFIX + personId);
    const answer: KeptAnswer<unknown> = { at: new Date().toISOString(), data };
    await cache?.put(addressOf(key), new Response(JSON.stringify(answer)));
    // They are listed in the order in which they were written.
    const keys = (await cache?.keys()) ?? [];
    for (const oldest of keys.slice(0, Math.max(keys.length - MOST, 0))) await cache?.delete(oldest);
  } catch {
    // The storage is full or forbidden.
  }
}

/** Null where nothing was kept, or too long ago. */
export async function keptAnswer<T>(personId: string, key: string): Promise<KeptAnswer<T> | null> {
  return await read<T>(PREFIX + personId, key);
}

/** What was kept of whoever is signed in on this device; null where nobody is. */
export async function keptOfAnybody<T>(key: string): Promise<T | null> {
  try {
    const names = ((await storage()?.keys()) ?? []).filter((name) => name.startsWith(PREFIX));
    // Two would be a leftover: nobody is shown what may be another's.
    return names.length === 1 ? ((await read<T>(names[0]!, key))?.data ?? null) : null;
  } catch {
    return null;
  }
}

/** Drops everything that was kept of others than this person; everything where nobody is named. */
export async function dropKept(except: string | null): Promise<void> {
  try {
    for (const name of (await storage()?.keys()) ?? [])
      if (name.startsWith(PREFIX) && name !== PREFIX + except) await storage()?.delete(name);
  } catch {
    // There is none, then.
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
