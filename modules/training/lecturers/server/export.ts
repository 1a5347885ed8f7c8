/** The directory as a spreadsheet, in the language of who asks. Cells are texts and numbers, never formulas. */
import { sql } from 'kysely'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { moduleText } from '#server/texts.ts'
import { exportRowsMax, type ManagedLecturer } from '../contract/managing.ts'
import type { LecturersDb } from './db.ts'
import { type ManagedFilter, managedMatchingSql, managedRowsSql } from './managed-lecturers.ts'

type Row = ManagedLecturer & { readonly phone: string; readonly email: string }

const columns = [
  ...['name', 'kind', 'level', 'affiliation', 'jobTitle', 'organization', 'subjects', 'phone', 'email', 'fee'],
  ...['contractFrom', 'contractUntil', 'state', 'sessions', 'minutes', 'upcoming'],
] as const

/** Hundredths as an amount: `1234.5` of `123450`. */
const amount = (hundredths: string | null) => (hundredths === null ? '' : Number(hundredths) / 100)

export async function exportLecturers(
  db: LecturersDb,
  filter: ManagedFilter,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const text = (key: string) => moduleText('lecturers', key, language) ?? key
  const matching = managedMatchingSql(caller, filter, now)
  const found = sql`(select l.id ${matching} order by l.updated_at desc, l.id limit ${exportRowsMax})`
  const { rows } = await managedRowsSql<Row>(caller.companyId, found, now, sql`, l.phone, l.email`).execute(db)
  const line = (row: Row): SheetRow => [
    ...[row.fullName, text(`maps.kind.${row.kind}`), text(`maps.level.${row.level}`), row.affiliation, row.jobTitle],
    ...[row.organization.name, row.subjects.join('、'), row.phone, row.email, amount(row.feeHundredths)],
    ...[
      row.contractFrom ?? '',
      row.contractUntil ?? '',
      text(row.isEnabled ? 'managing.enabled' : 'managing.disabled'),
    ],
    ...[row.totals.sessionsTaught, row.totals.minutesTaught, row.totals.upcoming],
  ]
  const heading = columns.map((column) => text(`sheet.${column}`))
  return sheetAnswer(text('managing.title'), [heading, ...rows.map(line)], { plainName: 'lecturers' })
}
