/** Share accounts as items that members collect. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { itemKind, type VisibleItem } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { accountBusinessType } from '../accounts.ts'
import { communityTables } from '../db.ts'

/** Those of these accounts that are of the caller’s company: every member sees every account. */
export async function visibleAccounts(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<readonly VisibleItem[]> {
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
}

export const accountItems = itemKind({
  businessType: accountBusinessType,
  label: { cn: '分享账户', en: 'Share account' },
  visible: visibleAccounts,
  mayComment: async () => false,
})
