/** Conditions of lists that hold only where a filter is given. */
import { type RawBuilder, sql } from 'kysely'

/** The condition of a value; true where there is none. */
export const given = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>): RawBuilder<unknown> =>
  value === undefined ? sql`true` : condition(value)
