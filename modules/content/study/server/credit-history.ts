/** A member's class hours and credits: the records, and the totals by year. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { CLASS_HOURS, CREDITS, type CreditKind } from '../contract/credits.ts'
import { findCreditSource } from './credit-sources.ts'
import { byHand } from './credits.ts'
import { studyTables } from './db.ts'
import { findStudyKind } from './kinds.ts'

const handLabel: Readonly<Record<Language, string>> = { cn: '管理员登记', en: 'Added by an administrator' }

/** What gave it, as a person reads it. */
export function ruleLabel(businessType: number, language: Language): string {
  if (businessType === byHand) return handLabel[language]
  const source = findCreditSource(businessType)
  if (source) return source.rule[language]
  const label = findStudyKind(businessType)?.label[language] ?? ''
  return language === 'cn' ? `完成${label}` : `${label} finished`.trim()
}

const hundredths = (value: number | null) => (value === null ? null : String(value))

export async function listCredits(
  connection: Connection,
  caller: Caller,
  query: Paging & { type: CreditKind; year?: number },
  language: Language,
) {
  let matching = studyTables(connection)
    .selectFrom('study.credit_record')
    .where('member_id', '=', caller.memberId)
    .where('company_id', '=', caller.companyId)
    .where('kind', '=', query.type)
  if (query.year !== undefined) matching = matching.where('year', '=', query.year)
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )
  const items = rows.map((row) => ({
    id: row.id,
    rule: ruleLabel(row.business_type, language),
    source: row.source,
    businessType: row.business_type,
    businessId: row.business_id,
    createTime: row.created_at,
    score: String(row.score),
    askedScore: String(row.asked),
    maxScore: hundredths(row.max_score),
    availableScore: hundredths(row.available_score),
  }))
  return { items, recordCount }
}

/** The totals of a member by kind, beside the records. */
export async function creditTotals(
  connection: Connection,
  companyId: string,
  memberId: string,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ kind: number; total: string }>`
    select kind, sum(score)::text as total from study.credit_year
    where member_id = ${memberId} and company_id = ${companyId} group by kind`.execute(studyTables(connection))
  return new Map(rows.map(({ kind, total }) => [kind, total]))
}

interface YearRow {
  readonly year: number
  readonly business_type: number
  readonly score: number
  readonly max_score: number | null
  readonly current: boolean
}

/** By year, the latest first. A maximum is this year's alone: what other years had is in their records. */
export async function creditYears(
  connection: Connection,
  caller: Caller,
  kind: CreditKind,
  now: number,
  language: Language,
) {
  const { companyId, memberId } = caller
  const { rows } = await sql<YearRow>`
    with today as (
      select extract(year from to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)}) as year
    )
    select y.year, y.business_type, y.score, y.year = today.year as current,
      case when y.year = today.year then c.max_score end as max_score
    from study.credit_year y cross join today
    left join study.credit_cap c on c.company_id = y.company_id and c.business_type = y.business_type and c.kind = y.kind
    where y.member_id = ${memberId} and y.company_id = ${companyId} and y.kind = ${kind} and y.record_count > 0
    order by y.year desc, y.score desc, y.business_type`.execute(studyTables(connection))
  const years = Map.groupBy(rows, (row) => row.year)
  const sum = (some: readonly YearRow[]) => String(some.reduce((total, row) => total + row.score, 0))
  return {
    total: sum(rows),
    items: [...years].map(([year, some]) => ({
      year,
      score: sum(some),
      current: some[0]?.current ?? false,
      rules: some.map((row) => ({
        businessType: row.business_type,
        rule: ruleLabel(row.business_type, language),
        score: String(row.score),
        maxScore: hundredths(row.max_score),
        availableScore: hundredths(row.max_score === null ? null : Math.max(0, row.max_score - row.score)),
      })),
    })),
  }
}

/** What each member has been given in all years, as `member_id` and `value` in hundredths. For reports over all members. */
export function creditTotalsSql(companyId: string, of: 'class-hours' | 'credits'): RawBuilder<unknown> {
  return sql`(select y.member_id, sum(y.score)::bigint as value from study.credit_year y
    where y.company_id = ${companyId} and y.kind = ${of === 'credits' ? CREDITS : CLASS_HOURS} group by y.member_id)`
}
