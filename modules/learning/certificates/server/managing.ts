/** What administrators do with certificates: give by hand, revoke, issue again. */
import { assertNotSelf } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { ALREADY_CERTIFIED, NOT_CURRENT, TEMPLATE_NOT_OFFERED } from '../contract/shapes.ts'
import { currentOf, issue, lockHolding } from './awarding.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import type { CertificateContent } from './document/content.ts'
import { notifyOfRevocation } from './notifications.ts'
import type { CertificateRow, TemplateRow } from './rows.ts'
import { validityOf } from './validity.ts'

export async function getTemplate(db: CertificatesDb, companyId: string, id: string): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('certificates.template')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

export interface HandAward {
  readonly templateId: string
  readonly memberId: string
  readonly itemName: string
  readonly finishedAt?: number
}

export async function grantCertificate(connection: Connection, input: HandAward, { caller, now, audit }: Context) {
  const { companyId } = caller
  const { memberId } = input
  const db = certificatesTables(connection)
  const template = await getTemplate(db, companyId, input.templateId)
  if (!template?.enabled) throw refuse(TEMPLATE_NOT_OFFERED)
  const holder = (await membersByIds(db, companyId, [memberId])).get(memberId)
  if (!holder) throw refuse(NOT_FOUND)
  await lockHolding(db, memberId, template.id)
  const current = await currentOf(db, memberId, template.id)
  if (current && validityOf({ ...current, renewal_days: template.renewal_days }, now) === 'valid')
    throw refuse(ALREADY_CERTIFIED)
  const finishedAt = Math.min(input.finishedAt ?? now, now)
  const { id, number } = await issue(db, {
    ...{ companyId, memberId, template, ref: null, itemName: input.itemName.trim(), holderName: holder.fullName },
    ...{ finishedAt, origin: 'granted', issuedBy: caller.memberId, replaces: current?.id ?? null, reason: '' },
    ...{ validFrom: Math.max(finishedAt, (current?.expires_at ?? 0) - 1), now },
  })
  audit({ type: 'certificate', id, name: number, after: { memberId, template: template.name, item: input.itemName } })
  return { id }
}

/** Its holding is locked, as for giving: it is revoked or replaced once only, and by nobody who gives another one. */
async function getCurrent(db: CertificatesDb, companyId: string, id: string): Promise<CertificateRow> {
  const find = () =>
    db
      .selectFrom('certificates.certificate')
      .selectAll()
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  const certificate = await find()
  if (!certificate) throw refuse(NOT_FOUND)
  await lockHolding(db, certificate.member_id, certificate.template_id)
  const row = await find()
  if (!row) throw refuse(NOT_FOUND)
  if (row.status !== 'current') throw refuse(NOT_CURRENT)
  return row
}

export async function revokeCertificate(
  connection: Connection,
  id: string,
  reason: string,
  { caller, now, audit }: Context,
): Promise<void> {
  const { companyId } = caller
  const db = certificatesTables(connection)
  const row = await getCurrent(db, companyId, id)
  await db
    .updateTable('certificates.certificate')
    .set({ status: 'revoked', revoked_at: now, revoked_by: caller.memberId, revoke_reason: reason.trim() })
    .where('id', '=', id)
    .execute()
  const certificate = (row.content as unknown as CertificateContent).titleCn
  await notifyOfRevocation(db, { companyId, memberId: row.member_id, id, certificate, number: row.number, reason, now })
  audit({
    type: 'certificate',
    id,
    name: row.number,
    before: { status: 'current' },
    after: { status: 'revoked', reason },
  })
}

export interface Reissue {
  readonly reason: string
  readonly holderName?: string
  readonly itemName?: string
}

/** The new one holds as long as the old one did. */
export async function reissueCertificate(
  connection: Connection,
  id: string,
  input: Reissue,
  { caller, now, audit }: Context,
) {
  const { companyId } = caller
  const db = certificatesTables(connection)
  const row = await getCurrent(db, companyId, id)
  assertNotSelf(caller, [row.member_id])
  const template = await getTemplate(db, companyId, row.template_id)
  const holder = (await membersByIds(db, companyId, [row.member_id])).get(row.member_id)
  if (!template) throw refuse(NOT_FOUND)
  const ref =
    row.business_type === null || row.business_id === null
      ? null
      : { businessType: row.business_type, businessId: row.business_id }
  const issued = await issue(db, {
    ...{ companyId, memberId: row.member_id, template, ref },
    itemName: input.itemName?.trim() || row.item_name,
    holderName: input.holderName?.trim() || (holder?.fullName ?? row.holder_name),
    ...{ finishedAt: row.finished_at, origin: 'reissued', issuedBy: caller.memberId, replaces: row.id },
    ...{ reason: input.reason.trim(), validFrom: row.finished_at, expiresAt: row.expires_at, now },
    isHonor: row.is_honor,
  })
  audit({
    type: 'certificate',
    id: issued.id,
    name: issued.number,
    before: { number: row.number, holderName: row.holder_name, itemName: row.item_name },
    after: { number: issued.number, reason: input.reason },
  })
  return { id: issued.id }
}
