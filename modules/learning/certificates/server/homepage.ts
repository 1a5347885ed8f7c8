/** Certificates on their holder's homepage: those that the holder has chosen, while they hold. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { NOT_CURRENT, type ShownCertificate } from '../contract/shapes.ts'
import { certificatesTables } from './db.ts'
import type { CertificateDetailRow } from './rows.ts'
import { validityOf } from './validity.ts'

export interface ShownQuery extends Paging {
  readonly memberId: string
}

export async function shownCertificates(connection: Connection, caller: Caller, query: ShownQuery, now: number) {
  const { companyId } = caller
  await assertMembersOfCompany(connection, companyId, [query.memberId])
  const matching = sql`from certificates.certificate c join certificates.template t on t.id = c.template_id
    where c.member_id = ${query.memberId} and c.company_id = ${companyId} and c.shown_on_homepage
      and c.status = 'current' and (c.expires_at is null or c.expires_at > ${now})`
  const { items: rows, recordCount } = await sqlPage(certificatesTables(connection), query, {
    matching,
    rows: (window) => sql<CertificateDetailRow>`select c.*, t.renewal_days ${matching}
      order by c.issued_at desc, c.id desc ${window}`,
  })
  const items = rows.map((row): ShownCertificate => {
    const { design, titleCn, titleEn, issuerCn } = row.content
    return {
      ...{ id: row.id, validity: validityOf(row, now), design, titleCn, titleEn, issuerCn },
      ...{ itemName: row.item_name, issuedAt: row.issued_at, expiresAt: row.expires_at },
    }
  })
  return { items, recordCount }
}

/** The holder's own choice. To hide is possible in every state. */
export async function showCertificate(
  connection: Connection,
  { companyId, memberId }: Caller,
  id: string,
  isShown: boolean,
): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select status from certificates.certificate
    where id = ${id} and company_id = ${companyId} and member_id = ${memberId} for update`.execute(
    certificatesTables(connection),
  )
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  if (isShown && row.status !== 'current') throw refuse(NOT_CURRENT)
  await sql`update certificates.certificate set shown_on_homepage = ${isShown} where id = ${id}`.execute(
    certificatesTables(connection),
  )
}
