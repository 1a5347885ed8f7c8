/** The time zone of a company, for the limits of days and for times in files and messages. */
import { type RawBuilder, sql } from 'kysely'
import { defaultTimeZone } from '#kit/time-zone.ts'
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'

/** A scalar: the company's time zone inside a statement. */
export function timeZoneSql(companyId: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select time_zone from identity.company where id = ${companyId})`
}

/** The company's time zone, for formatting outside the database. */
export async function getTimeZone(connection: Connection, companyId: string): Promise<string> {
  const { rows } = await sql<{ zone: string | null }>`select ${timeZoneSql(companyId)} as zone`.execute(
    identityTables(connection),
  )
  return rows[0]?.zone ?? defaultTimeZone
}

const styles = {
  day: { dateStyle: 'short' },
  minute: { dateStyle: 'short', timeStyle: 'short' },
  second: { dateStyle: 'short', timeStyle: 'medium' },
} as const

/**
 * Formats instants in the company's time zone, `2026-11-21 09:05`, and null as an empty text. Exported files contain
 * times as text, because the date of a spreadsheet's cell has no time zone.
 */
export async function instantText(
  connection: Connection,
  companyId: string,
  precision: keyof typeof styles,
): Promise<(instant: number | null) => string> {
  const timeZone = await getTimeZone(connection, companyId)
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...styles[precision] })
  return (instant) => (instant === null ? '' : format.format(instant))
}
