/** Exports of whole reports: who asks, the last ones, and the address of a file for whoever asked. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { grantAccess } from '#modules/platform/files/server.ts'
import type { Context } from '#server/module.ts'
import { EXPORT_NOT_READY, TOO_MANY_REPORTS } from '../contract/codes.ts'
import type { ReportRun } from '../contract/shapes.ts'
import type { reports } from '../contract.ts'
import { compileReport } from './compile.ts'
import type { ReportsDb } from './db.ts'
import { reportWork } from './run-work.ts'
import type { DB } from './tables.ts'

const [shownMax, waitingMax] = [20, 3]
const addressSeconds = 600

type RunRow = Selectable<DB['reports.run']>

const runOf = (row: RunRow, now: number): ReportRun => ({
  ...{ id: row.id, name: row.name, format: row.format as ReportRun['format'], rowCount: row.row_count },
  state: row.state === 'ready' && (row.expires_at ?? 0) <= now ? 'expired' : (row.state as ReportRun['state']),
  ...{ sizeBytes: row.size_bytes, createdAt: row.created_at, expiresAt: row.expires_at },
})

export async function startRun(
  db: ReportsDb,
  { name, format, query }: Input<(typeof reports)['startRun']>['body'],
  { caller, language, now }: Context,
): Promise<ReportRun> {
  compileReport(query, { caller, language, now })
  const { companyId, memberId } = caller
  const { count } = await db
    .selectFrom('reports.run')
    .select(sql<number>`count(*)`.as('count'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (count >= waitingMax) throw refuse(TOO_MANY_REPORTS, { max: waitingMax })
  const id = uuid()
  const row = await db
    .insertInto('reports.run')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, name, format, language, created_at: now },
      query: JSON.stringify(query),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await reportWork.start(db, { id, companyId, memberId, title: name, now })
  return runOf(row, now)
}

export async function listRuns(db: ReportsDb, { companyId, memberId }: Caller, now: number): Promise<ReportRun[]> {
  const rows = await db
    .selectFrom('reports.run')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(shownMax)
    .execute()
  return rows.map((row) => runOf(row, now))
}

export async function runAddress(db: ReportsDb, { caller, now }: Context, id: string): Promise<{ url: string }> {
  const { companyId, memberId } = caller
  const row = await db
    .selectFrom('reports.run')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  if (runOf(row, now).state !== 'ready') throw refuse(EXPORT_NOT_READY)
  const address = await grantAccess(db, { companyId, fileId: id, memberId, seconds: addressSeconds, now })
  return { url: `${address}&download=1` }
}
