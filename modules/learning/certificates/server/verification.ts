/** The public page: the facts of a certificate for whoever has its code, so that a changed paper shows. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { maskName } from '#kit/mask-name.ts'
import type { Connection } from '#server/db/connection.ts'
import { certificatesTables } from './db.ts'
import type { CertificateDetailRow } from './rows.ts'
import { validityOf } from './validity.ts'

export async function verifyCertificate(connection: Connection, code: string, now: number) {
  const { rows } = await sql<CertificateDetailRow>`select c.*, t.renewal_days, t.renewal_type, t.renewal_id
    from certificates.certificate c join certificates.template t on t.id = c.template_id
    where c.code = ${code}`.execute(certificatesTables(connection))
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  return {
    number: row.number,
    validity: validityOf(row, now),
    design: row.content.design,
    titleCn: row.content.titleCn,
    titleEn: row.content.titleEn,
    issuerCn: row.content.issuerCn,
    issuerEn: row.content.issuerEn,
    itemName: row.item_name,
    maskedName: maskName(row.holder_name),
    issuedAt: row.issued_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    sha256: row.sha256?.toString('hex') ?? null,
  }
}
