/** Who holds a certificate that is still good, by department: for whoever must show that everybody is trained. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { directorySql, instantText, postsSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { Compliance } from '../contract/compliance.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import { getTemplate } from './managing.ts'
import { dayMs } from './validity.ts'

interface Asked {
  readonly templateId: string
  readonly organizationId?: string
  readonly state?: Compliance
  readonly search?: string
}

interface ComplianceMemberRow {
  readonly member_id: string
  readonly full_name: string
  readonly organization_id: string
  readonly organization_name: string
  readonly state: Compliance
  readonly certificate_id: string | null
  readonly number: string | null
  readonly expires_at: number | null
}

/** One row for each member that may sign in: how they stand with the certificate. Stands in `from (…)`. */
function complianceSql(
  companyId: string,
  { templateId, organizationId }: Asked,
  now: number,
): RawBuilder<ComplianceMemberRow> {
  const within = organizationId === undefined ? sql`true` : sql`p.organization_ids @> array[${organizationId}::uuid]`
  return sql<ComplianceMemberRow>`(
    select d.id as member_id, d.full_name, d.organization_id, d.organization_name,
      c.id as certificate_id, c.number, c.expires_at,
      case when c.id is null then 'missing' when c.expires_at <= ${now}::bigint then 'expired'
        when c.expires_at - t.renewal_days * ${dayMs}::bigint <= ${now}::bigint then 'expiring' else 'valid' end as state
    from ${postsSql(companyId)} p
    join ${directorySql(companyId)} d on d.id = p.member_id
    join certificates.template t on t.id = ${templateId}
    left join certificates.certificate c on c.member_id = p.member_id and c.template_id = t.id and c.status = 'current'
      and not c.is_honor
    where ${within})`
}

async function assertTemplate(db: CertificatesDb, companyId: string, templateId: string) {
  const template = await getTemplate(db, companyId, templateId)
  if (!template) throw refuse(NOT_FOUND)
  return template
}

const countsSql = sql`count(*)::int as "memberCount",
  (count(*) filter (where s.state = 'valid'))::int as valid,
  (count(*) filter (where s.state = 'expiring'))::int as expiring,
  (count(*) filter (where s.state = 'expired'))::int as expired,
  (count(*) filter (where s.state = 'missing'))::int as missing`

interface Counts {
  readonly memberCount: number
  readonly valid: number
  readonly expiring: number
  readonly expired: number
  readonly missing: number
}

const none: Counts = { memberCount: 0, valid: 0, expiring: 0, expired: 0, missing: 0 }

/** By the department in which members stand; where most have lost theirs comes first. */
export async function complianceBoard(
  connection: Connection,
  { companyId }: Caller,
  query: Asked & Paging,
  now: number,
) {
  const db = certificatesTables(connection)
  await assertTemplate(db, companyId, query.templateId)
  const { limit, offset } = pageWindow(query)
  const compliance = complianceSql(companyId, query, now)
  const { rows: totalRows } = await sql<Counts & { recordCount: number }>`
    select ${countsSql}, count(distinct s.organization_id)::int as "recordCount" from ${compliance} s`.execute(db)
  const { rows: items } = await sql<Counts & { organizationId: string; organizationName: string }>`
    select s.organization_id as "organizationId", s.organization_name as "organizationName", ${countsSql}
    from ${compliance} s group by 1, 2
    order by count(*) filter (where s.state = 'expired') desc, count(*) filter (where s.state = 'expiring') desc,
      count(*) filter (where s.state = 'missing') desc, 2, 1
    limit ${limit} offset ${offset}`.execute(db)
  const { recordCount = 0, ...total } = totalRows[0] ?? { ...none, recordCount: 0 }
  return { items, recordCount, total }
}

function matchingSql({ state, search }: Asked): RawBuilder<boolean> {
  return sql<boolean>`${containsSql(sql`s.full_name`, search)} and ${state === undefined ? sql`true` : sql`s.state = ${state}`}`
}

/** Who must do something comes first: expired, expiring by their day, without one, and then the others. */
const orderSql = sql`array_position(array['expired', 'expiring', 'missing', 'valid'], s.state), s.expires_at nulls last,
  s.full_name, s.member_id`

export async function complianceMembers(
  connection: Connection,
  { companyId }: Caller,
  query: Asked & Paging,
  now: number,
) {
  const db = certificatesTables(connection)
  await assertTemplate(db, companyId, query.templateId)
  const compliance = complianceSql(companyId, query, now)
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from ${compliance} s where ${matchingSql(query)}`,
    rows: (window) => sql<ComplianceMemberRow>`select s.* from ${compliance} s where ${matchingSql(query)}
      order by ${orderSql} ${window}`,
  })
  const items = rows.map((row) => ({
    memberId: row.member_id,
    fullName: row.full_name,
    organizationName: row.organization_name,
    state: row.state,
    certificateId: row.certificate_id,
    number: row.number,
    expiresAt: row.expires_at,
  }))
  return { items, recordCount }
}

const rowsMax = 100_000
const exportPage = 1000
/** The sheet's own texts. */
const texts: Readonly<
  Record<Language, { name: string; headings: readonly string[]; states: Readonly<Record<Compliance, string>> }>
> = {
  cn: {
    name: '持证情况',
    headings: ['姓名', '组织', '状态', '证书编号', '有效期至'],
    states: { valid: '有效', expiring: '即将到期', expired: '已过期', missing: '未持证' },
  },
  en: {
    name: 'compliance',
    headings: ['Name', 'Organization', 'State', 'Number', 'Valid until'],
    states: { valid: 'valid', expiring: 'due', expired: 'expired', missing: 'without' },
  },
}

export async function exportCompliance(
  connection: Connection,
  query: Asked & { format?: 'xlsx' | 'csv' },
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const db = certificatesTables(connection)
  const template = await assertTemplate(db, caller.companyId, query.templateId)
  const dayOf = await instantText(db, caller.companyId, 'day')
  const { name, headings, states } = texts[language]
  async function* rows(): AsyncGenerator<SheetRow> {
    yield headings
    for (let page = 1; page <= rowsMax / exportPage; page += 1) {
      const window = sql`limit ${exportPage} offset ${(page - 1) * exportPage}`
      const { rows: some } =
        await sql<ComplianceMemberRow>`select s.* from ${complianceSql(caller.companyId, query, now)} s
        where ${matchingSql(query)} order by ${orderSql} ${window}`.execute(db)
      for (const row of some)
        yield [
          ...[row.full_name, row.organization_name, states[row.state], row.number ?? ''],
          row.expires_at === null ? '' : dayOf(row.expires_at - 1),
        ]
      if (some.length < exportPage) return
    }
  }
  return sheetAnswer(`${name} ${template.name}`, rows(), { format: query.format })
}
