/** Live sessions as two kinds of content: 5 of the legacy family of suppliers, 15 of supplier 3. Studied and discussed. */
import { type RawBuilder, sql } from 'kysely'
import { type ContentCandidate, type ContentKind, contentKind } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { findRoomFacts, hasWatchedReplay } from '#modules/live/rooms/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { containsSql } from '#server/db/search.ts'
import { liveStatus, type Supplier } from '../contract/states.ts'
import { watchPath } from './addresses.ts'
import { reserve } from './audience.ts'
import { liveTables } from './db.ts'
import { searchedLive } from './live-search.ts'
import { mayManage, viewerOf, visibleSql } from './policy.ts'
import { findForViewer } from './rows.ts'
import { soldLive } from './selling.ts'

interface ItemRow {
  readonly id: string
  readonly subject: string
  readonly supplier: Supplier
  readonly cover_file_id: string | null
  readonly status: number
  readonly recording_url: string | null
  readonly host_id: string
  readonly start_time: number
}

const itemColumns = sql`l.id, l.subject, l.supplier, l.cover_file_id, l.status, l.recording_url,
  l.host_id, l.start_time`

const statusLabels: Readonly<Record<number, NonNullable<ContentCandidate['status']>>> = {
  [liveStatus.notStarted]: { cn: '未开始', en: 'Not started' },
  [liveStatus.inProgress]: { cn: '直播中', en: 'Live now' },
  [liveStatus.ended]: { cn: '可回看', en: 'Replay' },
}

/** An ended live session is study content at the place of its replay. */
async function contentItems(
  connection: Connection,
  companyId: string,
  rows: readonly ItemRow[],
): Promise<ContentCandidate[]> {
  const ended = rows.filter(({ status }) => status === liveStatus.ended).map(({ id }) => id)
  const rooms = await findRoomFacts(connection, companyId, ended)
  const isAvailable = ({ id, status, recording_url }: ItemRow) =>
    status === liveStatus.notStarted ||
    status === liveStatus.inProgress ||
    (status === liveStatus.ended && (recording_url !== null || rooms.get(id)?.replay === 'ready'))
  return rows.map((row) => ({
    ...{ id: row.id, name: row.subject, link: watchPath(row.supplier, row.id), coverFileId: row.cover_file_id },
    ...{ isAvailable: isAvailable(row), authorId: row.host_id, at: row.start_time },
    ...(statusLabels[row.status] && { status: statusLabels[row.status] }),
  }))
}

/** Ended live sessions without a replay are left out after the statement, so it may need another page. */
const searchedMax = 1000

const ofSuppliers = (suppliers: readonly Supplier[]) => sql`l.supplier = any(${[...suppliers]}::smallint[])`

function liveContent(
  businessType: 5 | 15,
  suppliers: readonly Supplier[],
  label: { readonly cn: string; readonly en: string },
): ContentKind {
  const find = async (db: Connection, companyId: string, condition: RawBuilder<unknown>) => {
    const { rows } = await sql<ItemRow>`select ${itemColumns} from live.live l
      where l.company_id = ${companyId} and ${ofSuppliers(suppliers)} and ${condition}`.execute(liveTables(db))
    return contentItems(db, companyId, rows)
  }
  const idsSql = (ids: readonly string[]) => sql`l.id = any(${[...ids]}::uuid[])`
  return {
    businessType,
    label,
    ...(businessType === 5 && { isLegacy: true as const }),
    items: (db, companyId, ids) => find(db, companyId, idsSql(ids)),
    visible: (db, caller, ids) =>
      find(
        db,
        caller.companyId,
        sql`${idsSql(ids)} and l.status <> ${liveStatus.unpublished} and ${visibleSql(viewerOf(caller))}`,
      ),
    foundSql: (caller, id) => sql`exists (select from live.live l where l.id = ${id}
      and l.company_id = ${caller.companyId} and l.status in (1, 2, 3) and ${visibleSql(viewerOf(caller))})`,
    async search(db, caller, search, limit) {
      const available: ContentCandidate[] = []
      for (let offset = 0; offset < searchedMax && available.length < limit; offset += limit) {
        const page = await find(
          db,
          caller.companyId,
          sql`${containsSql(sql`l.subject`, search)} and l.status in (1, 2, 3) and ${visibleSql(viewerOf(caller))}
            order by l.start_time desc, l.id limit ${limit} offset ${offset}`,
        )
        available.push(...page.filter((item) => item.isAvailable))
        if (page.length < limit) break
      }
      return available.slice(0, limit)
    },
  }
}

function studiedLive(suppliers: readonly Supplier[]) {
  const ofKind = ofSuppliers(suppliers)
  return studied({
    sectionKind: 'live',
    async states(connection, companyId, memberIds, ids) {
      const known = (table: string) => sql`select live_id, member_id from ${sql.table(table)}
        where company_id = ${companyId} and member_id = any(${[...memberIds]}::uuid[])
          and live_id = any(${[...ids]}::uuid[])`
      const { rows } = await sql<{
        member_id: string
        live_id: string
        began: boolean
        finished_at: number | null
      }>`select k.live_id, k.member_id, a.member_id is not null or c.member_id is not null as began, c.finished_at
        from (${known('live.reservation')} union ${known('live.attendee')} union ${known('live.completion')}) k
        join live.live l on l.id = k.live_id and ${ofKind}
        left join live.attendee a on a.live_id = k.live_id and a.member_id = k.member_id
        left join live.completion c on c.live_id = k.live_id and c.member_id = k.member_id`.execute(
        liveTables(connection),
      )
      return rows.map(({ member_id, live_id, began, finished_at }) => ({
        ...{ memberId: member_id, businessId: live_id, isRegistered: true, isStarted: began },
        // What is neither course nor subject is finished with 1 (COURSE-046).
        ...{ finishStatus: finished_at === null ? 0 : 1, isFinished: finished_at !== null },
        ...{ percent: finished_at === null ? 0 : 100, finishedAt: finished_at },
      }))
    },
    async register(connection, companyId, memberIds, ids, now) {
      await reserve(liveTables(connection), { companyId, memberIds, ids, suppliers }, now)
    },
  })
}

const discussedLive = discussed({
  async mayScore(connection, { companyId, memberId }, id) {
    const { rows } = await sql`select from live.attendee where live_id = ${id} and member_id = ${memberId}`.execute(
      liveTables(connection),
    )
    return rows.length > 0 || hasWatchedReplay(connection, { companyId, memberId, roomId: id })
  },
  async mayModerate(connection, caller, id) {
    const row = await findForViewer(liveTables(connection), viewerOf(caller), id)
    return mayManage(row.role)
  },
})

const kindOf = (...about: Parameters<typeof liveContent>) =>
  contentKind(liveContent(...about), [
    ...[studiedLive(about[1]), discussedLive, soldLive(about[1])],
    searchedLive(about[1], about[0] === 5 ? 'external-live' : 'live'),
  ])

export const liveKinds = [
  ...kindOf(5, [0, 4], { cn: '直播（外部系统）', en: 'Live session (external system)' }),
  ...kindOf(15, [3], { cn: '直播', en: 'Live' }),
]
