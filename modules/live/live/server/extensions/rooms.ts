/** The room of a live session: who enters it, and what follows from its start, end and replay. */
import { refuse } from '#kit/errors.ts'
import type { RoomKind, RoomRole } from '#modules/live/rooms/server.ts'
import { NO_ACCESS } from '../../contract/codes.ts'
import { assertOpen, countEntry } from '../audience.ts'
import { liveTables } from '../db.ts'
import { markEnded, markStarted, notifyAudience } from '../lifecycle.ts'
import { findVisible } from '../lists.ts'
import { staffNames } from '../people.ts'
import { mayManage, type RoleInLive, viewerById, viewerOf } from '../policy.ts'
import { findForViewer, lockLive } from '../rows.ts'
import { assertServed } from '../suppliers.ts'

const roomRole: Readonly<Record<RoleInLive, RoomRole>> = {
  host: 'host',
  lecturer: 'lecturer',
  // A manager of the organization's live sessions moderates, and leads none.
  manager: 'assistant',
  viewer: 'viewer',
}

export const liveRooms: RoomKind = {
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
  async staffNames(connection, { companyId, roomId }) {
    return staffNames(liveTables(connection), companyId, roomId)
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
