/** Archives of what was handed in: asked for, and loaded by who asked. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { grantAccess } from '#modules/platform/files/server.ts'
import { runClass } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { ARCHIVE_EMPTY, ARCHIVE_RUNNING, ARCHIVE_TOO_LARGE } from '../contract/codes.ts'
import type { Archive } from '../contract/marking.ts'
import { collectWorks, entriesOf } from './collected-works.ts'
import { homeworkTables, isWaiting } from './db.ts'
import { archiveWork } from './make-archive.ts'
import { getTask } from './rules.ts'

const addressSeconds = 600
/** As large as a stored archive may be, with room for its directory. */
const archiveBytesMax = 1000 * 1024 * 1024
/** The directory of an archive counts to 65,535; what is handed in until it is made has room as well. */
const archiveEntriesMax = 60_000

export async function startArchive(
  connection: Connection,
  { caller, now }: Context,
  { classId, activityId }: { readonly classId: string; readonly activityId: string },
) {
  const { companyId, memberId } = caller
  const task = await getTask(homeworkTables(connection), await runClass(connection, caller, classId), activityId)
  const works = await collectWorks(connection, { companyId, classId, activityId })
  const files = works.flatMap((one) => one.files)
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (works.length === 0) throw refuse(ARCHIVE_EMPTY)
  if (sizeBytes > archiveBytesMax || entriesOf(works) > archiveEntriesMax)
    throw refuse(ARCHIVE_TOO_LARGE, { sizeBytes, max: archiveBytesMax })
  const id = uuid()
  const row = await homeworkTables(connection)
    .insertInto('homework.archive')
    .values({
      ...{ id, activity_id: activityId, class_id: classId, company_id: companyId, requested_by: memberId },
      ...{ state: 'waiting', file_count: files.length, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['activity_id', 'requested_by']).where(isWaiting).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refuse(ARCHIVE_RUNNING)
  await archiveWork.start(connection, { id, companyId, memberId, title: task.title, now })
  return {}
}

type Stored = Omit<Archive, 'url'> & { readonly id: string }

export async function newestArchive(
  connection: Connection,
  { caller, now }: Context,
  { classId, activityId }: { readonly classId: string; readonly activityId: string },
): Promise<{ archive: Archive | null }> {
  const { companyId, memberId } = caller
  const db = homeworkTables(connection)
  await getTask(db, await runClass(connection, caller, classId), activityId)
  const { rows } = await sql<Stored>`
    select id, state, file_count as "fileCount", size_bytes as "sizeBytes", created_at as "createdAt",
      expires_at as "expiresAt"
    from homework.archive where activity_id = ${activityId} and requested_by = ${memberId} and company_id = ${companyId}
      and state <> 'expired' and (expires_at is null or expires_at > ${now})
    order by created_at desc limit 1`.execute(db)
  if (!rows[0]) return { archive: null }
  const { id, ...archive } = rows[0]
  if (archive.state !== 'ready') return { archive: { ...archive, url: null } }
  const url = await grantAccess(connection, { companyId, fileId: id, memberId, seconds: addressSeconds, now })
  return { archive: { ...archive, url } }
}
