/** What an archive holds: the newest version of every participant. */
import { sql } from 'kysely'
import { submissionsByIds } from '#modules/content/submissions/server.ts'
import { filesByIds } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { enrolledSql } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { homeworkTables } from './db.ts'

interface Collected {
  readonly fullName: string
  readonly version: number
  readonly text: string
  readonly files: readonly { readonly id: string; readonly name: string; readonly sizeBytes: number }[]
}

/** How many entries the archive has. */
export const entriesOf = (works: readonly Pick<Collected, 'text' | 'files'>[]): number =>
  works.reduce((sum, { text, files }) => sum + files.length + (text === '' ? 0 : 1), 0)

/** The newest version of every participant, by name. */
export async function collectWorks(
  connection: Connection,
  {
    companyId,
    classId,
    activityId,
  }: { readonly companyId: string; readonly classId: string; readonly activityId: string },
): Promise<Collected[]> {
  const { rows } = await sql<{ id: string; fullName: string }>`
    select w.submission_id as id, m.full_name as "fullName" from homework.work w
    join ${enrolledSql(companyId, classId)} e on e."memberId" = w.member_id
    join ${directorySql(companyId)} m on m.id = w.member_id
    where w.activity_id = ${activityId} and w.company_id = ${companyId}
    order by m.full_name, m.id`.execute(homeworkTables(connection))
  const versions = await submissionsByIds(
    connection,
    companyId,
    rows.map(({ id }) => id),
  )
  const known = new Map(versions.map((one) => [one.id, one]))
  const files = await filesByIds(
    connection,
    companyId,
    versions.flatMap(({ fileIds }) => fileIds),
  )
  return rows.flatMap(({ id, fullName }) => {
    const one = known.get(id)
    return one
      ? [{ fullName, version: one.round, text: one.text, files: one.fileIds.flatMap((file) => files.get(file) ?? []) }]
      : []
  })
}
