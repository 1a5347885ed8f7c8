/** The work that makes the file of an export, and the job that removes old ones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Language } from '#kit/caller.ts'
import { deleteFile, fileById, storeFile } from '#modules/platform/files/server.ts'
import { starterOf } from '#modules/platform/identity/server.ts'
import { longWork, type PrepareContext, type TaskReference } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { readingDatabase } from '#server/db/replica.ts'
import { job } from '#server/module.ts'
import type { ReportQuery } from '../contract/query.ts'
import type { Format } from '../contract/shapes.ts'
import { reportsTables } from './db.ts'
import type { DB } from './tables.ts'
import { writeReport } from './write-file.ts'

type Row = Selectable<DB['reports.run']>

const keptMs = 7 * 86_400_000
/** How far a file is cannot be known before its last row; so many rows count as half of it. */
const halfRows = 20_000

interface Made {
  readonly sizeBytes: number
  readonly rowCount: number
}

/** Stores the file under the id of the export, so that a run after a kill finds it and makes no second one. */
async function makeFile(connection: Connection, row: Row, context: PrepareContext): Promise<Made> {
  const { outside, signal, progress } = context
  const stored = await fileById(connection, row.company_id, row.id)
  if (stored) return { sizeBytes: stored.sizeBytes, rowCount: row.row_count }
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-report-'))
  const now = outside.clock.now()
  const format = row.format as Format
  try {
    const path = join(directory, `report.${format}`)
    const caller = await starterOf(connection, row.member_id)
    const rowCount = await writeReport(readingDatabase(outside.config, connection), {
      ...{ name: row.name, format, query: row.query as ReportQuery, caller, language: row.language as Language },
      ...{ now, path, signal, onRows: (written) => progress(Math.round((900 * written) / (written + halfRows))) },
    })
    await reportsTables(connection)
      .updateTable('reports.run')
      .set({ row_count: rowCount })
      .where('id', '=', row.id)
      .execute()
    const file = await storeFile(connection, outside, {
      ...{ id: row.id, companyId: row.company_id, ownerId: row.id, isDownload: true, now },
      ...{ kind: 'document', audience: 'link', name: `${row.name}.${format}`, content: { path } },
    })
    return { sizeBytes: file.sizeBytes, rowCount }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function changeState(connection: Connection, id: string, from: string, state: string): Promise<boolean> {
  const changed = await reportsTables(connection)
    .updateTable('reports.run')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

async function giveUp(connection: Connection, { companyId, taskId }: TaskReference): Promise<void> {
  await changeState(connection, taskId, 'waiting', 'failed')
  await deleteFile(connection, companyId, taskId)
}

export const reportWork = longWork<Row, Made>({
  kind: 'report-export',
  label: { cn: '导出报表', en: 'Report export' },
  job: 'reports.export',
  long: true,
  cancellable: true,
  claim: (connection, { taskId }) =>
    reportsTables(connection)
      .selectFrom('reports.run')
      .selectAll()
      .where('id', '=', taskId)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst(),
  prepare: makeFile,
  async step(connection, { subject, prepared, now }) {
    await reportsTables(connection)
      .updateTable('reports.run')
      .set({ state: 'ready', size_bytes: prepared.sizeBytes, expires_at: now + keptMs })
      .where('id', '=', subject.id)
      .execute()
    const counts = [{ label: { cn: '行数', en: 'Rows' }, value: prepared.rowCount }]
    return { report: { counts, link: '/manage/reports?tab=exports' } }
  },
  onCancel: giveUp,
  onFailure: giveUp,
  restart: (connection, { taskId }) => changeState(connection, taskId, 'failed', 'waiting'),
})

/** Removes the files of exports after a week. */
export const expireRunsJob = job({
  name: 'reports.expire-exports',
  payload: Type.Object({}),
  cron: '25 * * * *',
  async run(connection, _payload, { now }) {
    const expired = await reportsTables(connection)
      .updateTable('reports.run')
      .set({ state: 'expired' })
      .where('state', '=', 'ready')
      .where('expires_at', '<=', now)
      .returning(['id', 'company_id'])
      .execute()
    for (const { id, company_id } of expired) await deleteFile(connection, company_id, id)
  },
})
