/** Members who may not comment for now, and threads of which a member wants to hear nothing. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { liftMute, lockMute, mutePage, setMute } from '#modules/content/moderation/server.ts'
import { assertMembersOfCompany, callerOfMember, covers, membersByIds } from '#modules/platform/identity/server.ts'
import type { Paging } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { authorOf, authorsOf, MODERATION } from './comment-rows.ts'
import type { TopicsDb } from './db.ts'
import { findKind, getItem, type ItemRef } from './kinds.ts'

/** A grant for a branch covers its members, not those of others. */
async function assertModerates(db: TopicsDb, caller: Caller, memberId: string): Promise<string> {
  await assertMembersOfCompany(db, caller.companyId, [memberId])
  const member = (await membersByIds(db, caller.companyId, [memberId])).get(memberId)
  if (!member) throw refuse(NOT_FOUND)
  if (!(await covers(db, caller, MODERATION, member.organizationId))) throw refuse(NO_PERMISSION)
  return member.fullName
}

export async function muteMember(
  db: TopicsDb,
  { caller, now, audit }: Context,
  memberId: string,
  { until, reason }: { until: number; reason: string },
) {
  const name = await assertModerates(db, caller, memberId)
  const { companyId, memberId: by } = caller
  await setMute(db, { companyId, memberId, until, reason: reason.trim(), by }, now)
  audit({ type: 'comment-mute', id: memberId, name, after: { until, reason } })
  return {}
}

export async function unmuteMember(db: TopicsDb, { caller, audit }: Context, memberId: string) {
  const until = await lockMute(db, caller.companyId, memberId)
  if (until === undefined) return {}
  const name = await assertModerates(db, caller, memberId)
  await liftMute(db, caller.companyId, memberId)
  audit({ type: 'comment-mute', id: memberId, name, before: { until } })
  return {}
}

/** Those who are silent now; for a moderator of a branch, those of their own. */
export async function listMutes(db: TopicsDb, { caller, now }: Context, query: Paging) {
  const { items: rows, recordCount } = await mutePage(db, caller, query, now)
  const authors = await authorsOf(db, caller, rows)
  const items = rows.map((row) => ({
    memberId: row.member_id,
    author: authorOf(authors, row.member_id),
    until: row.until,
    reason: row.reason,
    mutedBy: row.muted_by,
    createdAt: row.created_at,
  }))
  return { items, recordCount }
}

export async function quietThread(
  db: TopicsDb,
  caller: Caller,
  { businessType, businessId, quiet }: ItemRef & { readonly quiet: boolean },
) {
  await getItem(db, caller, { businessType, businessId })
  if (quiet)
    await db
      .insertInto('topics.quiet_thread')
      .values({
        member_id: caller.memberId,
        company_id: caller.companyId,
        business_type: businessType,
        business_id: businessId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db
      .deleteFrom('topics.quiet_thread')
      .where('member_id', '=', caller.memberId)
      .where('business_type', '=', businessType)
      .where('business_id', '=', businessId)
      .execute()
  return {}
}

/** Those of the members who want to hear of this item, and still see it: a circle that they have left is silent for them. */
export async function listeningMembers(
  db: TopicsDb,
  { businessType, businessId }: ItemRef,
  memberIds: readonly string[],
): Promise<string[]> {
  const kind = findKind(businessType)
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${[...new Set(memberIds)]}::uuid[]) as m (id)
    where not exists (select from topics.quiet_thread q where q.member_id = m.id
      and q.business_type = ${businessType} and q.business_id = ${businessId})`.execute(db)
  const listening: string[] = []
  for (const { id } of rows) {
    const reader = await callerOfMember(db, id)
    const seen = reader && kind ? await kind.visible(db, reader, [businessId]) : []
    if (seen.length > 0) listening.push(id)
  }
  return listening
}
