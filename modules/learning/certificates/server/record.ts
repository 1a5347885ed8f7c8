/** Certificates in a member's learning record. */
import { sql } from 'kysely'
import { recordedCertificates } from '#modules/content/study/server.ts'
import { certificatesTables } from './db.ts'
import { validityOf } from './validity.ts'

interface Row {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly status: string
  readonly issued_at: number
  readonly expires_at: number | null
}

export const certificatesOfRecord = recordedCertificates({
  async of(connection, { companyId, memberId }, { limit, now }) {
    const { rows } = await sql<Row>`
      select id, number, content->>'titleCn' as name, status, issued_at, expires_at from certificates.certificate
      where member_id = ${memberId} and company_id = ${companyId} and status <> 'replaced'
      order by issued_at desc, id desc limit ${limit}`.execute(certificatesTables(connection))
    return rows.map((row) => ({
      ...{ id: row.id, number: row.number, name: row.name, issuedAt: row.issued_at, expiresAt: row.expires_at },
      isValid: ['valid', 'expiring'].includes(validityOf({ ...row, renewal_days: 0 }, now)),
    }))
  },
})
