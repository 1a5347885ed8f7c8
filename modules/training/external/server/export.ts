/** Reports as a spreadsheet, in the language of who asks. Cells are texts and numbers, never formulas. */
import { sql } from 'kysely'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { moduleText } from '#server/texts.ts'
import type { ExternalKind, ReportState } from '../contract/fields.ts'
import type { ExternalDb } from './db.ts'
import { type ManagedFilter, managedOrderSql, managedSql } from './report-lists.ts'

const rowsMax = 50_000

interface Row {
  readonly fullName: string | null
  readonly organization: string | null
  readonly activity: string | null
  readonly title: string
  readonly kind: ExternalKind
  readonly provider: string
  readonly place: string
  readonly startsOn: string | null
  readonly endsOn: string | null
  readonly hours: number | null
  readonly cost: number | null
  readonly certificate: string
  readonly evidence: number
  readonly state: ReportState
  readonly reason: string
  readonly submittedAt: number | null
}

const columns = [
  ...[
    'member',
    'organization',
    'activity',
    'title',
    'kind',
    'provider',
    'place',
    'startsOn',
    'endsOn',
    'hours',
    'cost',
  ],
  ...['certificateNumber', 'evidence', 'state', 'reason', 'submittedAt'],
] as const

const amount = (hundredths: number | null) => (hundredths === null ? '' : hundredths / 100)

export async function exportReports(
  db: ExternalDb,
  filter: ManagedFilter,
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const text = (key: string) => moduleText('external', key, language) ?? key
  const { rows } = await sql<Row>`
    select d.full_name as "fullName", g.name as organization, a.title as activity, r.title, r.kind, r.provider, r.place,
      r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.hour_hundredths as hours, r.cost_hundredths as cost,
      r.certificate_number as certificate, cardinality(r.file_ids) as evidence, r.state, r.reason,
      r.submitted_at as "submittedAt"
    ${managedSql(caller, filter)} ${managedOrderSql} limit ${rowsMax}`.execute(db)
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const lines = rows.map((row) => [
    ...[row.fullName ?? '', row.organization ?? '', row.activity ?? '', row.title, text(`maps.kind.${row.kind}`)],
    ...[row.provider, row.place, row.startsOn ?? '', row.endsOn ?? '', amount(row.hours), amount(row.cost)],
    ...[row.certificate, row.evidence, text(`maps.state.${row.state}`), row.reason, timeOf(row.submittedAt)],
  ])
  const heading = columns.map((column) => text(`sheet.${column}`))
  return sheetAnswer(text('sheet.name'), [heading, ...lines], { plainName: 'external-training' })
}
