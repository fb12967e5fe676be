/**
 * Typed access to environment variables that collects errors instead of throwing, so that all of them can be reported
 * at once. Every getter returns null (or its fallback) for an absent or invalid value. No message repeats a value that
 * may contain a password.
 */
export function createReader(env: Record<string, string | undefined>) {
  const sentences: string[] = [];

  const complain = (sentence: string): void => {
    sentences.push(sentence);
  };

  const text = (name: string): string | null => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };

  return {
    sentences,
    complain,
    text,

    missing(name: string, because: string): void {
      complain(`${name} is missing: ${because}.`);
    },

    integer(name: string, range: { minimum: number; maximum: number; fallback: number }): number {
      const value = text(name);
      if (value === null) return range.fallback;
      const number = Number(value);
      if (/^\d{1,9}$/.test(value) && number >= range.minimum && number <= range.maximum) return number;
      complain(`${name} must be a whole number from ${range.minimum} to ${range.maximum}, not "${value}".`);
      return range.fallback;
    },

    flag(name: string, fallback: boolean): boolean {
      const value = text(name);
      if (value === null) return fallback;
      if (value === '1' || value === 'true') return true;
      if (value === '0' || value === 'false') return false;
      complain(`${name} must be 1 or 0, not "${value}".`);
      return fallback;
    },

    url(name: string, protocols: readonly string[]): string | null {
      const value = text(name);
      if (value === null) return null;
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
      complain(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
      return null;
    },

    /** Scheme, host, and port only: we append the paths and queries of links. */
    origin(name: string): string | null {
      const value = text(name);
      if (value === null) return null;
      if (URL.canParse(value)) {
        const { protocol, origin, pathname, search, hash, username } = new URL(value);
        const bare = pathname === '/' && search === '' && hash === '' && username === '';
        if ((protocol === 'http:' || protocol === 'https:') && bare) return origin;
      }
      complain(`${name} must be an http:// or https:// address without a path, such as https://leads.example.com.`);
      return null;
    },

    secret(name: string, minimumLength: number): string | null {
      const value = text(name);
      if (value === null || value.length >= minimumLength) return value;
      complain(`${name} must have at least ${minimumLength} characters.`);
      return value;
    },

    /** Secrets separated by commas; the first one is the primary. */
    secrets(name: string, range: { minimumLength: number; maximum: number }): string | null {
      const value = text(name);
      if (value === null) return null;
      const all = value.split(',').map((one) => one.trim());
      if (all.some((one) => one.length < range.minimumLength))
        complain(
          all.length === 1
            ? `${name} must have at least ${range.minimumLength} characters.`
            : `${name} names several secrets, separated by commas: each must have at least ${range.minimumLength} characters.`,
        );
      if (all.length > range.maximum) complain(`${name} must name at most ${range.maximum} secrets.`);
      return all.join(',');
    },

    list<Item extends string>(name: string, allowed: readonly Item[]): ReadonlySet<Item> {
      const value = text(name);
      if (value === null) return new Set(allowed);
      const chosen = new Set<Item>();
      for (const word of value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')) {
        const item = allowed.find((candidate) => candidate === word);
        if (item === undefined) complain(`${name} names "${word}", but knows only ${allowed.join(', ')}.`);
        else chosen.add(item);
      }
      if (chosen.size === 0) complain(`${name} must name at least one of ${allowed.join(', ')}.`);
      return chosen;
    },
  };
}
