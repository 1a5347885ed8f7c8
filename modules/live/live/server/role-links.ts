/** The role links for guests: listing, revocation, renewal, and entry (LIVE-139…LIVE-142). */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { assertNoImitation, type RoomLink, revokeRoomLink, roomLinks } from '#modules/live/rooms/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { ACTION_NOT_ALLOWED, LINK_INVALID } from '../contract/codes.ts'
import { roleLinkAddress } from './addresses.ts'
import { assertOpen } from './audience.ts'
import type { LiveDb } from './db.ts'
import { entryOf } from './entrances.ts'
import { staffNames } from './people.ts'
import { isOrganizerSide, mayManage, viewerOf } from './policy.ts'
import { toProviderLive } from './provider-calls.ts'
import type { LiveRole } from './providers/provider.ts'
import { ensureLinks, roomRoleOf } from './publication.ts'
import { findForViewer, type LiveRow, lockLive } from './rows.ts'
import { assertOpenToGuests } from './selling.ts'

const roles = Object.keys(roomRoleOf) as LiveRole[]
const tokenColumn = {
  organizer: 'organizer_token',
  panelist: 'panelist_token',
  attendee: 'attendee_token',
} as const satisfies Record<LiveRole, keyof LiveRow>

const isRunning = (link: RoomLink, now: number) =>
  link.revokedAt === null && (link.expiresAt === null || link.expiresAt > now)

export async function listRoleLinks(db: LiveDb, caller: Caller, id: string, { config }: Outside) {
  const row = await findForViewer(db, viewerOf(caller), id)
  if (!isOrganizerSide(row.role)) throw refuse(NO_PERMISSION)
  const links = await roomLinks(db, caller.companyId, id)
  const items = roles.map((role) => {
    const link = links.findLast((one) => one.label === role && one.revokedAt === null)
    return {
      role,
      url: roleLinkAddress(config, id),
      token: link?.token ?? null,
      expiresAt: link?.expiresAt ?? null,
      uses: link?.uses ?? 0,
    }
  })
  return { items }
}

/** Revokes the link of a role and removes its guests. `renew` creates another one at once. */
export async function changeRoleLink(
  db: LiveDb,
  caller: Caller,
  { id, role, renew }: { id: string; role: LiveRole; renew: boolean },
  { outside, now }: Context,
): Promise<void> {
  const { companyId } = caller
  const seen = await findForViewer(db, viewerOf(caller), id)
  if (!mayManage(seen.role)) throw refuse(NO_PERMISSION)
  if (seen.request_status !== 3 || seen.live_type === 2 || seen.status === 3 || seen.status === 4)
    throw refuse(ACTION_NOT_ALLOWED, { state: seen.status })
  const links = await roomLinks(db, companyId, id)
  for (const { linkId } of links.filter((link) => link.label === role && link.revokedAt === null))
    await revokeRoomLink(db, { companyId, roomId: id, linkId, now })
  const row = await lockLive(db, companyId, id)
  const tokens = renew ? await ensureLinks(db, await toProviderLive(db, row, outside), now, [role]) : undefined
  await db
    .updateTable('live.live')
    .set({ [tokenColumn[role]]: tokens?.[role] ?? null, updated_at: now })
    .where('id', '=', id)
    .execute()
}

interface Visit {
  readonly row: LiveRow
  readonly role: LiveRole
}

/** The live session and the role of a token. Every invalid token gets the same answer (370202). */
async function findVisit(db: LiveDb, id: string, token: string, now: number): Promise<Visit> {
  const row = (await db.selectFrom('live.live').selectAll().where('id', '=', id).executeTakeFirst()) as
    | LiveRow
    | undefined
  if (!row) throw refuse(LINK_INVALID)
  const links = await roomLinks(db, row.company_id, id)
  const link = links.find((one) => one.token === token)
  if (!link || !isRunning(link, now)) throw refuse(LINK_INVALID)
  assertOpen(row)
  const role = roles.find((one) => roomRoleOf[one] === link.role) ?? 'attendee'
  if (role === 'attendee') await assertOpenToGuests(db, row, now)
  return { row, role }
}

/** The page for guests before they enter a name (LIVE-005). */
export async function openRoleLink(db: LiveDb, { id, token }: { id: string; token: string }, now: number) {
  const { row, role } = await findVisit(db, id, token, now)
  const host = (await membersByIds(db, row.company_id, [row.host_id])).get(row.host_id)
  return {
    id,
    subject: row.subject,
    coverPath: row.cover_file_id === null ? '' : `files/${row.cover_file_id}`,
    hostName: host?.fullName ?? '',
    startTime: row.start_time,
    estimateDuration: row.duration_minutes,
    status: row.status,
    role,
    entry: row.provider === 'built-in' ? ('room' as const) : ('address' as const),
  }
}

/** The provider's address for a guest, under a name; the built-in rooms accept the token themselves. */
export async function enterByRoleLink(
  db: LiveDb,
  { id, token, name }: { id: string; token: string; name: string },
  { outside, now }: Pick<Context, 'outside' | 'now'>,
): Promise<{ url: string }> {
  const { row, role } = await findVisit(db, id, token, now)
  if (row.provider === 'built-in') throw refuse(ACTION_NOT_ALLOWED, { state: row.status })
  if (role === 'attendee') assertNoImitation(name, await staffNames(db, row.company_id, id))
  await assertClean(db, row.company_id, { name })
  const entry = await entryOf(db, row, { role, memberId: null, name }, { outside, now })
  return { url: row.execution_mode === 2 ? entry.clientUrl : entry.webUrl }
}
