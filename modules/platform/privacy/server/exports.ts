/** Exports of a member's data: requests, lists and downloads. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { grantAccess } from '#modules/platform/files/server.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { type DataExport, refusals } from '../contract.ts'
import { isWaiting, type PrivacyDb } from './db.ts'
import { exportWork } from './make-export.ts'
import type { ExportRow } from './records.ts'

const shownExports = 5
const addressSeconds = 600

function exportOf(row: ExportRow, caller: Caller): DataExport {
  const isTheirs = row.member_id === caller.memberId || row.requested_by === caller.memberId
  return {
    id: row.id,
    memberId: row.member_id,
    requestedBy: row.requested_by,
    state: row.state as DataExport['state'],
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
    readyAt: row.ready_at,
    expiresAt: row.expires_at,
    mayDownload: row.state === 'ready' && isTheirs,
  }
}

/** Requests an export. A unique index allows one running export per member, also for simultaneous requests. */
export async function requestExport(
  db: PrivacyDb,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  memberId: string,
): Promise<DataExport> {
  const id = uuid()
  const { companyId } = caller
  const row = await db
    .insertInto('privacy.data_export')
    .values({
      id,
      company_id: companyId,
      member_id: memberId,
      requested_by: caller.memberId,
      state: 'waiting',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('member_id').where(isWaiting).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse(refusals.EXPORT_RUNNING)
  await exportWork.start(db, { id, companyId, memberId: caller.memberId, title: '', now })
  return exportOf(row, caller)
}

export async function ownExports(db: PrivacyDb, caller: Caller): Promise<DataExport[]> {
  const rows = await db
    .selectFrom('privacy.data_export')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .where('member_id', '=', caller.memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownExports)
    .execute()
  return rows.map((row) => exportOf(row, caller))
}

export async function listExports(db: PrivacyDb, caller: Caller, query: Paging) {
  const all = db.selectFrom('privacy.data_export').where('company_id', '=', caller.companyId)
  const { items: rows, recordCount } = await findPage(query, all, (q) =>
    q.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )
  return { items: rows.map((row) => exportOf(row, caller)), recordCount }
}

/** The download address for the export's member or requester. The download of another member's data is logged. */
export async function exportAddress(db: PrivacyDb, context: Context, id: string): Promise<{ url: string }> {
  const { caller, now, ip, userAgent } = context
  const row = await db
    .selectFrom('privacy.data_export')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!row || !exportOf(row, caller).mayDownload || (row.expires_at ?? 0) <= now) throw refuse(NOT_FOUND)
  const { companyId, memberId } = caller
  if (row.member_id !== memberId) {
    await recordAction(db, {
      ...{ companyId, actorId: memberId, actorRoles: caller.roles, ip, userAgent, now },
      action: 'privacy.exportAddress',
      subjects: [{ type: 'member', id: row.member_id }],
    })
  }
  const address = await grantAccess(db, { companyId, fileId: id, memberId, seconds: addressSeconds, now })
  return { url: `${address}&download=1` }
}
