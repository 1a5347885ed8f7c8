/** Live sessions as extensions of other modules: approvals, collections, comments, rooms, the calendar. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type RoomKind, type RoomRole, roomKind } from '#modules/live/rooms/server.ts'
import { approvalSubject } from '#modules/platform/approvals/server.ts'
import { rewardEvent } from '#modules/platform/currency/server.ts'
import { lecturerDuty } from '#modules/platform/identity/server.ts'
import { calendarSource } from '#modules/platform/messages/server.ts'
import { NO_ACCESS } from '../contract/codes.ts'
import type { Supplier } from '../contract/states.ts'
import { previewPath, watchPath } from './addresses.ts'
import { liveDecided } from './applications.ts'
import { assertOpen, countEntry } from './audience.ts'
import { liveTables } from './db.ts'
import { markEnded, markStarted, notifyAudience } from './lifecycle.ts'
import { findVisible } from './lists.ts'
import { messageTypes } from './message-types.ts'
import { livePersonalData } from './personal-data.ts'
import { mayManage, type RoleInLive, viewerById, viewerOf } from './policy.ts'
import { bigBlueButtonHealth } from './providers/bigbluebutton-health.ts'
import { findForViewer, liveApproval, lockLive } from './rows.ts'
import { assertServed } from './suppliers.ts'

const applied = approvalSubject({
  businessType: liveApproval,
  key: 'live',
  label: { cn: '直播', en: 'Live' },
  decided: liveDecided,
  link: previewPath,
  reviseLink: previewPath,
})

const roomRole: Readonly<Record<RoleInLive, RoomRole>> = {
  host: 'host',
  lecturer: 'lecturer',
  // A manager of the organization's live sessions moderates, and leads none.
  manager: 'assistant',
  viewer: 'viewer',
}

const room: RoomKind = {
  kind: 'live',
  async admit(connection, { companyId, roomId, memberId, now }) {
    const db = liveTables(connection)
    const row = await findVisible(db, await viewerById(db, companyId, memberId), roomId)
    assertOpen(row)
    await assertServed(db, row, now)
    // The room behind another provider only carries the links.
    if (row.provider !== 'built-in') throw refuse(NO_ACCESS)
    return roomRole[row.role]
  },
  async admitGuest(connection, { companyId, roomId, now }) {
    const db = liveTables(connection)
    const row = await db
      .selectFrom('live.live')
      .select(['status', 'provider', 'company_id', 'organization_id'])
      .where('id', '=', roomId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (row?.provider !== 'built-in') throw refuse(NO_ACCESS)
    assertOpen({ status: row.status as 0 | 1 | 2 | 3 | 4 })
    await assertServed(db, row, now)
  },
  async admitReplay(connection, { roomId, caller }) {
    const row = await findVisible(liveTables(connection), viewerOf(caller), roomId)
    return roomRole[row.role]
  },
  async mayManage(connection, { roomId, caller }) {
    return mayManage((await findForViewer(liveTables(connection), viewerOf(caller), roomId)).role)
  },
  async entered(connection, { companyId, roomId, memberId, now }) {
    await countEntry(liveTables(connection), { companyId, memberId, liveId: roomId, now })
  },
  async started(connection, { companyId, roomId, now }) {
    await markStarted(liveTables(connection), { companyId, id: roomId, now })
  },
  async ended(connection, { companyId, roomId, now }) {
    await markEnded(liveTables(connection), { companyId, id: roomId, now })
  },
  async replayReady(connection, { companyId, roomId, now }) {
    const db = liveTables(connection)
    await notifyAudience(db, await lockLive(db, companyId, roomId), { type: 'live.replay', now })
  },
}

const entriesMax = 500

/** The member's reservations, and the member's own live sessions. */
const calendar = calendarSource({
  async entries(connection, { companyId, memberId, from, to }) {
    const { rows } = await sql<{
      id: string
      subject: string
      supplier: Supplier
      start_time: number
      planned_end_at: number
      updated_at: number
    }>`select l.id, l.subject, l.supplier, l.start_time, l.planned_end_at, l.updated_at from live.live l
      where l.company_id = ${companyId} and l.status in (1, 2, 3) and l.start_time < ${to} and l.planned_end_at >= ${from}
        and (l.host_id = ${memberId}
          or exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId})
          or exists (select from live.reservation r where r.live_id = l.id and r.member_id = ${memberId}))
      order by l.start_time, l.id limit ${entriesMax}`.execute(liveTables(connection))
    return rows.map((row) => ({
      id: `live:${row.id}`,
      title: { cn: `直播：${row.subject}`, en: `Live: ${row.subject}` },
      startsAt: row.start_time,
      endsAt: row.planned_end_at,
      link: watchPath(row.supplier, row.id),
      changedAt: row.updated_at,
    }))
  },
})

/** A lecturer keeps the role while an unfinished live session needs them (LIVE-247). */
const duty = lecturerDuty({
  async isOnDuty(connection, { companyId, memberId }) {
    const { rows } = await sql`select 1 from live.live l
      where l.company_id = ${companyId} and l.status in (0, 1, 2) and (l.host_id = ${memberId}
        or exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId}))
      limit 1`.execute(liveTables(connection))
    return rows.length > 0
  },
})

const attended = rewardEvent({
  event: 'live-attended',
  label: { cn: '参加直播', en: 'Live attended' },
  description: { cn: '首次进入一场直播时', en: 'When a member enters a live for the first time' },
  defaults: [{ kind: 2, amount: 200n, dailyCap: 600n, enabled: true }],
})

export const extensions = [
  applied,
  roomKind(room),
  calendar,
  duty,
  attended,
  bigBlueButtonHealth,
  livePersonalData,
  ...messageTypes,
]
