/** How much comes to the moderators, how fast it is decided, and what becomes of appeals. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { decisionReasons, type Statistics } from '../contract.ts'
import { ofCallerSql } from './cases.ts'
import type { ModerationDb } from './db.ts'
import { ruleNames } from './messages.ts'

interface Period {
  readonly from: number
  readonly to: number
}

const PERIOD_MAX = 366 * 86_400_000

function assertPeriod({ from, to }: Period): void {
  if (from <= to && to - from <= PERIOD_MAX) return
  throw refuse(INVALID_INPUT, { fields: [{ path: 'to', rule: 'range', message: 'must be within a year after from' }] })
}

const within = (column: string, { from, to }: Period) =>
  sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`

async function daysOf(db: ModerationDb, caller: Caller, period: Period): Promise<Statistics['days']> {
  const dayOf = (column: string) =>
    sql`(to_timestamp(${sql.ref(column)} / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date`
  const { rows } = await sql<Statistics['days'][number]>`
    select day::text as day, count(*) filter (where is_opened)::int as opened,
      count(*) filter (where not is_opened)::int as decided
    from (
      select ${dayOf('c.created_at')} as day, true as is_opened from moderation.content_case c
        where ${ofCallerSql(caller)} and ${within('c.created_at', period)}
      union all
      select ${dayOf('c.decided_at')}, false from moderation.content_case c
        where ${ofCallerSql(caller)} and c.state in ('decided', 'closed') and ${within('c.decided_at', period)}
    ) events group by day order by day`.execute(db)
  return rows
}

async function reasonsOf(db: ModerationDb, caller: Caller, period: Period): Promise<Statistics['reasons']> {
  const { rows } = await sql<Statistics['reasons'][number]>`
    select code as "reasonCode", sum(reports)::int as reports, sum(decided)::int as decided, sum(removed)::int as removed
    from (
      select r.reason_code as code, 1 as reports, 0 as decided, 0 as removed
      from moderation.report r join moderation.content_case c on c.id = r.case_id
      where r.company_id = ${caller.companyId} and ${ofCallerSql(caller)} and ${within('r.created_at', period)}
      union all
      select c.reason_code, 0, 1, (c.outcome in ('remove', 'restored'))::int from moderation.content_case c
      where ${ofCallerSql(caller)} and c.decided_by is not null and ${within('c.decided_at', period)}
    ) events group by code`.execute(db)
  return rows.sort((one, other) => decisionReasons.indexOf(one.reasonCode) - decisionReasons.indexOf(other.reasonCode))
}

interface Appeals {
  readonly medianMs: number | null
  readonly appealed: number
  readonly upheld: number
  readonly overturned: number
}

async function appealsOf(db: ModerationDb, caller: Caller, period: Period): Promise<Appeals> {
  const { rows } = await sql<Appeals>`
    select round(percentile_cont(0.5) within group (order by c.decided_at - c.created_at))::bigint as "medianMs",
      count(c.appealed_at)::int as appealed, count(*) filter (where c.appeal_outcome = 'upheld')::int as upheld,
      count(*) filter (where c.appeal_outcome = 'overturned')::int as overturned
    from moderation.content_case c
    where ${ofCallerSql(caller)} and c.decided_by is not null and ${within('c.decided_at', period)}`.execute(db)
  return rows[0] ?? { medianMs: null, appealed: 0, upheld: 0, overturned: 0 }
}

export async function statistics(db: ModerationDb, { caller }: Context, period: Period): Promise<Statistics> {
  assertPeriod(period)
  const [days, reasons, appeals] = [
    await daysOf(db, caller, period),
    await reasonsOf(db, caller, period),
    await appealsOf(db, caller, period),
  ]
  return { days, reasons, ...appeals }
}

const texts: Readonly<Record<Language, { name: string; days: readonly string[]; reasons: readonly string[] }>> = {
  cn: { name: '内容审核统计', days: ['日期', '新增', '已处理'], reasons: ['规则', '举报', '已处理', '已移除'] },
  en: { name: 'moderation', days: ['Day', 'New', 'Decided'], reasons: ['Rule', 'Reports', 'Decided', 'Removed'] },
}

export async function exportStatistics(
  db: ModerationDb,
  context: Context,
  { format, ...period }: Period & { readonly format?: 'xlsx' | 'csv' },
): Promise<StreamAnswer> {
  const found = await statistics(db, context, period)
  const { name, days, reasons } = texts[context.language]
  function* lines(): Generator<SheetRow> {
    yield days
    for (const { day, opened, decided } of found.days) yield [day, opened, decided]
    yield ['']
    yield reasons
    for (const row of found.reasons)
      yield [ruleNames[row.reasonCode][context.language], row.reports, row.decided, row.removed]
  }
  return sheetAnswer(name, lines(), { format })
}
