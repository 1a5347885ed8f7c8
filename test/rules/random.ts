/** Random choices that a number repeats exactly. */
export interface Random {
  /** 0 ≤ x < max, whole. */
  below(max: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (max) => Math.floor(next() * max),
    chance: (probability) => next() < probability,
    pick(values) {
      if (values.length === 0) throw new Error('nothing to pick from')
      return values[Math.floor(next() * values.length)] as (typeof values)[number]
    },
  }
}

/** A number that stands for a text: the seed of a call's own sequence. */
export function seedOf(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  return hash >>> 0
}
