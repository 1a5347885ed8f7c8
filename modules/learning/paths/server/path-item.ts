/** Learning paths as things that members collect, comment and score. */
import { sql } from 'kysely'
import { itemKind } from '#modules/content/topics/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { businessType } from '../contract/wire.ts'
import { pathsTables } from './db.ts'
import { managedOrganizations } from './policy.ts'

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
}

export const pathItem = itemKind({
  businessType,
  label: { cn: '学习路径', en: 'Learning path' },
  /** Who is on the path sees it, also off the shelf; everybody where it is open. */
  async visible(connection, caller, ids) {
    const { rows } = await sql<ItemRow>`
      select x.id, x.name, x.cover_file_id from paths.path x
      where x.id = any(${[...ids]}::uuid[]) and x.company_id = ${caller.companyId} and x.deleted_at is null
        and x.status <> 'draft' and (x.is_open and x.status = 'on-shelf' or exists (
          select from paths.registration g where g.path_id = x.id and g.member_id = ${caller.memberId}))`.execute(
      pathsTables(connection),
    )
    return rows.map(({ id, name, cover_file_id }) => ({
      id,
      name,
      link: `/branch-post-learning-detail/${id}`,
      ...(cover_file_id !== null && { picture: `files/${cover_file_id}` }),
    }))
  },
  /** Stars are for those who have begun. */
  async mayScore(connection, caller, id) {
    const begun = await pathsTables(connection)
      .selectFrom('paths.registration')
      .select('path_id')
      .where('member_id', '=', caller.memberId)
      .where('path_id', '=', id)
      .where('touched_at', 'is not', null)
      .executeTakeFirst()
    return begun !== undefined
  },
  async mayModerate(connection, caller, id) {
    const { rows } = await sql`select from paths.path x where x.id = ${id} and x.company_id = ${caller.companyId}
      and x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}`.execute(pathsTables(connection))
    return rows.length > 0
  },
})
