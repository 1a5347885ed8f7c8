/** Places in lists that are sorted by a number and then by ids: where what was read ended, and what follows goes on. */
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import type { StreamPlace } from './stretch.ts'

/** What the last row was sorted by, and its id. */
export interface SortedPlace {
  readonly value: number
  readonly id: string
}

interface Sorting {
  /** The largest number of the list, whose numbers are whole and not below 0. */
  readonly max?: number
  /** Any number sorts the list. */
  readonly isScore?: boolean
}

/** `<number>_<id>`, as callers hand it back. */
export const placeText = (value: number, id: string): string => `${value}_${id}`

/** Refuses (900001) what no list has answered: a number is written in one way. */
export function sortedPlace(
  after: string,
  { max = Number.MAX_SAFE_INTEGER, isScore = false }: Sorting = {},
): SortedPlace {
  const at = after.indexOf('_')
  const text = after.slice(0, at)
  const value = Number(text)
  const id = after.slice(at + 1)
  const isOfList = isScore ? Number.isFinite(value) : Number.isSafeInteger(value) && value >= 0 && value <= max
  if (isOfList && String(value) === text && idPattern.test(id)) return { value, id }
  throw refuse(INVALID_INPUT, { fields: [{ path: 'after', rule: 'cursor', message: 'is no place in a list' }] })
}

/** The place in a list from newest to oldest. */
export function streamPlace(after: string): StreamPlace {
  const { value: at, id } = sortedPlace(after)
  return { at, id }
}
