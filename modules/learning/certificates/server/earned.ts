/** The certificates that an item has earned its members, for the module that owns the item. */
import { sql } from 'kysely'
import type { StudyRef } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Validity } from '../contract/shapes.ts'
import { lockHoldings } from './awarding.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import type { CertificateContent } from './document/content.ts'
import { notifyOfRevocation } from './notifications.ts'
import { type ValidityFacts, validityOf } from './validity.ts'

export interface EarnedCertificate {
  readonly code: string
  readonly number: string
  readonly titleCn: string
  readonly titleEn: string
  readonly validity: Validity
  readonly expiresAt: number | null
}

interface Asked {
  readonly companyId: string
  readonly memberIds: readonly string[]
  readonly ref: StudyRef
}

interface EarnedRow extends ValidityFacts {
  readonly id: string
  readonly member_id: string
  readonly template_id: string
  readonly code: string
  readonly number: string
  readonly content: CertificateContent
}

/** The newest that the item has earned each of these members; who has got none is missing. */
async function newestEarned(db: CertificatesDb, { companyId, memberIds, ref }: Asked): Promise<readonly EarnedRow[]> {
  const { rows } = await sql<EarnedRow>`
    select distinct on (c.member_id) c.id, c.member_id, c.template_id, c.code, c.number, c.status, c.expires_at, c.content,
      t.renewal_days
    from certificates.certificate c join certificates.template t on t.id = c.template_id
    where c.member_id = any(${[...memberIds]}::uuid[]) and c.company_id = ${companyId}
      and c.business_type = ${ref.businessType} and c.business_id = ${ref.businessId}
    order by c.member_id, c.issued_at desc, c.id desc`.execute(db)
  return rows
}

/** By member. One statement. */
export async function earnedCertificates(
  connection: Connection,
  asked: Asked,
  now: number,
): Promise<ReadonlyMap<string, EarnedCertificate>> {
  const rows = await newestEarned(certificatesTables(connection), asked)
  return new Map(rows.map((row) => [row.member_id, earnedOf(row, now)]))
}

function earnedOf(row: EarnedRow, now: number): EarnedCertificate {
  const { code, number, content, expires_at: expiresAt } = row
  return {
    ...{ code, number, titleCn: content.titleCn, titleEn: content.titleEn, expiresAt },
    validity: validityOf(row, now),
  }
}

/** The newest that each of these items has earned the member, by the item's id. One statement. */
export async function certificatesOfItems(
  connection: Connection,
  asked: { readonly companyId: string; readonly memberId: string; readonly refs: readonly StudyRef[] },
  now: number,
): Promise<ReadonlyMap<string, EarnedCertificate & { readonly id: string }>> {
  const { companyId, memberId, refs } = asked
  const { rows } = await sql<EarnedRow & { readonly business_id: string }>`
    select distinct on (c.business_id) c.id, c.business_id, c.member_id, c.template_id, c.code, c.number, c.status,
      c.expires_at, c.content, t.renewal_days
    from certificates.certificate c join certificates.template t on t.id = c.template_id
    join unnest(${refs.map((ref) => ref.businessType)}::smallint[], ${refs.map((ref) => ref.businessId)}::uuid[])
      as item(business_type, business_id) on item.business_type = c.business_type and item.business_id = c.business_id
    where c.member_id = ${memberId} and c.company_id = ${companyId}
    order by c.business_id, c.issued_at desc, c.id desc`.execute(certificatesTables(connection))
  return new Map(rows.map((row) => [row.business_id, { id: row.id, ...earnedOf(row, now) }]))
}

interface Revocation extends Asked {
  readonly reason: string
  readonly by: string
  readonly now: number
}

/** Revokes what the item has earned these members, because the item itself was taken back. Others stay. Answers how many. */
export async function revokeEarned(connection: Connection, { reason, by, now, ...asked }: Revocation): Promise<number> {
  const db = certificatesTables(connection)
  const earned = await newestEarned(db, asked)
  for (const [templateId, ofTemplate] of Map.groupBy(earned, (row) => row.template_id))
    await lockHoldings(
      db,
      ofTemplate.map((row) => row.member_id),
      templateId,
    )
  const { rows } = await sql<{ id: string }>`
    update certificates.certificate set status = 'revoked', revoked_at = ${now}, revoked_by = ${by}, revoke_reason = ${reason}
    where id = any(${earned.map(({ id }) => id)}::uuid[]) and status = 'current' returning id`.execute(db)
  const revoked = new Set(rows.map(({ id }) => id))
  const { companyId } = asked
  for (const { id, member_id: memberId, number, content } of earned.filter((row) => revoked.has(row.id)))
    await notifyOfRevocation(db, { companyId, memberId, id, certificate: content.titleCn, number, reason, now })
  return revoked.size
}
