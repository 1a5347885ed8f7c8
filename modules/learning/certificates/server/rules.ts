/** What earns which certificate: set by whoever owns the item. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { keyOf, type RuleCopy, type StudyRef } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { TEMPLATE_NOT_OFFERED } from '../contract/shapes.ts'
import { certificatesTables } from './db.ts'

/** Which certificate finishing an item earns. */
export interface CertificateRule {
  readonly templateId: string
  readonly templateName: string
}

/**
 * Says which certificate finishing the item earns from now on; `null`: none. What was earned before stays. Refuses with
 * 380201 a template that the company does not have or no longer offers, unless the item has it already. For the module
 * that owns the item, in the transaction that saves it, after its own decision that the caller may.
 */
export async function setCertificateRule(
  connection: Connection,
  rule: {
    readonly companyId: string
    readonly ref: StudyRef
    readonly templateId: string | null
    readonly now: number
  },
): Promise<void> {
  const { companyId, ref, templateId, now } = rule
  const { businessType, businessId } = ref
  const db = certificatesTables(connection)
  if (templateId === null) {
    await sql`delete from certificates.rule where company_id = ${companyId} and business_type = ${businessType}
      and business_id = ${businessId}`.execute(db)
    return
  }
  const { numAffectedRows } = await sql`
    insert into certificates.rule (company_id, business_type, business_id, template_id, updated_at)
    select ${companyId}, ${businessType}::smallint, ${businessId}::uuid, t.id, ${now}::bigint
    from certificates.template t
    left join certificates.rule r on r.company_id = t.company_id and r.business_type = ${businessType}
      and r.business_id = ${businessId}
    where t.id = ${templateId} and t.company_id = ${companyId} and (t.enabled or r.template_id = t.id)
    on conflict (company_id, business_type, business_id) do update set template_id = excluded.template_id,
      updated_at = excluded.updated_at`.execute(db)
  if (numAffectedRows !== 1n) throw refuse(TEMPLATE_NOT_OFFERED)
}

/** The items of `to`, which earn none yet, earn what `from` earns, as long as its template is offered. */
export async function copyCertificateRule(
  connection: Connection,
  { companyId, from, to, now }: RuleCopy,
): Promise<void> {
  await sql`
    insert into certificates.rule (company_id, business_type, business_id, template_id, updated_at)
    select r.company_id, n.business_type, n.business_id, r.template_id, ${now}
    from certificates.rule r join certificates.template t on t.id = r.template_id and t.enabled
    cross join unnest(${to.map((ref) => ref.businessType)}::smallint[], ${to.map((ref) => ref.businessId)}::uuid[])
      as n(business_type, business_id)
    where r.company_id = ${companyId} and r.business_type = ${from.businessType}
      and r.business_id = ${from.businessId}`.execute(certificatesTables(connection))
}

/** The certificates that these items earn, by `keyOf`; an item that earns none is missing. One statement. */
export async function certificateRulesOf(
  connection: Connection,
  companyId: string,
  refs: readonly StudyRef[],
): Promise<ReadonlyMap<string, CertificateRule>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<StudyRef & CertificateRule>`
    select r.business_type as "businessType", r.business_id as "businessId",
      r.template_id as "templateId", t.name as "templateName"
    from certificates.rule r join certificates.template t on t.id = r.template_id
    join unnest(${refs.map((ref) => ref.businessType)}::smallint[], ${refs.map((ref) => ref.businessId)}::uuid[])
      as asked(business_type, business_id) using (business_type, business_id)
    where r.company_id = ${companyId}`.execute(certificatesTables(connection))
  return new Map(rows.map(({ businessType, businessId, ...rule }) => [keyOf(businessType, businessId), rule] as const))
}
