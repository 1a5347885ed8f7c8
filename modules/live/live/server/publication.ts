/** Publication: the audience sees the live session at once, and a job creates its room at the provider (LIVE-122). */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { createRoomLink, openRoom, roomLinks } from '#modules/live/rooms/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { liveStatus } from '../contract/states.ts'
import { watchPath } from './addresses.ts'
import { type LiveDb, liveTables } from './db.ts'
import { audienceOfSql } from './policy.ts'
import { toProviderLive } from './provider-calls.ts'
import type { LiveProvider, LiveRole, ProviderLive, Tools } from './providers/provider.ts'
import { providerFor, providerOf } from './providers/registered-providers.ts'
import { type LiveRow, lecturerIdsOf } from './rows.ts'

const minuteMs = 60_000
/** The reminder for reservations comes this long before the start. */
const remindBeforeMs = 15 * minuteMs
/** Role links work until a day after the planned end. */
const linksGoOnMs = 24 * 60 * minuteMs

const RevisionOf = Type.Object({ companyId: Id, id: Id, revision: Type.Integer() })

/** The roles of links, under their names in the rooms. */
export const roomRoleOf = { organizer: 'host', panelist: 'lecturer', attendee: 'viewer' } as const satisfies Record<
  LiveRole,
  string
>

async function findRow(db: LiveDb, companyId: string, id: string): Promise<LiveRow | undefined> {
  const row = await db
    .selectFrom('live.live')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row as LiveRow | undefined
}

/**
 * Creates the missing role links, each with a token of its own. Links belong to rooms, which log and revoke them. A
 * live session of another provider has a room that only carries its links and never runs.
 */
export async function ensureLinks(
  db: LiveDb,
  live: Pick<ProviderLive, 'id' | 'companyId' | 'hostId' | 'plannedEndAt'>,
  now: number,
  roles: readonly LiveRole[] = ['organizer', 'panelist', 'attendee'],
): Promise<Partial<Record<LiveRole, string>>> {
  const known = await roomLinks(db, live.companyId, live.id)
  const valid = known.filter(({ revokedAt, label }) => revokedAt === null && label in roomRoleOf)
  const tokens: Partial<Record<string, string>> = Object.fromEntries(valid.map(({ label, token }) => [label, token]))
  for (const label of roles) {
    if (tokens[label] !== undefined) continue
    const expiresAt = Math.max(live.plannedEndAt, now) + linksGoOnMs
    const { companyId, id: roomId, hostId: createdBy } = live
    const link = { companyId, roomId, role: roomRoleOf[label], label, expiresAt, createdBy, now }
    tokens[label] = (await createRoomLink(db, link)).token
  }
  return tokens
}

/** Stores the results of a creation: the provider's id, and the links. Runs in a transaction with the locked row. */
async function keepCreated(
  db: LiveDb,
  live: ProviderLive,
  { externalId, provider, now }: { externalId: string; provider: LiveProvider; now: number },
): Promise<void> {
  const tokens = await ensureLinks(db, live, now)
  await db
    .updateTable('live.live')
    .set({
      external_id: externalId,
      provider: provider.key,
      request_status: 3,
      organizer_token: tokens.organizer ?? null,
      panelist_token: tokens.panelist ?? null,
      attendee_token: tokens.attendee ?? null,
      updated_at: now,
    })
    .where('id', '=', live.id)
    .execute()
}

/** The room that carries the links of a live session at another provider. */
async function openLinkRoom(db: Connection, live: ProviderLive, provider: LiveProvider, now: number): Promise<void> {
  if (provider.talks === 'database') return
  const { companyId, id: roomId, subject: title, plannedEndAt, hostId, lecturerIds } = live
  await openRoom(db, { companyId, kind: 'live', roomId, title, mode: 'video', plannedEndAt, hostId, lecturerIds, now })
}

/**
 * Creates the live session at its provider and stores the result. For jobs, and for a start after a failed creation.
 */
export async function createAtProvider(db: LiveDb, row: LiveRow, { outside, now }: Omit<Tools, 'db'>): Promise<void> {
  const provider = providerFor(row.supplier, outside.config)
  const asked = await toProviderLive(db, row, outside)
  const before = provider.talks === 'network' ? await provider.create(asked, { db, outside, now }) : undefined
  await inTransaction(db, async (tables) => {
    const locked = await tables
      .selectFrom('live.live')
      .selectAll()
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirst()
    // It was changed, cancelled or created meanwhile: that change has enqueued a job of its own.
    if (!locked || locked.revision !== row.revision || locked.request_status === 3) return
    const live = await toProviderLive(tables, locked as LiveRow, outside)
    const { externalId } = before ?? (await provider.create(live, { db: tables, outside, now }))
    await openLinkRoom(tables, live, provider, now)
    await keepCreated(tables, { ...live, externalId }, { externalId, provider, now })
  })
}

/** Attempts over about three minutes; after that the host's start tries once more. */
const createAttempts = 6

export const createJob = job({
  name: 'live.create',
  payload: Type.Object({ ...RevisionOf.properties, attempt: Type.Integer() }),
  outside: true,
  async run(connection, { companyId, id, revision, attempt }, { outside, now }) {
    const db = liveTables(connection)
    const row = await findRow(db, companyId, id)
    if (row?.revision !== revision || row.status !== liveStatus.notStarted || row.request_status === 3) return
    try {
      await createAtProvider(db, row, { outside, now })
    } catch (error) {
      if (attempt < createAttempts) {
        const runAt = now + 5000 * 2 ** (attempt - 1)
        await enqueue(db, createJob, { companyId, id, revision, attempt: attempt + 1 }, { runAt })
        return
      }
      await db
        .updateTable('live.live')
        .set({ request_status: 4, updated_at: now })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .where('request_status', '=', 1)
        .execute()
      throw error
    }
  },
})

/** Reports a change or a cancellation to a network provider. */
export const followJob = job({
  name: 'live.follow',
  payload: RevisionOf,
  outside: true,
  async run(connection, { companyId, id, revision }, { outside, now }) {
    const db = liveTables(connection)
    const row = await findRow(db, companyId, id)
    // A later change has a job of its own.
    if (row?.revision !== revision || row.external_id === null) return
    const provider = providerOf(row)
    const live = await toProviderLive(db, row, outside)
    if (row.status === liveStatus.cancelled) await provider.cancel(live, { db, outside, now })
    else if (row.status !== liveStatus.ended) await provider.change(live, { db, outside, now })
  },
})

/** Reports the row's change to the provider: at once for our own rooms, else by a job after the transaction. */
export async function follow(db: LiveDb, row: LiveRow, outside: Outside, now: number): Promise<void> {
  if (row.provider === 'none' || row.request_status !== 3) return
  const provider = providerOf(row)
  if (provider.talks === 'network') {
    await enqueue(db, followJob, { companyId: row.company_id, id: row.id, revision: row.revision })
    return
  }
  const live = await toProviderLive(db, row, outside)
  if (row.status === liveStatus.cancelled) await provider.cancel(live, { db, outside, now })
  else await provider.change(live, { db, outside, now })
}

/** Reminds everybody who reserved the live session and may still see it; nothing, if it was moved or cancelled meanwhile. */
export const soonJob = job({
  name: 'live.soon',
  payload: Type.Object({ companyId: Id, id: Id, startTime: Type.Integer() }),
  async run(connection, { companyId, id, startTime }, { now }) {
    const db = liveTables(connection)
    const row = await findRow(db, companyId, id)
    if (row?.status !== liveStatus.notStarted || row.start_time !== startTime) return
    await notify(db, {
      companyId,
      type: 'live.soon',
      recipients: {
        sql: audienceOfSql(
          { companyId, id },
          sql`(select member_id from live.reservation where live_id = ${id} and company_id = ${companyId})`,
        ),
      },
      variables: { name: row.subject, at: { instant: row.start_time } },
      link: watchPath(row.supplier, id),
      now,
    })
  },
})

export async function scheduleReminder(db: LiveDb, row: LiveRow, now: number): Promise<void> {
  const runAt = row.start_time - remindBeforeMs
  if (runAt <= now) return
  const payload = { companyId: row.company_id, id: row.id, startTime: row.start_time }
  await enqueue(db, soonJob, payload, { runAt, key: `live.soon:${row.id}` })
}

/** Publishes a row that is locked, or was just inserted. */
export async function publish(db: LiveDb, row: LiveRow, now: number): Promise<void> {
  const external = row.live_type === 2
  const published = await db
    .updateTable('live.live')
    .set((e) => ({
      status: liveStatus.notStarted,
      request_status: external ? 3 : 1,
      revision: e('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { company_id: companyId, id, revision } = published
  if (!external) await enqueue(db, createJob, { companyId, id, revision, attempt: 1 })
  await scheduleReminder(db, published as LiveRow, now)
  const recipients = await lecturerIdsOf(db, id)
  await notify(db, {
    companyId,
    type: 'live.lecturer',
    recipients,
    variables: { name: row.subject, at: { instant: row.start_time } },
    link: watchPath(row.supplier, id),
    collapseKey: `live.lecturer:${id}`,
    actorId: row.host_id,
    now,
  })
}
