/** Deterministic randomness: demo data depends only on the day on which it is created. */
export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** An integer, both ends inclusive. */
  between(from: number, to: number): number;
  /** True with this probability. */
  hits(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Some of them, without repetition, in their original order. */
  some<T>(list: readonly T[], count: number): T[];
  /** A UUIDv7 for that moment. */
  id(at: Date): string;
}

/** The generator sfc32, seeded with one number. */
export function createChance(seed: number): Chance {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed >>> 0];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // The first numbers still resemble the seed.
  for (let round = 0; round < 15; round++) next();
  const chance: Chance = {
    fraction: () => next() / 2 ** 32,
    between: (from, to) => from + Math.floor(chance.fraction() * (to - from + 1)),
    hits: (probability) => chance.fraction() < probability,
    pick: (list) => list[chance.between(0, list.length - 1)]!,
    some(list, count) {
      const left = new Set(list.keys());
      while (left.size > count) left.delete(chance.pick([...left]));
      return [...left].map((index) => list[index]!);
    },
    id(at) {
      const time = at.getTime().toString(16).padStart(12, '0');
      const random = [next(), next(), next()].map((word) => word.toString(16).padStart(8, '0')).join('');
      const variant = (8 + (next() & 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`;
    },
  };
  return chance;
}
