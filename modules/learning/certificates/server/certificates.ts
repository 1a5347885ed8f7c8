/** Certificates as their holder and administrators see them. */

import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { keyOf, type StudyItem, type StudyRef, studyItems } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { Certificate, Validity } from '../contract/shapes.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import type { CertificateDetailRow } from './rows.ts'
import { validityOf, validitySql } from './validity.ts'

const detailColumns = sql`c.*, t.renewal_days, t.renewal_type, t.renewal_id`
const detailTables = sql`certificates.certificate c join certificates.template t on t.id = c.template_id`

const refOf = (type: number | null, id: string | null): StudyRef[] =>
  type === null || id === null ? [] : [{ businessType: type, businessId: id }]

/** What renews it: the template's item, else what earned it. */
export const renewalOf = (row: CertificateDetailRow): StudyRef | undefined =>
  [...refOf(row.renewal_type, row.renewal_id), ...refOf(row.business_type, row.business_id)][0]

function certificateOf(row: CertificateDetailRow, items: ReadonlyMap<string, StudyItem>, now: number): Certificate {
  const itemOf = (ref: StudyRef | undefined) => ref && items.get(keyOf(ref.businessType, ref.businessId))
  const validity = validityOf(row, now)
  const renewal = validity === 'expiring' || validity === 'expired' ? itemOf(renewalOf(row)) : undefined
  return {
    id: row.id,
    number: row.number,
    code: row.code,
    validity,
    origin: row.origin as Certificate['origin'],
    design: row.content.design,
    titleCn: row.content.titleCn,
    titleEn: row.content.titleEn,
    issuerCn: row.content.issuerCn,
    holderName: row.holder_name,
    itemName: row.item_name,
    itemLink: itemOf(refOf(row.business_type, row.business_id)[0])?.link ?? '',
    issuedAt: row.issued_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
    reason: row.reason,
    renewal: renewal?.isAvailable ? { name: renewal.name, link: renewal.link } : null,
    isShown: row.shown_on_homepage,
  }
}

async function certificatesOf(
  db: CertificatesDb,
  companyId: string,
  rows: readonly CertificateDetailRow[],
  now: number,
): Promise<Certificate[]> {
  const refs = rows.flatMap((row) => [
    ...refOf(row.business_type, row.business_id),
    ...refOf(row.renewal_type, row.renewal_id),
  ])
  const items = await studyItems(db, companyId, refs)
  return rows.map((row) => certificateOf(row, items, now))
}

async function pageOf(
  db: CertificatesDb,
  companyId: string,
  matching: RawBuilder<unknown>,
  query: Paging,
  now: number,
) {
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from ${detailTables} where ${matching}`,
    rows: (window) => sql<CertificateDetailRow>`select ${detailColumns} from ${detailTables} where ${matching}
      order by c.issued_at desc, c.id desc ${window}`,
  })
  return { items: await certificatesOf(db, companyId, rows, now), recordCount }
}

export async function myCertificates(
  connection: Connection,
  { companyId, memberId }: Caller,
  query: Paging & { all?: boolean },
  now: number,
) {
  const shown = query.all ? sql`true` : sql`c.status <> 'replaced'`
  const matching = sql`c.member_id = ${memberId} and c.company_id = ${companyId} and ${shown}`
  return pageOf(certificatesTables(connection), companyId, matching, query, now)
}

export interface ManagedQuery extends Paging {
  readonly search?: string
  readonly templateId?: string
  readonly validity?: Validity
}

export async function manageCertificates(
  connection: Connection,
  { companyId }: Caller,
  query: ManagedQuery,
  now: number,
) {
  const search = query.search?.trim() ?? ''
  const named =
    search === '' ? sql`true` : sql`(c.holder_name ilike ${contains(search)} or c.number = ${search.toUpperCase()})`
  const ofTemplate = query.templateId === undefined ? sql`true` : sql`c.template_id = ${query.templateId}`
  const matching = sql`c.company_id = ${companyId} and ${named} and ${ofTemplate} and ${validitySql(query.validity, now)}`
  return pageOf(certificatesTables(connection), companyId, matching, query, now)
}

/** A certificate that the caller holds or manages; any other is not there. */
export async function getVisible(connection: Connection, caller: Caller, id: string): Promise<CertificateDetailRow> {
  const { rows } = await sql<CertificateDetailRow>`select ${detailColumns} from ${detailTables}
    where c.id = ${id} and c.company_id = ${caller.companyId}`.execute(certificatesTables(connection))
  const row = rows[0]
  if (!row || (row.member_id !== caller.memberId && !coversCompany(caller, 'certificate.manage')))
    throw refuse(NOT_FOUND)
  return row
}

/** With all others that the member has had of the template, newest first. */
export async function certificateDetail(connection: Connection, caller: Caller, id: string, now: number) {
  const db = certificatesTables(connection)
  const row = await getVisible(db, caller, id)
  const { rows } = await sql<CertificateDetailRow>`select ${detailColumns} from ${detailTables}
    where c.member_id = ${row.member_id} and c.template_id = ${row.template_id} and c.company_id = ${caller.companyId}
    order by c.issued_at desc, c.id desc limit 100`.execute(db)
  const history = await certificatesOf(db, caller.companyId, rows, now)
  const found = history.find((one) => one.id === id)
  if (!found) throw refuse(NOT_FOUND)
  return { ...found, history }
}
