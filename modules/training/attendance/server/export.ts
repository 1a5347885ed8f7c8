/** The attendance of a class as a spreadsheet, in the language of who asks. Cells are texts and numbers, never formulas. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import { runClass } from '#modules/training/classes/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow as Line } from '#server/spreadsheet/sheet-row.ts'
import { moduleText } from '#server/texts.ts'
import type { SheetRow } from '../contract/keeping.ts'
import { getCheckIn } from './check-in-record.ts'
import { findCheckIns } from './check-ins.ts'
import type { AttendanceDb } from './db.ts'
import { participantColumns, participantsSql, recordsOf, sheetRows } from './records.ts'

interface Exported {
  readonly classId: string
  readonly companyId: string
  readonly now: number
  readonly language: Language
}

const textIn = (language: Language) => (key: string) => moduleText('attendance', key, language) ?? key

export async function exportAttendance(
  db: AttendanceDb,
  classId: string,
  checkInId: string | undefined,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const { name } = await runClass(db, caller, classId)
  const of = { classId, companyId: caller.companyId, now, language }
  return checkInId === undefined ? wholeSheet(db, of, name) : sessionSheet(db, of, checkInId)
}

const figureColumns = [
  'present',
  'late',
  'early',
  'absent',
  'leave',
  'madeUp',
  'minutes',
  'plannedMinutes',
  'percent',
] as const

/** So many participants are counted in one go: what their sheet takes of memory is bounded. */
const participantsAtOnce = 500

async function wholeSheet(db: AttendanceDb, of: Exported, name: string): Promise<StreamAnswer> {
  const text = textIn(of.language)
  const { companyId, classId } = of
  const lists = await findCheckIns(db, classId, companyId)
  const { rows } = await sql<Pick<SheetRow, 'member' | 'organizationName'>>`
    select ${participantColumns} ${participantsSql(companyId, classId)} order by m.full_name, m.id`.execute(db)
  const heading: Line = [
    ...[text('export.name'), text('export.organization'), ...lists.map(({ title }) => title)],
    ...figureColumns.map((column) => text(`export.${column}`)),
  ]
  async function* lines(): AsyncGenerator<Line> {
    yield heading
    for (let from = 0; from < rows.length; from += participantsAtOnce)
      for (const row of await sheetRows(db, of, rows.slice(from, from + participantsAtOnce))) yield lineOf(row, text)
  }
  return sheetAnswer(`${name}-${text('export.title')}`, lines(), { plainName: 'attendance' })
}

const lineOf = ({ member, organizationName, states, figures }: SheetRow, text: (key: string) => string): Line => [
  ...[member.fullName, organizationName, ...states.map((state) => (state === null ? '' : text(`states.${state}`)))],
  ...figureColumns.map((column) => figures[column]),
]

const sessionColumns = ['name', 'organization', 'state', 'in', 'out', 'minutes', 'how', 'flags', 'correction'] as const

async function sessionSheet(db: AttendanceDb, of: Exported, id: string): Promise<StreamAnswer> {
  const text = textIn(of.language)
  const { companyId, classId } = of
  const { title } = await getCheckIn(db, { id, classId, companyId })
  const timeOf = await instantText(db, companyId, 'second')
  const lines = (await recordsOf(db, of, id)).map(
    (row): Line => [
      ...[row.member.fullName, row.organizationName, text(`states.${row.state ?? 'open'}`)],
      ...[timeOf(row.firstInAt), timeOf(row.lastOutAt), row.minutes],
      ...[
        row.source === null ? '' : text(`sources.${row.source}`),
        row.flags.map((flag) => text(`flags.${flag}`)).join('; '),
      ],
      row.correction?.reason ?? '',
    ],
  )
  const heading = sessionColumns.map((column) => text(`export.${column}`))
  return sheetAnswer(`${title}-${text('export.title')}`, [heading, ...lines], { plainName: 'attendance' })
}
