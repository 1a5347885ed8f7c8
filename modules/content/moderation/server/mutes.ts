/** Members who may not write for now. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { moderates } from '../contract/access.ts'
import { MUTED } from '../contract/codes.ts'
import { type ModerationDb, moderationTables } from './db.ts'

/** Until when the member is to be silent; null for who may write. */
export async function mutedUntil(
  connection: Connection,
  { companyId, memberId }: { readonly companyId: string; readonly memberId: string },
  now: number,
): Promise<number | null> {
  return (await mutedMembers(connection, companyId, [memberId], now)).get(memberId) ?? null
}

/** `(select …)`: until when the caller is to be silent, for a statement of another module; null for who may write. */
export const mutedUntilSql = ({ companyId, memberId }: Caller, now: number): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select m.until from moderation.mute m where m.company_id = ${companyId} and m.member_id = ${memberId}
    and m.until > ${now})`

/** Those among the members who are to be silent, with the time until when. */
export async function mutedMembers(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (memberIds.length === 0) return new Map()
  const rows = await moderationTables(connection)
    .selectFrom('moderation.mute')
    .select(['member_id', 'until'])
    .where('company_id', '=', companyId)
    .where('member_id', 'in', [...memberIds])
    .where('until', '>', now)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row.until]))
}

/** Refuses a muted member (900034). Every call by which members write to others asks here. */
export async function assertNotMuted(connection: Connection, caller: Caller, now: number): Promise<void> {
  const until = await mutedUntil(connection, caller, now)
  if (until !== null) throw refuse(MUTED, { until })
}

interface Mute {
  readonly companyId: string
  readonly memberId: string
  readonly until: number
  readonly reason: string
  readonly by: string
}

/** Sets the mute of a member, in place of all that stand. Whoever calls has checked that it may. */
export async function setMute(connection: Connection, mute: Mute, now: number): Promise<void> {
  const row = { until: mute.until, reason: mute.reason, muted_by: mute.by, case_id: null, created_at: now }
  const all = { ...row, shorter: '[]' }
  await moderationTables(connection)
    .insertInto('moderation.mute')
    .values({ company_id: mute.companyId, member_id: mute.memberId, ...all })
    .onConflict((conflict) => conflict.columns(['company_id', 'member_id']).doUpdateSet(all))
    .execute()
}

/** One of the mutes of a member. */
interface OneMute {
  readonly until: number
  readonly reason: string
  readonly muted_by: string
  /** Null where a moderator has set it without a case. */
  readonly case_id: string | null
  readonly created_at: number
}

/** All mutes of a member that hold now, locked, the longest first. */
async function standingMutes(
  db: ModerationDb,
  { companyId, memberId }: Pick<Mute, 'companyId' | 'memberId'>,
  now: number,
): Promise<OneMute[]> {
  const row = await db
    .selectFrom('moderation.mute')
    .select(['until', 'reason', 'muted_by', 'case_id', 'created_at', 'shorter'])
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return []
  const { shorter, ...longest } = row
  return [longest, ...(shorter as OneMute[])].filter(({ until }) => until > now)
}

/** The longest of the mutes holds; without any the member may write. */
async function storeMutes(
  db: ModerationDb,
  { companyId, memberId }: Pick<Mute, 'companyId' | 'memberId'>,
  mutes: readonly OneMute[],
): Promise<void> {
  const [longest, ...others] = mutes.toSorted((one, other) => other.until - one.until)
  if (!longest) return liftMute(db, companyId, memberId)
  const row = { ...longest, shorter: JSON.stringify(others) }
  await db
    .insertInto('moderation.mute')
    .values({ company_id: companyId, member_id: memberId, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'member_id']).doUpdateSet(row))
    .execute()
}

/** Two who change the mutes of a member by decisions come one after the other, also where none stands yet. */
const lockMutes = (db: ModerationDb, { companyId, memberId }: Pick<Mute, 'companyId' | 'memberId'>) =>
  lockNames(db, `mutes ${companyId} ${memberId}`)

/** The mute that a decision sets, beside those that stand: the longest holds. */
export async function muteByDecision(
  db: ModerationDb,
  mute: Mute & { readonly caseId: string },
  now: number,
): Promise<void> {
  await lockMutes(db, mute)
  const standing = await standingMutes(db, mute, now)
  const { until, reason, by, caseId } = mute
  await storeMutes(db, mute, [...standing, { until, reason, muted_by: by, case_id: caseId, created_at: now }])
}

/** The mute of a decision ends with it; those of other decisions and of moderators stay. */
export async function endMuteOfDecision(
  db: ModerationDb,
  mute: Pick<Mute, 'companyId' | 'memberId'> & { readonly caseId: string },
  now: number,
): Promise<void> {
  await lockMutes(db, mute)
  const standing = await standingMutes(db, mute, now)
  const others = standing.filter((one) => one.case_id !== mute.caseId)
  if (others.length < standing.length) await storeMutes(db, mute, others)
}

/** The end of the member's mute, locked; undefined where there is none. */
export async function lockMute(
  connection: Connection,
  companyId: string,
  memberId: string,
): Promise<number | undefined> {
  const row = await moderationTables(connection)
    .selectFrom('moderation.mute')
    .select('until')
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return row?.until
}

export async function liftMute(connection: Connection, companyId: string, memberId: string): Promise<void> {
  await moderationTables(connection)
    .deleteFrom('moderation.mute')
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .execute()
}

/** A page of those who are silent now; a moderator of a branch sees the own mutes alone. */
export async function mutePage(connection: Connection, caller: Caller, query: Paging, now: number) {
  let matching = moderationTables(connection)
    .selectFrom('moderation.mute')
    .where('company_id', '=', caller.companyId)
    .where('until', '>', now)
  if (!coversCompany(caller, moderates.permission)) matching = matching.where('muted_by', '=', caller.memberId)
  return findPage(query, matching, (q) => q.selectAll().orderBy('until', 'desc').orderBy('member_id'))
}
