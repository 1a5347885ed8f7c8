/** The work that makes an export, and the job that removes old ones. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { deleteFile, fileById, storeFile } from '#modules/platform/files/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { longWork, type PrepareContext } from '#modules/platform/operations/server.ts'
import { job } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { exportDays } from '../contract.ts'
import { Archive, jsonOf, pageOf, type Section } from './archive.ts'
import { type PrivacyDb, privacyTables } from './db.ts'
import { exportReady } from './message-types.ts'
import type { ExportRow } from './records.ts'

const dayMs = 86_400_000

/** Writes the records of every module and shows the progress after each. */
async function fill(archive: Archive, db: PrivacyDb, context: PrepareContext, row: ExportRow): Promise<void> {
  const { outside, signal, progress } = context
  const sections: Section[] = []
  const owners = personalData.all()
  for (const [index, owner] of owners.entries()) {
    const now = outside.clock.now()
    signal.throwIfAborted()
    progress((index * 900) / owners.length)
    const about = { companyId: row.company_id, memberId: row.member_id, now }
    for (const records of await owner.collect(db, about)) {
      const file = `data/${owner.module}-${records.name}.json`
      await archive.add(file, jsonOf(records))
      sections.push({ file, records })
    }
  }
  await archive.add('index.html', pageOf(sections, outside.clock.now()))
  await archive.finish()
}

async function writeArchive(db: PrivacyDb, context: PrepareContext, row: ExportRow, path: string): Promise<void> {
  const archive = await Archive.create(path)
  try {
    await fill(archive, db, context, row)
  } finally {
    await archive.close()
  }
}

/** Stores the file under the export's id, so a run after a kill finds it and makes no second file. */
async function storeArchive(db: PrivacyDb, context: PrepareContext, row: ExportRow): Promise<number> {
  const { outside } = context
  const stored = await fileById(db, row.company_id, row.id)
  if (stored) return stored.sizeBytes
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-export-'))
  try {
    const path = join(directory, 'export.zip')
    await writeArchive(db, context, row, path)
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
  await db
    .updateTable('privacy.data_export')
    .set({ state: 'ready', size_bytes: sizeBytes, ready_at: now, expires_at: now + exportDays * dayMs })
    .where('id', '=', row.id)
    .execute()
  await notify(db, {
    companyId: row.company_id,
    type: exportReady.code,
    recipients: [...new Set([row.member_id, row.requested_by])],
    variables: { days: String(exportDays) },
    link: '/center/my/profile',
    now,
  })
}

async function changeState(db: PrivacyDb, exportId: string, from: string, state: string): Promise<boolean> {
  const changed = await db
    .updateTable('privacy.data_export')
    .set({ state })
    .where('id', '=', exportId)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Writes and stores the archive outside of transactions, then completes the export in one. */
export const exportWork = longWork({
  kind: 'data-export',
  label: { cn: '个人数据导出', en: 'Personal data export' },
  job: 'privacy.make-export',
  long: true,
  cancellable: true,
  claim: (connection, { taskId }) =>
    privacyTables(connection)
      .selectFrom('privacy.data_export')
      .selectAll()
      .where('id', '=', taskId)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst(),
  prepare: (connection, row, context) => storeArchive(privacyTables(connection), context, row),
  async step(connection, { subject, prepared, now }) {
    await settle(privacyTables(connection), subject, prepared, now)
    return { report: { link: '/center/my/profile' } }
  },
  onCancel: async (connection, { taskId }) =>
    void (await changeState(privacyTables(connection), taskId, 'waiting', 'failed')),
  onFailure: async (connection, { taskId }) =>
    void (await changeState(privacyTables(connection), taskId, 'waiting', 'failed')),
  restart: (connection, { taskId }) => changeState(privacyTables(connection), taskId, 'failed', 'waiting'),
})

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
