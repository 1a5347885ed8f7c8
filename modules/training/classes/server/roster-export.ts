/** The roster of a class as a spreadsheet. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { contactsSql, directorySql, instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { RosterRow } from '../contract/roster.ts'
import type { EnrollmentSource, EnrollmentState } from '../contract/states.ts'
import type { classes } from '../contract.ts'
import { classLifecycle } from './class-lifecycle.ts'
import type { ClassesDb } from './db.ts'

interface Texts {
  readonly fileName: string
  readonly headings: readonly string[]
  readonly states: Readonly<Record<EnrollmentState, string>>
  readonly sources: Readonly<Record<EnrollmentSource, string>>
  readonly graduation: Readonly<Record<1 | 2, string>>
}

const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    fileName: '学员名单',
    headings: ['姓名', '工号', '组织', '报名状态', '来源', '报名时间', '处理时间', '原因', '结业'],
    states: {
      ...{ pending: '待审核', waiting: '候补中', offered: '待确认', enrolled: '已报名' },
      ...{ withdrawn: '已退出', refused: '未通过', removed: '已移出' },
    },
    sources: {
      ...{ self: '自主报名', nominated: '统一安排', imported: '批量导入', substitute: '替换参加', form: '外部报名' },
    },
    graduation: { 1: '未结业', 2: '已结业' },
  },
  en: {
    fileName: 'Roster',
    headings: [
      ...['Name', 'Staff number', 'Organization', 'State', 'Source', 'Enrolled', 'Decided', 'Reason', 'Graduation'],
    ],
    states: {
      ...{ pending: 'Under review', waiting: 'On the waiting list', offered: 'Place offered', enrolled: 'Enrolled' },
      ...{ withdrawn: 'Withdrawn', refused: 'Rejected', removed: 'Removed' },
    },
    sources: {
      ...{ self: 'Self-enrolled', nominated: 'Nominated', imported: 'Imported', substitute: 'Substitute' },
      form: 'Public form',
    },
    graduation: { 1: 'Not graduated', 2: 'Graduated' },
  },
}

interface Row extends Pick<RosterRow, 'state' | 'source' | 'enrolledAt' | 'decidedAt' | 'reason' | 'answers'> {
  readonly fullName: string
  readonly staffNumber: string | null
  readonly organization: string
  readonly graduation: 1 | 2
}

/** Beyond the capacity, those who wait and who have left. */
const rowsMax = 100_000

export async function exportRoster(
  db: ClassesDb,
  id: string,
  { state }: Input<typeof classes.exportRoster>['query'],
  { caller, language }: Pick<Context, 'caller' | 'language'>,
): Promise<StreamAnswer> {
  const { name, enrollment } = await classLifecycle.getEditable(db, caller, id)
  const { companyId } = caller
  const { rows } = await sql<Row>`
    select p.full_name as "fullName", c.staff_number as "staffNumber", p.organization_name as organization, e.state, e.source,
      e.queued_at as "enrolledAt", e.decided_at as "decidedAt", e.reason, e.answers, e.graduation::int as graduation
    from classes.enrollment e join ${directorySql(companyId)} p on p.id = e.member_id
    join ${contactsSql(companyId)} c on c.id = e.member_id
    where e.class_id = ${id} and ${state === undefined ? sql`true` : sql`e.state = ${state}`}
    order by e.queued_at, e.id limit ${rowsMax}`.execute(db)
  const timeOf = await instantText(db, companyId, 'minute')
  const { fileName, headings, states, sources, graduation } = texts[language]
  const { form } = enrollment
  const lines = rows.map((row) => [
    ...[row.fullName, row.staffNumber ?? '', row.organization, states[row.state], sources[row.source]],
    ...[timeOf(row.enrolledAt), row.decidedAt === null ? '' : timeOf(row.decidedAt), row.reason],
    row.state === 'enrolled' ? graduation[row.graduation] : '',
    ...form.map(({ key }) => row.answers[key] ?? ''),
  ])
  const heading = [...headings, ...form.map(({ label }) => label)]
  return sheetAnswer(`${name}-${fileName}`, [heading, ...lines], { plainName: 'roster' })
}
