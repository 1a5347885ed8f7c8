/** Chapters of replays as passages of a search. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { roomsTables } from '../db.ts'

interface ChapterPassage {
  readonly text: string
  readonly second: number
}

/** Of rooms whose replay can be watched: their chapters, by room. */
export async function chapterPassages(
  connection: Connection,
  companyId: string,
  roomIds: readonly string[],
): Promise<Map<string, ChapterPassage[]>> {
  const { rows } = await sql<ChapterPassage & { readonly roomId: string }>`
    select c.room_id as "roomId", c.title as text, c.at_ms / 1000 as second from rooms.replay_chapter c
    join rooms.replay r on r.room_id = c.room_id and r.state = 'ready'
    where c.room_id = any(${[...roomIds]}::uuid[]) and c.company_id = ${companyId}
    order by c.room_id, c.at_ms`.execute(roomsTables(connection))
  return Map.groupBy(rows, ({ roomId }) => roomId)
}
