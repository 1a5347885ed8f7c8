/** The work that makes an archive of what was handed in, and the job that removes old ones. */
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, Zip, ZipPassThrough } from 'fflate'
import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import { copyFileTo, deleteFile, fileById, storeFile } from '#modules/platform/files/server.ts'
import { starterOf } from '#modules/platform/identity/server.ts'
import { longWork, type PrepareContext, type TaskReference } from '#modules/platform/operations/server.ts'
import { runClass } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inSavepoint, together } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { collectWorks } from './collected-works.ts'
import { homeworkTables } from './db.ts'
import type { DB } from './tables.ts'
import { safeName, uniqueNames } from './zip-names.ts'

type Row = Selectable<DB['homework.archive']>

const keptMs = 7 * 86_400_000

/** Writes entries into a zip on disk, one after the other. They are stored as they are: most files are packed already. */
async function zipTo(
  path: string,
  fill: (add: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>,
) {
  const file = await open(path, 'w')
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const flush = async () => {
    const chunks = ready
    ready = []
    // A disk that is nearly full takes a part of a chunk: `appendFile` writes the rest, or fails.
    for (const chunk of chunks) await file.appendFile(chunk)
  }
  try {
    await fill(async (name, content) => {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      for await (const chunk of content) {
        entry.push(chunk)
        await flush()
      }
      entry.push(new Uint8Array(), true)
      await flush()
    })
    zip.end()
    await flush()
  } finally {
    await file.close()
  }
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield strToU8(text)
}

/** A folder for each participant, with the text and the files of the newest version. */
async function writeArchive(connection: Connection, row: Row, context: PrepareContext, directory: string) {
  const { outside, signal, progress } = context
  const { company_id: companyId, class_id: classId, activity_id: activityId } = row
  const works = await collectWorks(connection, { companyId, classId, activityId })
  const folderOf = uniqueNames()
  const copied = join(directory, 'file')
  await zipTo(join(directory, 'homework.zip'), async (add) => {
    for (const [at, { fullName, version, text, files }] of works.entries()) {
      signal.throwIfAborted()
      progress((at * 900) / works.length)
      const folder = folderOf(safeName(`${fullName} v${version}`))
      const nameOf = uniqueNames()
      if (text !== '') await add(`${folder}/${nameOf('text.txt')}`, textOf(text))
      for (const { id, name } of files) {
        await copyFileTo(outside, id, copied, signal)
        await add(`${folder}/${nameOf(safeName(name))}`, createReadStream(copied))
      }
    }
  })
}

/** Stores the file under the id of the archive, so that a run after a crash finds it and makes no second one. */
async function storeArchive(connection: Connection, row: Row, context: PrepareContext): Promise<number> {
  const { outside } = context
  const stored = await fileById(connection, row.company_id, row.id)
  if (stored) return stored.sizeBytes
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-homework-'))
  try {
    await writeArchive(connection, row, context, directory)
    const now = outside.clock.now()
    const day = new Date(now).toISOString().slice(0, 10)
    const file = await storeFile(connection, outside, {
      ...{ id: row.id, companyId: row.company_id, ownerId: row.requested_by, isDownload: true, now },
      ...{ kind: 'archive', audience: 'link', name: `homework-${day}.zip` },
      content: { path: join(directory, 'homework.zip') },
    })
    return file.sizeBytes
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** What a run has stored before it was called off, or failed, is offered to nobody: it goes. */
async function giveUp(connection: Connection, { companyId, taskId }: TaskReference): Promise<void> {
  await end(connection, taskId, 'failed')
  await deleteFile(connection, companyId, taskId)
}

/** Goes on as if it had just been asked for, unless another one of the same homework waits for the same member. */
async function reopen(connection: Connection, taskId: string): Promise<boolean> {
  const again = inSavepoint(connection, () =>
    homeworkTables(connection)
      .updateTable('homework.archive')
      .set({ state: 'waiting' })
      .where('id', '=', taskId)
      .where('state', '=', 'failed')
      .returning('id')
      .executeTakeFirst(),
  )
  return again.then(
    (row) => row !== undefined,
    (error: unknown) => {
      if ((error as { code?: string }).code === '23505') return false
      throw error
    },
  )
}

async function end(connection: Connection, id: string, state: 'ready' | 'failed', values: Partial<Row> = {}) {
  await homeworkTables(connection)
    .updateTable('homework.archive')
    .set({ state, ...values })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

export const archiveWork = longWork({
  kind: 'homework-archive',
  label: { cn: '作业打包下载', en: 'Archive of homework' },
  job: 'homework.make-archive',
  long: true,
  cancellable: true,
  claim: (connection, { taskId }) =>
    homeworkTables(connection)
      .selectFrom('homework.archive')
      .selectAll()
      .where('id', '=', taskId)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst(),
  async assertMayGoOn(connection, { requested_by: starterId, class_id: classId }) {
    await runClass(connection, await starterOf(connection, starterId), classId)
  },
  prepare: storeArchive,
  async step(connection, { subject, prepared, now }) {
    await end(connection, subject.id, 'ready', { size_bytes: prepared, expires_at: now + keptMs })
    return { report: { link: `/admin/classes/${subject.class_id}/homework` } }
  },
  onCancel: giveUp,
  onFailure: giveUp,
  restart: (connection, { taskId }) => reopen(connection, taskId),
})

/** Archives are kept for a week. */
export const removeArchives = job({
  name: 'homework.remove-archives',
  payload: Type.Object({}),
  cron: '35 * * * *',
  async run(connection, _payload, { now }) {
    const expired = await homeworkTables(connection)
      .updateTable('homework.archive')
      .set({ state: 'expired' })
      .where('state', '=', 'ready')
      .where('expires_at', '<=', now)
      .returning(['id', 'company_id'])
      .execute()
    await together(connection, (shared) => expired.map(({ id, company_id }) => deleteFile(shared, company_id, id)))
  },
})
