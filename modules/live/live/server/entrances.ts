/** The entrances for the host, the lecturers, the learners, and guests with a role link. */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { createRoomLink } from '#modules/live/rooms/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { LIVE_ENDED, NOT_RELEASED, THIRD_PARTY_MISSING } from '../contract/codes.ts'
import { liveStatus } from '../contract/states.ts'
import { lecturerAddress, liveAddress, roleLinkAddress, startAddress } from './addresses.ts'
import { assertOpen, countEntry } from './audience.ts'
import type { LiveDb } from './db.ts'
import { findEnterable, findVisible } from './lists.ts'
import { isOrganizerSide, mayManage, viewerOf } from './policy.ts'
import { callProvider, toProviderLive } from './provider-calls.ts'
import type { Entry, LiveRole } from './providers/provider.ts'
import { providerOf } from './providers/registered-providers.ts'
import { findForViewer, type LiveRow } from './rows.ts'
import { assertServed } from './suppliers.ts'

const hourMs = 3_600_000
const temporaryMs = 2 * hourMs

export interface Visitor {
  readonly role: LiveRole
  readonly memberId: string | null
  readonly name: string
}

/**
 * The provider's addresses for a person. For the built-in rooms this function checks that the room exists; a network
 * provider reports a missing room itself (LIVE-240).
 */
export async function entryOf(
  db: LiveDb,
  row: LiveRow,
  visitor: Visitor,
  { outside, now }: { outside: Outside; now: number },
): Promise<Entry> {
  if (row.live_type === 2) return { webUrl: row.external_url ?? '', clientUrl: row.external_url ?? '' }
  const provider = providerOf(row)
  const live = await toProviderLive(db, row, outside)
  const tools = { db, outside, now }
  if (provider.talks === 'database' && row.request_status === 3) {
    const { state } = await provider.status(live, tools)
    if (state === 'missing') throw refuse(THIRD_PARTY_MISSING)
  }
  return callProvider(() => provider.entry(live, visitor, tools))
}

async function nameOf(db: LiveDb, { companyId, memberId }: Caller): Promise<string> {
  return (await membersByIds(db, companyId, [memberId])).get(memberId)?.fullName ?? ''
}

/** urlType 1: the host's entry, for managers; 2: the lecturer's, for lecturers as well (LIVE-128, LIVE-129). */
export async function enterUrl(
  db: LiveDb,
  caller: Caller,
  { id, urlType }: { id: string; urlType: 1 | 2 },
  { outside, now }: Context,
): Promise<Entry> {
  const row = await findForViewer(db, viewerOf(caller), id)
  const may = urlType === 1 ? mayManage(row.role) : isOrganizerSide(row.role)
  if (!may) throw refuse(NO_PERMISSION)
  if (row.status === liveStatus.unpublished || row.status === liveStatus.cancelled) throw refuse(NOT_RELEASED)
  if (row.status === liveStatus.ended) throw refuse(LIVE_ENDED)
  await assertServed(db, row, now)
  const role = urlType === 1 ? 'organizer' : 'panelist'
  const visitor = { role, memberId: caller.memberId, name: await nameOf(db, caller) } as const
  return entryOf(db, row, visitor, { outside, now })
}

/** Enters as a learner; the first entry counts as attendance (LIVE-167). */
export async function enterLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context) {
  const { companyId, memberId } = caller
  const viewer = viewerOf(caller)
  const row = await findEnterable(db, viewer, id, now)
  assertOpen(row)
  await assertServed(db, row, now)
  const visitor = { role: 'attendee', memberId, name: await nameOf(db, caller) } as const
  const entry = await entryOf(db, row, visitor, { outside, now })
  await inTransaction(db, async (tables) => {
    await findEnterable(tables, viewer, id, now, true)
    await countEntry(tables, { companyId, memberId, liveId: id, now })
  })
  return { ...entry, url: row.execution_mode === 2 ? entry.clientUrl : entry.webUrl }
}

/** For two hours: the organizer side gets a guest address, everybody else their own (LIVE-165). */
export async function temporaryUrl(db: LiveDb, caller: Caller, id: string, { outside, now }: Context) {
  const { companyId, memberId } = caller
  const row = await findVisible(db, viewerOf(caller), id)
  assertOpen(row)
  await assertServed(db, row, now)
  const { config } = outside
  const hasRoom = row.request_status === 3 && row.live_type === 1
  if (!isOrganizerSide(row.role) || !hasRoom) {
    const own = row.role === 'host' ? startAddress(config, row.supplier, id) : liveAddress(config, row.supplier, id)
    return { url: row.role === 'lecturer' ? lecturerAddress(config, id) : own, expiresAt: null }
  }
  const expiresAt = now + temporaryMs
  const link = {
    companyId,
    roomId: id,
    role: 'viewer',
    label: 'temporary',
    expiresAt,
    createdBy: memberId,
    now,
  } as const
  const { token } = await createRoomLink(db, link)
  return { url: `${roleLinkAddress(config, id)}?token=${token}`, expiresAt }
}
