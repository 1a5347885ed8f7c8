/** The completion awards of an item: class hours and credits, set by whoever owns the item. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { studyTables } from './db.ts'
import { keyOf, type StudyRef } from './kinds.ts'

/** Hundredths, up to 1,000,000 (10,000.00); both 0: no completion award. */
export interface CreditRule {
  readonly classHourHundredths: number
  readonly creditHundredths: number
}

/**
 * Sets the completion awards of the item from now on. Earlier completions keep theirs. For the module that
 * owns the item, in the transaction that saves it, after its own decision that the caller may.
 */
export async function setCreditRule(
  connection: Connection,
  rule: CreditRule & { readonly companyId: string; readonly ref: StudyRef; readonly now: number },
): Promise<void> {
  const { companyId, ref, classHourHundredths, creditHundredths, now } = rule
  const db = studyTables(connection)
  const { businessType, businessId } = ref
  if (classHourHundredths === 0 && creditHundredths === 0) {
    await sql`delete from study.credit_rule where company_id = ${companyId} and business_type = ${businessType}
      and business_id = ${businessId}`.execute(db)
    return
  }
  await sql`
    insert into study.credit_rule (company_id, business_type, business_id, class_hours, credits, updated_at)
    values (${companyId}, ${businessType}, ${businessId}, ${classHourHundredths}, ${creditHundredths}, ${now})
    on conflict (company_id, business_type, business_id) do update set class_hours = excluded.class_hours,
      credits = excluded.credits, updated_at = excluded.updated_at`.execute(db)
}

/** What one item gives or earns is taken over to others. */
export interface RuleCopy {
  readonly companyId: string
  readonly from: StudyRef
  readonly to: readonly StudyRef[]
  readonly now: number
}

/** The items of `to`, which give nothing yet, give what `from` gives. */
export async function copyCreditRule(connection: Connection, { companyId, from, to, now }: RuleCopy): Promise<void> {
  await sql`
    insert into study.credit_rule (company_id, business_type, business_id, class_hours, credits, updated_at)
    select r.company_id, n.business_type, n.business_id, r.class_hours, r.credits, ${now} from study.credit_rule r
    cross join unnest(${to.map((ref) => ref.businessType)}::smallint[], ${to.map((ref) => ref.businessId)}::uuid[])
      as n(business_type, business_id)
    where r.company_id = ${companyId} and r.business_type = ${from.businessType}
      and r.business_id = ${from.businessId}`.execute(studyTables(connection))
}

/** The rules of these items, by `keyOf`; an item that gives nothing is missing. One statement. */
export async function creditRulesOf(
  connection: Connection,
  companyId: string,
  refs: readonly StudyRef[],
): Promise<ReadonlyMap<string, CreditRule>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<StudyRef & CreditRule>`
    select r.business_type as "businessType", r.business_id as "businessId",
      r.class_hours as "classHourHundredths", r.credits as "creditHundredths"
    from study.credit_rule r
    join unnest(${refs.map((ref) => ref.businessType)}::smallint[], ${refs.map((ref) => ref.businessId)}::uuid[])
      as asked(business_type, business_id) using (business_type, business_id)
    where r.company_id = ${companyId}`.execute(studyTables(connection))
  return new Map(rows.map(({ businessType, businessId, ...rule }) => [keyOf(businessType, businessId), rule] as const))
}
