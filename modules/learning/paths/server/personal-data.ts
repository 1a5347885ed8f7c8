/** Personal data in learning paths: its export and erasure. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { pathsTables } from './db.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = pathsTables(connection)
  const registrations = await sql<Record<string, unknown>>`
    select x.name as path, g.source, g.registered_at, g.touched_at, g.percent, g.finished_at
    from paths.registration g join paths.path x on x.id = g.path_id
    where g.member_id = ${memberId} and g.company_id = ${companyId} order by g.registered_at`.execute(db)
  const made = await sql<Record<string, unknown>>`
    select name, summary, status, created_at from paths.path
    where author_id = ${memberId} and company_id = ${companyId} order by created_at`.execute(db)
  return [
    { name: 'learning-paths', title: { cn: '学习路径', en: 'Learning paths' }, rows: registrations.rows },
    { name: 'learning-paths-made', title: { cn: '创建的学习路径', en: 'Created learning paths' }, rows: made.rows },
  ]
}

/**
 * Deletes opened sections. Registrations and results stay for the counters of the path, under a member
 * without a name. Paths by the member stay for their learners.
 */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  const db = pathsTables(connection)
  await db.deleteFrom('paths.progress').where('member_id', '=', memberId).where('company_id', '=', companyId).execute()
  await db
    .updateTable('paths.registration')
    .set({ lesson_location: null })
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

export const pathsPersonalData = personalData({ module: 'paths', collect, erase })
