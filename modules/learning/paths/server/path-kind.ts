/** Learning paths as a kind of content (businessType 17): found, opened, studied, discussed. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { sold } from '#modules/commerce/entitlements/server.ts'
import { contentKind, hasStarted, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { businessType } from '../contract/wire.ts'
import { pathsTables } from './db.ts'
import { pathGrades } from './grades.ts'
import { searchedPath } from './path-search.ts'
import { managedOrganizations } from './policy.ts'
import { insertRegistrations } from './registrations.ts'

const pathContent = {
  businessType,
  label: { cn: '学习路径', en: 'Learning path' },
  ...tableContent({
    table: 'paths.path',
    alias: 'x',
    link: (id) => `/branch-post-learning-detail/${id}`,
    /** Everybody where it is open; a member on the path opens it off the shelf as well. */
    openSql: (caller) => sql`(x.is_open and x.status = 'on-shelf' or exists (
      select from paths.registration g where g.path_id = x.id and g.member_id = ${caller.memberId}))`,
    choosableSql: (caller) =>
      sql`(x.is_open or x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))})`,
    newestFirst: 'updated_at',
    category: { table: 'paths.channel', column: 'channel_id', isShownSql: sql`one.status = 1` },
  }),
}

/** Whether the caller manages the organization of the path. */
async function manages(connection: Connection, caller: Caller, id: string): Promise<boolean> {
  const { rows } = await sql`select from paths.path x where x.id = ${id} and x.company_id = ${caller.companyId}
    and x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}`.execute(pathsTables(connection))
  return rows.length > 0
}

const study = studied({
  /** Returns the stored progress without a new evaluation, because a subject may hold a path that holds a subject. */
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
  grades: pathGrades,
})

const discussion = discussed({
  mayScore: hasStarted({ table: 'paths.registration', itemColumn: 'path_id', startedColumn: 'touched_at' }),
  mayModerate: manages,
})

/** A path is sold with what stands on it. */
const selling = sold({
  tradeType: 17,
  mayPrice: manages,
  async started(connection, _companyId, memberIds, ids) {
    const rows = await pathsTables(connection)
      .selectFrom('paths.registration')
      .select('member_id')
      .where('path_id', 'in', [...ids])
      .where('member_id', 'in', [...memberIds])
      .where('touched_at', 'is not', null)
      .execute()
    return rows.map((row) => row.member_id)
  },
  async entitled(connection, companyId, memberIds, id, now) {
    await insertRegistrations(pathsTables(connection), companyId, { pathIds: [id], memberIds }, 'self', now)
  },
  async contains(connection, companyId, id) {
    const { rows } = await sql<{ businessType: number; itemId: string }>`
      select s.business_type as "businessType", s.business_id as "itemId" from paths.section s
      where s.path_id = ${id} and s.company_id = ${companyId}`.execute(pathsTables(connection))
    return rows
  },
})

export const pathKind = contentKind(pathContent, [study, discussion, selling, searchedPath])
