/** Something was finished: what that means for the learning paths that hold it. */
import { sql } from 'kysely'
import { studyFinished } from '#modules/content/study/server.ts'
import { type PathsDb, pathsTables } from './db.ts'
import { pathOfMember, pathProgressOf } from './progress.ts'
import { settle } from './studying.ts'

/** The paths of a member that hold what was finished and are not finished themselves. */
async function pathsWith(db: PathsDb, companyId: string, memberId: string, type: number, id: string) {
  const { rows } = await sql<{ path_id: string }>`
    select s.path_id from paths.section s
    join paths.registration g on g.path_id = s.path_id and g.member_id = ${memberId} and g.finished_at is null
    where s.company_id = ${companyId} and s.business_type = ${type} and s.business_id = ${id}`.execute(db)
  return rows.map((row) => row.path_id)
}

/** Paths that hold what was finished go on, and may be finished with it. */
export const pathProgress = studyFinished({
  async finished(connection, { companyId, memberId, businessType: type, businessId, finishedAt }) {
    const db = pathsTables(connection)
    // Few paths hold one content for one member, so each is evaluated as a whole.
    for (const pathId of await pathsWith(db, companyId, memberId, type, businessId)) {
      const path = await pathOfMember(db, companyId, memberId, pathId)
      if (path) await settle(db, await pathProgressOf(db, path, memberId, finishedAt), memberId, finishedAt)
    }
  },
})
