/**
 * The copies that reviewers and voters see of an anonymous contest's works: a name that says nothing, and no properties in
 * which programs write who made a file. They are made after the hand-in, by a job.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { extensionOf } from '#modules/platform/files/contract.ts'
import { copyFileTo, deleteFile, deleteFiles, storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { inWorker } from '#server/spreadsheet/in-worker.ts'
import { type ContestsDb, contestsTables } from './db.ts'
import { announce } from './news.ts'

interface Waiting {
  readonly workId: string
  readonly number: number
  readonly workNumber: number
  readonly companyId: string
  readonly memberId: string
  readonly contestId: string
  readonly contestName: string
  readonly fileId: string
  readonly fileName: string
  readonly fileKind: 'video' | 'document'
}

async function findWaiting(connection: Connection, workId: string, number: number): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select v.work_id as "workId", v.number, w.number as "workNumber", v.company_id as "companyId",
      w.member_id as "memberId", w.contest_id as "contestId", c.name as "contestName", v.file_id as "fileId",
      v.file_name as "fileName", v.file_kind as "fileKind"
    from contests.version v join contests.work w on w.id = v.work_id join contests.contest c on c.id = w.contest_id
    where v.work_id = ${workId} and v.number = ${number} and v.copy = 'waiting'`.execute(contestsTables(connection))
  return rows[0]
}

/** The file at `path` is cleaned where it lies; false where it cannot be. */
async function clean(path: string, extension: string): Promise<boolean> {
  const { isClean } = await inWorker<{ isClean: boolean }>(new URL('./cleaning/worker.ts', import.meta.url), {
    path,
    extension,
  }).catch(() => ({ isClean: false }))
  return isClean
}

async function makeCopy(connection: Connection, outside: Outside, waiting: Waiting, now: number) {
  const folder = await mkdtemp(join(tmpdir(), 'contest-work-'))
  try {
    const extension = extensionOf(waiting.fileName)
    const path = join(folder, `work.${extension}`)
    await copyFileTo(outside, waiting.fileId, path)
    if (!(await clean(path, extension))) return undefined
    const name = `work-${waiting.workNumber}-${waiting.number}.${extension}`
    const { companyId, memberId: ownerId, fileKind: kind } = waiting
    const stored = { companyId, ownerId, kind, audience: 'link' as const, name, content: { path }, now }
    return await storeFile(connection, outside, stored)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepCopy(connection: Connection, waiting: Waiting, fileId: string | undefined, now: number) {
  const { workId, number, companyId } = waiting
  await inTransaction(connection, async (transaction) => {
    const db = contestsTables(transaction)
    const { rows } = await sql`update contests.version
      set copy = ${fileId === undefined ? 'failed' : 'made'}, copy_file_id = ${fileId ?? null}
      where work_id = ${workId} and number = ${number} and copy = 'waiting' returning number`.execute(db)
    if (rows.length === 0 && fileId !== undefined) await deleteFile(transaction, companyId, fileId)
    if (rows.length === 0 || fileId !== undefined) return
    const contest = { id: waiting.contestId, companyId, name: waiting.contestName }
    await announce(db, contest, { type: 'contest.copy-failed', recipients: [waiting.memberId], now })
  })
}

/**
 * Deletes the copies of versions that came from `since` on. As long as works are handed in nobody has been shown them, and
 * without this one file would fill the disk by being handed in over and over.
 */
export async function dropCopies(
  connection: Connection,
  { companyId, workId, since }: { readonly companyId: string; readonly workId: string; readonly since: number },
): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`
    with dropped as (
      select number, copy_file_id as id from contests.version
      where work_id = ${workId} and company_id = ${companyId} and handed_in_at >= ${since} and copy in ('waiting', 'made')
      for update)
    update contests.version v set copy = 'none', copy_file_id = null from dropped
    where v.work_id = ${workId} and v.number = dropped.number returning dropped.id`.execute(contestsTables(connection))
  const ids = rows.flatMap(({ id }) => id ?? [])
  await deleteFiles(connection, companyId, ids)
}

/** All copies of a contest, before it is purged. What its authors have handed in is theirs, and stays. */
export async function deleteCopies(db: ContestsDb, contest: { readonly id: string; readonly companyId: string }) {
  const { rows } = await sql<{ id: string }>`
    select v.copy_file_id as id from contests.version v join contests.work w on w.id = v.work_id
    where w.contest_id = ${contest.id} and v.copy_file_id is not null`.execute(db)
  await deleteFiles(
    db,
    contest.companyId,
    rows.map(({ id }) => id),
  )
}

export const copyWithoutNames = job({
  name: 'contests.copy',
  payload: Type.Object({ workId: Id, number: Type.Integer() }),
  outside: true,
  async run(connection, { workId, number }, { outside, now }) {
    const waiting = await findWaiting(connection, workId, number)
    if (!waiting) return
    const copy = await makeCopy(connection, outside, waiting, now)
    await keepCopy(connection, waiting, copy?.id, now)
  },
})
