/** Lists that go from newest to oldest and are read a part at a time, from a place on. */
import { type RawBuilder, sql } from 'kysely'

/** A place in such a list: an instant, and the id of what stood there. */
export interface StreamPlace {
  readonly at: number
  readonly id: string
}

/** The part of a list that is read: behind a place, down to an instant that is not in it; each side may be open. */
export interface Stretch {
  readonly place?: StreamPlace | undefined
  readonly since?: number | undefined
}

/** Whether a row that stands at an instant, with an id, lies in the stretch; an index of both serves it. */
export function inStretch(
  { place, since }: Stretch,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const behind = place ? sql`(${at}, ${id}) < (${place.at}::bigint, ${place.id}::uuid)` : sql`true`
  return sql<boolean>`${behind} and ${since === undefined ? sql`true` : sql`${at} > ${since}::bigint`}`
}
