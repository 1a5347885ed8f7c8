/** Accepted hours count as class hours of the member, in the year in which the training ended. */
import { sql } from 'kysely'
import { type CreditedHours, creditSource, giveClassHours, takeBackClassHours } from '#modules/content/study/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { reportApproval } from '../contract.ts'
import type { ExternalDb } from './db.ts'

export const externalCredits = creditSource({
  businessType: reportApproval,
  label: { cn: '外部培训', en: 'External training' },
  rule: { cn: '外部培训审核通过', en: 'External training accepted' },
})

const source = (companyId: string) => ({ companyId, businessType: reportApproval })

/** Once for each report, however often it is accepted. */
export async function creditReports(
  db: ExternalDb,
  { companyId, ids, now }: { readonly companyId: string; readonly ids: readonly string[]; readonly now: number },
): Promise<void> {
  const { rows } = await sql<CreditedHours>`
    select r.member_id as "memberId", r.id as "businessId", coalesce(r.hour_hundredths, 0) as asked, r.title as source,
      least(${now}::bigint, (extract(epoch from r.ends_on::timestamp at time zone ${timeZoneSql(companyId)}) * 1000)::bigint) as at
    from external.report r where r.id = any(${[...ids]}::uuid[]) and r.company_id = ${companyId} and r.state = 'accepted'`.execute(
    db,
  )
  await giveClassHours(db, { ...source(companyId), given: rows })
}

export const uncreditReports = (db: ExternalDb, companyId: string, businessIds: readonly string[]) =>
  takeBackClassHours(db, { ...source(companyId), businessIds })
