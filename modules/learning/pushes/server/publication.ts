/** Publishing a push, and what can be done with one that is published. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { CUT_OFF_TOO_EARLY, NEEDS_CONTENT_AND_MEMBERS, NEEDS_REQUIRED_ITEM } from '../contract/errors.ts'
import { assertContents, contentsOf, refOf } from './contents.ts'
import type { PushesDb } from './db.ts'
import { gatherJob } from './delivery.ts'
import { audienceOf, audienceSize } from './drafts.ts'
import { cutOffText, packageLink } from './message-types.ts'
import { planReminders } from './reminders.ts'
import { getForAction, type StoredPush } from './rows.ts'
import { assertAudience } from './scope.ts'

/** Who may push needs no permission where they push to those they manage; the log has it all the same. */
async function record(
  db: PushesDb,
  caller: Caller,
  action: string,
  push: StoredPush,
  after: Readonly<Record<string, unknown>>,
  now: number,
): Promise<void> {
  await recordAction(db, {
    companyId: caller.companyId,
    actorId: caller.memberId,
    actorRoles: caller.roles,
    action: `pushes.${action}`,
    subjects: [{ type: 'study-push', id: push.id, name: push.name, after }],
    now,
  })
}

export async function publishPush(db: PushesDb, caller: Caller, id: string, now: number): Promise<void> {
  const push = await getForAction(db, caller, id, 'publish', now)
  const contents = (await contentsOf(db, [id])).get(id) ?? []
  const audience = audienceOf(push)
  await assertAudience(db, caller, audience)
  const size = await audienceSize(db, caller.companyId, audience)
  const missing = [...(contents.length === 0 ? ['contents'] : []), ...(size === 0 ? ['members'] : [])]
  if (missing.length > 0) throw refuse(NEEDS_CONTENT_AND_MEMBERS, { missing })
  if (!contents.some((row) => row.required)) throw refuse(NEEDS_REQUIRED_ITEM)
  await assertContents(db, caller, contents.map(refOf))
  const startsAt = Math.max(push.starts_at ?? now, now)
  if (push.cut_off_at !== null && push.cut_off_at <= startsAt) throw refuse(CUT_OFF_TOO_EARLY)
  await db
    .updateTable('pushes.push')
    .set({ published_at: now, starts_at: startsAt, member_count: size, updated_at: now })
    .where('id', '=', id)
    .execute()
  await enqueue(db, gatherJob, { pushId: id }, { key: `pushes.gather:${id}` })
  await planReminders(db, push, now)
  await record(db, caller, 'publishPush', push, { members: size, contents: contents.length, startsAt }, now)
}

export interface Extension {
  readonly finishTime?: number | null
  readonly addOrganizationIds?: readonly string[]
  readonly addMemberIds?: readonly string[]
}

export async function extendPush(
  db: PushesDb,
  caller: Caller,
  id: string,
  input: Extension,
  now: number,
): Promise<void> {
  const push = await getForAction(db, caller, id, 'extend', now)
  const { addOrganizationIds = [], addMemberIds = [] } = input
  const cutOffAt = input.finishTime === undefined ? push.cut_off_at : input.finishTime
  if (cutOffAt !== null && cutOffAt <= Math.max(now, push.starts_at ?? now)) throw refuse(CUT_OFF_TOO_EARLY)
  await assertAudience(db, caller, { organizationIds: addOrganizationIds, memberIds: addMemberIds })
  const changed = {
    cut_off_at: cutOffAt,
    organization_ids: [...new Set([...push.organization_ids, ...addOrganizationIds])],
    member_ids: [...new Set([...push.member_ids, ...addMemberIds])],
    updated_at: now,
  }
  await db.updateTable('pushes.push').set(changed).where('id', '=', id).execute()
  await enqueue(db, gatherJob, { pushId: id }, { key: `pushes.gather:${id}` })
  if (cutOffAt !== push.cut_off_at) {
    await planReminders(db, { ...push, cut_off_at: cutOffAt }, now)
    await notifyMembers(db, push, 'push.changed', { cutOff: cutOffText(cutOffAt) }, now)
  }
  await record(db, caller, 'extendPush', push, { cutOffAt, addOrganizationIds, addMemberIds }, now)
}

/** Tells those who got it and are not done. */
async function notifyMembers(
  db: PushesDb,
  push: StoredPush,
  type: string,
  variables: Readonly<Record<string, string | { cn: string; en: string } | { instant: number }>>,
  now: number,
): Promise<void> {
  const recipients = {
    sql: sql`(select member_id from pushes.push_member
      where push_id = ${push.id} and push_status = 2 and task_status < 3)`,
  }
  await notify(db, {
    companyId: push.company_id,
    type,
    recipients,
    variables: { task: push.name, ...variables },
    link: packageLink(push.id),
    collapseKey: `push ${push.id}`,
    now,
  })
}

export async function retryPush(db: PushesDb, caller: Caller, id: string, now: number): Promise<void> {
  const push = await getForAction(db, caller, id, 'retry', now)
  await sql`update pushes.push_member set push_status = 1, fail_reason = null
    where push_id = ${id} and push_status = 3`.execute(db)
  await sql`update pushes.push set failed_count = 0, sent_at = null, updated_at = ${now} where id = ${id}`.execute(db)
  await enqueue(db, gatherJob, { pushId: id }, { key: `pushes.gather:${id}` })
  await record(db, caller, 'retryPush', push, { failed: push.failed_count }, now)
}

export async function revokePush(db: PushesDb, caller: Caller, id: string, reason: string, now: number): Promise<void> {
  const push = await getForAction(db, caller, id, 'revoke', now)
  await db
    .updateTable('pushes.push')
    .set({ revoked_at: now, revoke_reason: reason.trim(), updated_at: now })
    .where('id', '=', id)
    .execute()
  await notifyMembers(db, push, 'push.revoked', { reason: reason.trim() }, now)
  await record(db, caller, 'revokePush', push, { reason: reason.trim() }, now)
}
