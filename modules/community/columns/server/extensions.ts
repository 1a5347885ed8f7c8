/** Columns as items that members collect and share. */

import type { Caller } from '#kit/caller.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { columnBusinessType } from '../contract/shapes.ts'
import { visibleColumns } from './columns.ts'
import { columnsTables } from './db.ts'

async function visible(connection: Connection, caller: Caller, ids: readonly string[]) {
  const columns = await visibleColumns(columnsTables(connection), caller, ids)
  return columns.map(({ id, title, headPortraitPath }) => ({
    id,
    name: title,
    link: `/share-team/team-column-detail?id=${id}`,
    ...(headPortraitPath !== '' && { picture: headPortraitPath }),
  }))
}

/** Members subscribe to a column instead of commenting on it; they collect it and share it into circles. */
export const columnItems = itemKind({
  businessType: columnBusinessType,
  label: { cn: '专栏', en: 'Column' },
  visible,
  mayComment: async () => false,
  mayScore: async () => false,
})
