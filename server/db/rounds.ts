/** Lists of which many rows may not be shown to whoever reads: they are read in rounds, from the newest row to the oldest. */
import { placeText } from './place.ts'
import type { StreamPlace } from './stretch.ts'

/** Reads until a part is full, and no more often than this: the next part goes on from there. */
export const ROUNDS_MAX = 5

interface Reading<Row, Shown> {
  readonly place: StreamPlace | undefined
  /** So many are shown at most. */
  readonly limit: number
  /** So many rows behind a place; where there are fewer, the list ends. */
  readonly read: (place: StreamPlace | undefined, count: number) => Promise<readonly Row[]>
  /** What is shown of each of these rows; nothing of one that stays hidden. */
  readonly show: (rows: readonly Row[]) => Promise<readonly (Shown | undefined)[]>
}

export async function readInRounds<Row extends StreamPlace, Shown>(
  reading: Reading<Row, Shown>,
): Promise<{ items: Shown[]; next: string | null }> {
  const { limit, read, show } = reading
  const items: Shown[] = []
  let { place } = reading
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const rows = await read(place, limit + 1)
    const goesOn = rows.length > limit
    const shown = await show(rows)
    for (const [index, row] of rows.entries()) {
      place = row
      const one = shown[index]
      if (one !== undefined) items.push(one)
      if (items.length < limit) continue
      return { items, next: goesOn || index < rows.length - 1 ? placeText(row.at, row.id) : null }
    }
    if (!goesOn) return { items, next: null }
  }
  return { items, next: place ? placeText(place.at, place.id) : null }
}
