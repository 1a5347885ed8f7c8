/** Share accounts as items that members collect. */
import { sql } from 'kysely'
import { itemKind } from '#modules/content/topics/server.ts'
import { accountBusinessType } from '../accounts.ts'
import { communityTables } from '../db.ts'

/** Followers of a share account have collected it. */
export const accountItems = itemKind({
  businessType: accountBusinessType,
  label: { cn: '分享账户', en: 'Share account' },
  async visible(connection, caller, ids) {
    const rows = await communityTables(connection)
      .selectFrom('community.account')
      .select(['id', 'name', 'avatar_file_id'])
      .where('company_id', '=', caller.companyId)
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute()
    return rows.map(({ id, name, avatar_file_id }) => ({
      id,
      name,
      link: `/share-team/team-content/${id}`,
      picture: `files/${avatar_file_id}`,
    }))
  },
  mayComment: async () => false,
})
