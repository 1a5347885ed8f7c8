/** Earlier external training from a spreadsheet: accepted reports, entered for others by those who manage it. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { ImportRow } from '#kit/import-rows.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { UploadedFile } from '#server/module.ts'
import {
  dayOf,
  decimalOf,
  type ImportColumn,
  problemsOf,
  readImport,
  refuseProblems,
} from '#server/spreadsheet/import-rows.ts'
import { moduleText } from '#server/texts.ts'
import { TOO_MANY_ROWS } from '../contract/codes.ts'
import {
  certificateLengthMax,
  costHundredthsMax,
  type ExternalKind,
  externalKinds,
  hourHundredthsMax,
  importedRowsMax,
  newReport,
  type ReportInput,
  titleLengthMax,
} from '../contract/fields.ts'
import type { RecordColumn } from '../contract/reports.ts'
import { creditReports } from './class-hours.ts'
import type { ExternalDb } from './db.ts'
import { managedMembers } from './imported-members.ts'
import { columnsOf } from './reports.ts'

export const recordSheet: readonly ImportColumn<RecordColumn>[] = [
  { column: 'member', cn: '账号或工号', en: 'Account or staff number', isRequired: true, example: 'zhangsan' },
  {
    ...{ column: 'title', cn: '培训名称', en: 'Training', isRequired: true },
    example: { cn: '2026 质量大会', en: 'Quality conference 2026' },
  },
  { column: 'kind', cn: '培训类别', en: 'Kind', example: { cn: '会议论坛', en: 'Conference' } },
  {
    ...{ column: 'provider', cn: '培训机构', en: 'Provider', isRequired: true },
    example: { cn: '中国质量协会', en: 'Quality association' },
  },
  { column: 'startsOn', cn: '开始日期', en: 'From', isRequired: true, example: '2026-05-11' },
  { column: 'endsOn', cn: '结束日期', en: 'To', isRequired: true, example: '2026-05-12' },
  { column: 'hours', cn: '学时', en: 'Hours', isRequired: true, example: '12' },
  { column: 'cost', cn: '费用', en: 'Cost', example: '2800' },
  { column: 'certificateNumber', cn: '证书编号', en: 'Certificate number', example: 'ZL-2026-0031' },
]

export const readRecords = (upload: UploadedFile | undefined) =>
  readImport(upload, recordSheet, { rowsMax: importedRowsMax, tooMany: TOO_MANY_ROWS })

/** By the label in either language; an empty cell is a course. */
function kindOf(text: string): ExternalKind | undefined {
  if (text === '') return 'course'
  const says = (kind: ExternalKind, language: 'cn' | 'en') =>
    moduleText('external', `maps.kind.${kind}`, language)?.toLowerCase() === text.toLowerCase()
  return externalKinds.find((kind) => kind === text || says(kind, 'cn') || says(kind, 'en'))
}

interface Checked {
  readonly memberId: string
  readonly input: ReportInput
}

function check(row: ImportRow<RecordColumn>, named: Awaited<ReturnType<typeof managedMembers>>, caller: Caller) {
  const { cells } = row
  const { problems, wrong } = problemsOf(row)
  const { member, rule } = named(cells.member)
  const memberId = member?.id
  if (rule) wrong('member', rule)
  else if (memberId === caller.memberId) wrong('member', 'unknown-member')
  for (const column of ['title', 'provider'] as const) {
    if (cells[column] === '') wrong(column, 'required')
    if (cells[column].length > titleLengthMax) wrong(column, 'too-long')
  }
  if (cells.certificateNumber.length > certificateLengthMax) wrong('certificateNumber', 'too-long')
  const kind = kindOf(cells.kind)
  if (kind === undefined) wrong('kind', 'choice')
  const [startsOn, endsOn] = [dayOf(cells.startsOn), dayOf(cells.endsOn)]
  for (const column of ['startsOn', 'endsOn'] as const)
    if (dayOf(cells[column]) === undefined) wrong(column, cells[column] === '' ? 'required' : 'date')
  if (startsOn !== undefined && endsOn !== undefined && endsOn < startsOn) wrong('endsOn', 'order')
  const hourHundredths = decimalOf(cells.hours, { decimals: 2, max: hourHundredthsMax / 100 })
  if (hourHundredths === undefined) wrong('hours', cells.hours === '' ? 'required' : 'number')
  const costHundredths = cells.cost === '' ? null : decimalOf(cells.cost, { decimals: 2, max: costHundredthsMax / 100 })
  if (costHundredths === undefined) wrong('cost', 'cost')
  const { title, provider, certificateNumber } = cells
  const written = { title, provider, certificateNumber, startsOn, endsOn, hourHundredths, costHundredths, kind }
  return { problems, checked: { memberId, input: { ...newReport, ...written } } as Checked }
}

export async function importRecords(
  db: ExternalDb,
  caller: Caller,
  rows: readonly ImportRow<RecordColumn>[],
  now: number,
) {
  const { companyId } = caller
  const named = await managedMembers(
    db,
    caller,
    rows.map(({ cells }) => cells.member),
  )
  const found = rows.map((row) => check(row, named, caller))
  refuseProblems(found.flatMap(({ problems }) => problems))
  const texts = rows.map(({ cells }) => [cells.title, cells.provider, cells.certificateNumber].join('\n'))
  await assertClean(db, companyId, { rows: texts.join('\n') })
  const people = await membersByIds(
    db,
    companyId,
    found.map(({ checked }) => checked.memberId),
  )
  const ids = rows.map(() => uuid())
  await db
    .insertInto('external.report')
    .values(
      found.map(({ checked: { memberId, input } }, at) => ({
        ...{
          id: ids[at] as string,
          company_id: companyId,
          member_id: memberId,
          state: 'accepted',
          created_at: now,
          updated_at: now,
        },
        ...{ organization_id: people.get(memberId)?.organizationId ?? companyId, submitted_at: now },
        ...{ decided_by: caller.memberId, decided_at: now, activity_id: null },
        ...columnsOf(input),
      })),
    )
    .execute()
  await creditReports(db, { companyId, ids, now })
  return { imported: rows.length }
}
