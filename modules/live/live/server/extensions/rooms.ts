/** The room of a live session: who enters it, and what follows from its start, end and replay. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import type { RoomKind, RoomRole } from '#modules/live/rooms/server.ts'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { LIVE_MISSING, NO_ACCESS } from '../../contract/codes.ts'
import type { Supplier } from '../../contract/states.ts'
import { assertOpen, countEntry } from '../audience.ts'
import { type LiveDb, liveTables } from '../db.ts'
import { markEnded, markStarted, notifyAudience } from '../lifecycle.ts'
import { findEnterable, isUnpaid } from '../lists.ts'
import { staffNames } from '../people.ts'
import { audienceOfSql, mayManage, type RoleInLive, viewerById, viewerOf } from '../policy.ts'
import { businessTypeOf, findForViewer, lockLive } from '../rows.ts'
import { assertOpenToGuests, unpaidViewers } from '../selling.ts'
import { assertServed } from '../suppliers.ts'

const roomRole: Readonly<Record<RoleInLive, RoomRole>> = {
  host: 'host',
  lecturer: 'lecturer',
  // A manager of the organization's live sessions moderates, and leads none.
  manager: 'assistant',
  viewer: 'viewer',
}

/** The members who manage the live sessions of its organization. */
async function managersOf(db: LiveDb, companyId: string, id: string) {
  const row = await db
    .selectFrom('live.live')
    .select('organization_id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) throw refuse(LIVE_MISSING)
  const { organization_id: organizationId } = row
  const managers = await holdersOfPermission(db, { companyId, permission: 'live.manage', organizationId })
  return { organizationId, managers }
}

export const liveRooms: RoomKind = {
  kind: 'live',
  async admit(connection, { companyId, roomId, memberId, now }) {
    const db = liveTables(connection)
    const { organizationId, managers } = await managersOf(db, companyId, roomId)
    const managed = managers.includes(memberId) ? [organizationId] : []
    const row = await findEnterable(db, await viewerById(db, companyId, memberId, managed), roomId, now)
    assertOpen(row)
    await assertServed(db, row, now)
    // The room behind another provider only carries the links.
    if (row.provider !== 'built-in') throw refuse(NO_ACCESS)
    return roomRole[row.role]
  },
  async stillAdmitted(connection, { companyId, roomId, memberIds, now }) {
    const db = liveTables(connection)
    const among = sql`(select unnest(${[...memberIds]}::uuid[]))`
    const { rows } = await sql<{ id: string }>`
      select a.id from unnest(${[...memberIds]}::uuid[]) as a (id)
      where a.id in ${audienceOfSql({ companyId, id: roomId }, among)}`.execute(db)
    const unpaid = await unpaidViewers(db, { companyId, id: roomId }, memberIds, now)
    const admitted = rows.flatMap(({ id }) => (unpaid.has(id) ? [] : id))
    if (admitted.length === memberIds.length) return new Set(admitted)
    return new Set([...admitted, ...(await managersOf(db, companyId, roomId)).managers])
  },
  async admitGuest(connection, { companyId, roomId, role, now }) {
    const db = liveTables(connection)
    const row = await db
      .selectFrom('live.live')
      .select(['status', 'provider', 'supplier', 'company_id', 'organization_id'])
      .where('id', '=', roomId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (row?.provider !== 'built-in') throw refuse(NO_ACCESS)
    assertOpen({ status: row.status as 0 | 1 | 2 | 3 | 4 })
    await assertServed(db, row, now)
    if (role === 'viewer') await assertOpenToGuests(db, { ...row, id: roomId, supplier: row.supplier as Supplier }, now)
  },
  async staffNames(connection, { companyId, roomId }) {
    return staffNames(liveTables(connection), companyId, roomId)
  },
  async admitReplay(connection, { roomId, caller, now }) {
    const row = await findEnterable(liveTables(connection), viewerOf(caller), roomId, now)
    return roomRole[row.role]
  },
  async replayEnds(connection, { roomId, caller, now, isStarting }) {
    const db = liveTables(connection)
    const live = await db.selectFrom('live.live').select('supplier').where('id', '=', roomId).executeTakeFirst()
    const item = { businessType: businessTypeOf(live?.supplier as Supplier), id: roomId, hadSince: null, isStarting }
    // Of a live session without a price nothing else is asked.
    if (!(await mustBuy(db, caller, item, now))) return null
    return (await isUnpaid(db, viewerOf(caller), await findForViewer(db, viewerOf(caller), roomId), now))
      ? NOT_BOUGHT
      : null
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
