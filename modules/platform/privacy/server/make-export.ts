/** The job that makes an export, and the job that removes old ones. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Body, Id } from '#kit/schema.ts'
import { deleteFile, fileById, storeFile } from '#modules/platform/files/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { failTask, finishTask, reportProgress, taskKind } from '#modules/platform/operations/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { personalData } from '#server/personal-data.ts'
import { exportDays } from '../contract.ts'
import { Archive, jsonOf, pageOf, type Section } from './archive.ts'
import { type PrivacyDb, privacyTables } from './db.ts'
import { exportReady } from './message-types.ts'
import type { ExportRow } from './records.ts'

const dayMs = 86_400_000

/** Writes the records of every module and reports progress after each. Returns false after a cancellation. */
async function fill(archive: Archive, db: PrivacyDb, outside: Outside, row: ExportRow): Promise<boolean> {
  const sections: Section[] = []
  const owners = personalData.all()
  for (const [index, owner] of owners.entries()) {
    const now = outside.clock.now()
    const { cancelled } = await reportProgress(db, row.id, (index * 900) / owners.length, now)
    if (cancelled) return false
    const about = { companyId: row.company_id, memberId: row.member_id, now }
    for (const records of await owner.collect(db, about)) {
      const file = `data/${owner.module}-${records.name}.json`
      await archive.add(file, jsonOf(records))
      sections.push({ file, records })
    }
  }
  await archive.add('index.html', pageOf(sections, outside.clock.now()))
  await archive.finish()
  return true
}

async function writeArchive(db: PrivacyDb, outside: Outside, row: ExportRow, path: string): Promise<boolean> {
  const archive = await Archive.create(path)
  try {
    return await fill(archive, db, outside, row)
  } finally {
    await archive.close()
  }
}

/** Stores the file under the export's id, so a run after a kill finds it and makes no second file. */
async function storeArchive(db: PrivacyDb, outside: Outside, row: ExportRow): Promise<number | undefined> {
  const stored = await fileById(db, row.company_id, row.id)
  if (stored) return stored.sizeBytes
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-export-'))
  try {
    const path = join(directory, 'export.zip')
    if (!(await writeArchive(db, outside, row, path))) return undefined
    const now = outside.clock.now()
    const day = new Date(now).toISOString().slice(0, 10)
    const file = await storeFile(db, outside, {
      ...{ id: row.id, companyId: row.company_id, ownerId: row.member_id },
      ...{ kind: 'archive', audience: 'link', name: `personal-data-${day}.zip`, content: { path }, now },
    })
    return file.sizeBytes
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function settle(db: PrivacyDb, row: ExportRow, sizeBytes: number, now: number): Promise<void> {
  const settled = await db
    .updateTable('privacy.data_export')
    .set({ state: 'ready', size_bytes: sizeBytes, ready_at: now, expires_at: now + exportDays * dayMs })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!settled) return
  await finishTask(db, row.id, { link: '/center/my/profile' }, now)
  await notify(db, {
    companyId: row.company_id,
    type: exportReady.code,
    recipients: [...new Set([row.member_id, row.requested_by])],
    variables: { days: String(exportDays) },
    link: '/center/my/profile',
    now,
  })
}

async function waitingExport(db: PrivacyDb, exportId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('privacy.data_export')
    .selectAll()
    .where('id', '=', exportId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

async function fail(db: PrivacyDb, exportId: string): Promise<void> {
  await db
    .updateTable('privacy.data_export')
    .set({ state: 'failed' })
    .where('id', '=', exportId)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Reads and stores without a transaction, then completes the export in one. A repeated run continues where the last one
 * stopped.
 */
export const makeExportJob = job({
  name: 'privacy.make-export',
  payload: Body({ exportId: Id }),
  outside: true,
  long: true,
  async run(connection, { exportId }, { outside }) {
    const db = privacyTables(connection)
    const row = await waitingExport(db, exportId)
    if (!row) return
    try {
      const sizeBytes = await storeArchive(db, outside, row)
      if (sizeBytes === undefined) return fail(db, exportId)
      await inTransaction(db, (transaction) => settle(transaction, row, sizeBytes, outside.clock.now()))
    } catch (error) {
      await inTransaction(db, async (transaction) => {
        await fail(transaction, exportId)
        await failTask(transaction, exportId, reasonOf(error), outside.clock.now())
      })
      throw error
    }
  },
})

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Deletes exports after a week, and those of erased members. */
export const expireExportsJob = job({
  name: 'privacy.expire-exports',
  payload: Type.Object({}),
  cron: '20 * * * *',
  async run(connection, _payload, { now }) {
    const db = privacyTables(connection)
    const expired = await db
      .updateTable('privacy.data_export')
      .set({ state: 'expired' })
      .where('state', '=', 'ready')
      .where('expires_at', '<=', now)
      .returning(['id', 'company_id'])
      .execute()
    for (const { id, company_id } of expired) await deleteFile(db, company_id, id)
  },
})

/** Sets the export back to waiting and restarts its job. */
async function restartExport(db: PrivacyDb, exportId: string): Promise<void> {
  await db
    .updateTable('privacy.data_export')
    .set({ state: 'waiting' })
    .where('id', '=', exportId)
    .where('state', '=', 'failed')
    .execute()
  await enqueue(db, makeExportJob, { exportId })
}

export const exportTask = taskKind({
  kind: 'data-export',
  label: { cn: '个人数据导出', en: 'Copy of personal data' },
  cancellable: true,
  retry: (connection, { taskId }) => restartExport(privacyTables(connection), taskId),
  resume: (connection, { taskId }) => enqueue(connection, makeExportJob, { exportId: taskId }),
})
