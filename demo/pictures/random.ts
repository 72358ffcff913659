/**
 * A seeded stream of numbers. Every picture owns one, seeded with its name, so
 * that adding or changing a picture leaves all the others as they were.
 */
export interface Random {
  /** Next number in [0, 1). */
  next: () => number;
  /** A number in [low, high). */
  range: (low: number, high: number) => number;
  /** A whole number in [low, high]. */
  int: (low: number, high: number) => number;
  /** One entry of a list that is not empty. */
  pick: <T>(list: readonly T[]) => T;
  /** True with the given probability. */
  chance: (probability: number) => boolean;
  /** An independent stream, so that one part's draws do not shift another's. */
  fork: (name: string) => Random;
}

/** Hashes a name to 32 bits (FNV-1a): close names get unrelated streams. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) {
    value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return value;
}

/** Builds the stream of a seed (mulberry32: tiny, and even enough for drawing). */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    range: (low, high) => low + next() * (high - low),
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => {
      const index = Math.floor(next() * list.length);
      const found = list[index];
      if (found === undefined) throw new Error('pick from an empty list');
      return found;
    },
    chance: (probability) => next() < probability,
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
