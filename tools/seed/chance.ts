/** Chance that falls the same way every time, and ids that are made of names. */
import { createHash } from 'node:crypto'

/** The same name always gives the same id, in the form of a UUID of version 8 (made by the application's own rule). */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(`shuyuan demo ${name}`).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  whole(min: number, max: number): number
  isTrue(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** Numbers that follow from the name alone (mulberry32). */
export function chanceOf(name: string): Chance {
  let state = Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    isTrue: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('nothing to pick from')
      return items[whole(0, items.length - 1)] as T
    },
  }
}
