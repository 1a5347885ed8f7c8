/** Live sessions by their ids, for modules that store only ids (COURSE-099). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { liveTables } from './db.ts'
import { viewerOf, visibleSql } from './policy.ts'
import { type LiveRowForViewer, type RenderContext, toLives, viewerColumns } from './rows.ts'

/** In the order of the ids, without unpublished and invisible ones (COURSE-101). */
export async function livesByIds(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
  rendering: RenderContext,
) {
  const db = liveTables(connection)
  const viewer = viewerOf(caller)
  const { rows } = await sql<LiveRowForViewer>`
    select ${viewerColumns(viewer)} from live.live l
    where l.id = any(${[...ids]}::uuid[]) and l.company_id = ${viewer.companyId} and l.status in (1, 2, 3)
      and ${visibleSql(viewer)}`.execute(db)
  const found = new Map((await toLives(db, rows, rendering)).map((live) => [live.id, live]))
  const items = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  return { items, recordCount: items.length }
}
