/** Live sessions and their replays in the search, with what both are about: slides that were shown, questions that were answered. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { idsOf, type SearchDocument, searched } from '#modules/insight/search/server.ts'
import { chapterPassages } from '#modules/live/rooms/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Supplier } from '../contract/states.ts'
import { watchPath } from './addresses.ts'
import { liveTables } from './db.ts'

type Row = Omit<SearchDocument, 'link'> & {
  readonly supplier: Supplier
  readonly description: string
  readonly lecturers: string
  readonly hostId: string
}

async function documentsOf(db: Connection, companyId: string, ids: readonly string[], suppliers: readonly Supplier[]) {
  const { rows } = await sql<Row>`
    select l.id, l.subject as title, l.supplier, l.description, l.lecturer_desc as lecturers, l.host_id as "hostId",
      l.cover_file_id as "coverFileId", l.host_id as "authorId", l.created_at as "publishedAt",
      l.start_time as "startsAt", l.planned_end_at as "endsAt", l.attend_number + l.sub_number as heat
    from live.live l
    where l.id = any(${[...ids]}::uuid[]) and l.company_id = ${companyId} and l.status in (1, 2, 3)
      and l.supplier = any(${[...suppliers]}::smallint[])`.execute(liveTables(db))
  const hosts = await membersByIds(
    db,
    companyId,
    rows.map(({ hostId }) => hostId),
  )
  const chapters = await chapterPassages(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ supplier, description, lecturers, hostId, ...row }) => {
    const link = watchPath(supplier, row.id)
    const passages = (chapters.get(row.id) ?? []).map((chapter) => ({ ...chapter, source: row.title, link }))
    const texts = [plainText(description), plainText(lecturers)]
    return { ...row, link, texts, passages, keywords: [hosts.get(hostId)?.fullName ?? null] }
  })
}

/** The change of a live session is noted under one topic, whichever family it belongs to. */
export const searchedLive = (suppliers: readonly Supplier[], kind: 'live' | 'external-live') =>
  searched({
    ...{ kind, topic: 'live', filter: 'live', ids: idsOf('live.live') },
    documents: (db, companyId, ids) => documentsOf(db, companyId, ids, suppliers),
  })
