/** Learning paths as something that pushes and others put together (businessType 17), and who hears what is finished. */
import { sql } from 'kysely'
import { type StudyItem, studyFinished, studyKind } from '#modules/content/study/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { containsSql } from '#server/db/search.ts'
import { businessType } from '../contract/wire.ts'
import { type PathsDb, pathsTables } from './db.ts'
import { managedOrganizations } from './policy.ts'
import { insertRegistrations } from './registrations.ts'
import { pathOfMember, standingOf } from './standing.ts'
import { settle } from './studying.ts'

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
  readonly available: boolean
}

const studyItem = ({ id, name, cover_file_id, available }: ItemRow): StudyItem => ({
  id,
  name,
  link: `/branch-post-learning-detail/${id}`,
  coverFileId: cover_file_id,
  isAvailable: available,
})

const itemColumns = sql`x.id, x.name, x.cover_file_id, x.status = 'on-shelf' and x.deleted_at is null as available`

export const pathStudy = studyKind({
  businessType,
  label: { cn: '学习路径', en: 'Learning path' },
  async items(connection, companyId, ids) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns} from paths.path x
      where x.company_id = ${companyId} and x.id = any(${[...ids]}::uuid[])`.execute(pathsTables(connection))
    return rows.map(studyItem)
  },
  async visible(connection, caller, ids) {
    const { rows } = await sql<{ id: string }>`
      select x.id from paths.path x
      where x.company_id = ${caller.companyId} and x.id = any(${[...ids]}::uuid[]) and x.deleted_at is null
        and x.status = 'on-shelf' and (x.is_open or exists (
          select from paths.registration g where g.path_id = x.id and g.member_id = ${caller.memberId}))`.execute(
      pathsTables(connection),
    )
    return new Set(rows.map(({ id }) => id))
  },
  async search(connection, caller, search, limit) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns} from paths.path x
      where x.company_id = ${caller.companyId} and x.status = 'on-shelf' and x.deleted_at is null
        and ${containsSql(sql`x.name`, search)} and (x.is_open
          or x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))})
      order by x.updated_at desc, x.id limit ${limit}`.execute(pathsTables(connection))
    return rows.map(studyItem)
  },
  /** What was kept, and not judged anew: a subject may hold a path that holds a subject. */
  async states(connection, companyId, memberIds, ids) {
    const { rows } = await sql<{
      member_id: string
      path_id: string
      percent: number
      touched_at: number | null
      finished_at: number | null
    }>`
      select member_id, path_id, percent, touched_at, finished_at from paths.registration
      where company_id = ${companyId} and member_id = any(${[...memberIds]}::uuid[])
        and path_id = any(${[...ids]}::uuid[])`.execute(pathsTables(connection))
    return rows.map((row) => ({
      memberId: row.member_id,
      businessId: row.path_id,
      isRegistered: true,
      finishStatus: row.finished_at === null ? 0 : 1,
      isStarted: row.touched_at !== null,
      isFinished: row.finished_at !== null,
      percent: row.finished_at === null ? Math.min(99, row.percent) : 100,
      finishedAt: row.finished_at,
    }))
  },
  async register(connection, companyId, memberIds, ids, now) {
    await insertRegistrations(pathsTables(connection), companyId, { pathIds: ids, memberIds }, 'staff', now)
  },
})

/** The paths of a member that hold what was finished and are not finished themselves. */
async function pathsWith(db: PathsDb, companyId: string, memberId: string, type: number, id: string) {
  const { rows } = await sql<{ path_id: string }>`
    select s.path_id from paths.section s
    join paths.registration g on g.path_id = s.path_id and g.member_id = ${memberId} and g.finished_at is null
    where s.company_id = ${companyId} and s.business_type = ${type} and s.business_id = ${id}`.execute(db)
  return rows.map((row) => row.path_id)
}

/** Something was finished: paths that hold it go on, and may be finished with it. */
export const pathProgress = studyFinished({
  async finished(connection, { companyId, memberId, businessType: type, businessId, finishedAt }) {
    const db = pathsTables(connection)
    // Few paths hold one content for one member; each is judged as a whole.
    for (const pathId of await pathsWith(db, companyId, memberId, type, businessId)) {
      const path = await pathOfMember(db, companyId, memberId, pathId)
      if (path) await settle(db, await standingOf(db, path, memberId, finishedAt), memberId, finishedAt)
    }
  },
})
