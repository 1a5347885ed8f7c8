/** What the audit log keeps of plans and of the costs of classes. */
import { sql } from 'kysely'
import { organizationsSql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { actualSql, plannedSql } from './amounts.ts'
import type { PlansDb } from './db.ts'
import { classNames } from './named-classes.ts'

async function planFacts(db: PlansDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts>`
    select p.id, p.name, p.year, o.name as organization, p.state, p.note, p.reason,
      (select count(*)::int from plans.item i where i.plan_id = p.id) as items,
      (select coalesce(sum(${plannedSql}), 0)::bigint from plans.item i where i.plan_id = p.id) as "plannedHundredths",
      (select coalesce(sum(${actualSql}), 0)::bigint from plans.item i where i.plan_id = p.id) as "actualHundredths"
    from plans.plan p left join ${organizationsSql(companyId)} o on o.id = p.organization_id
    where p.id = any(${[...ids]}::uuid[]) and p.company_id = ${companyId}`.execute(db)
  return rows
}

interface Totals {
  readonly id: string
  readonly lines: number
  readonly costHundredths: number
  readonly scores: number
}

/** Of classes, by their ids: what they cost, and how many scores were entered. */
async function classFacts(db: PlansDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const names = await classNames(db, companyId, ids)
  const { rows } = await sql<Totals>`
    select one.id, (select count(*)::int from plans.cost_line l where l.class_id = one.id and l.company_id = ${companyId}) as lines,
      (select coalesce(sum(l.cost_hundredths), 0)::bigint from plans.cost_line l
        where l.class_id = one.id and l.company_id = ${companyId}) as "costHundredths",
      (select count(*)::int from plans.member_score s where s.class_id = one.id and s.company_id = ${companyId}) as scores
    from unnest(${[...names.keys()]}::uuid[]) one(id)`.execute(db)
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? '' }))
}

export const { auditing, auditingNew } = audited<PlansDb, 'training-plan' | 'class-costs'>({
  'training-plan': planFacts,
  'class-costs': classFacts,
})
