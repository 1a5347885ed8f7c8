/** Urging members, in the sender's own words, no more often than is kind. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { activeMemberIds, directorySql, membersByIds, timeZoneSql } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { ALREADY_STARTED, NOTHING_TO_URGE, TASK_OVER, URGE_LIMIT, URGED_ALREADY } from '../contract/errors.ts'
import type { Urged, UrgeKind } from '../contract/urging.ts'
import { type PushesDb, pushesTables } from './db.ts'
import { openMembers, readProgress } from './member-states.ts'
import { isOver } from './members.ts'
import { packageLink } from './message-types.ts'
import { getPush, type StoredPush } from './rows.ts'
import { assertReachable, reachableAmong } from './scope.ts'
import { brokenRule, findUrgeSubject, type UrgeRecord, type UrgeSubject, urgeSubject } from './urge-subjects.ts'

/** Nobody is urged to the same thing twice on one day of the company, nor within so long, whoever urges. */
const pauseMs = 12 * 3_600_000
const dayMs = 86_400_000
/** A sender urges so many in 24 hours. */
export const urgesPerDayMax = 2000
const pushType = 0

export interface UrgeWords {
  readonly title?: string
  readonly content: string
}

/** What is sent, and what it belongs to where it is kept in the sender's words. */
export interface Sending {
  readonly words: UrgeWords
  readonly kind: UrgeKind
  /** Keeps the words with the urges, once for each item. */
  readonly isKept?: boolean
}

export interface UrgeSelection {
  readonly businessType: number
  readonly businessId: string
  readonly memberId: string
}

/** A record with the kind that it is of. */
interface Selected extends UrgeRecord {
  readonly subject: UrgeSubject
}

/** Push tasks among what can be urged to. */
export const pushUrgeSubject = urgeSubject({
  businessType: pushType,
  rule: 'some-not-started',
  label: { cn: '学习任务', en: 'learning task' },
  async records(connection, companyId, targets, now) {
    const db = pushesTables(connection)
    const pushIds = [...new Set(targets.map((target) => target.businessId))]
    const memberIds = [...new Set(targets.map((target) => target.memberId))]
    const { rows } = await sql<StoredPush & { member_id: string; task_status: number }>`
      select t.*, m.member_id, m.task_status from pushes.push t join pushes.push_member m on m.push_id = t.id
      where t.id = any(${pushIds}::uuid[]) and t.company_id = ${companyId} and m.push_status = 2
        and m.member_id = any(${memberIds}::uuid[])`.execute(db)
    const progress = await readProgress(db, companyId, pushIds, memberIds)
    const known = new Map(rows.map((row) => [`${row.member_id} ${row.id}`, row]))
    return targets.flatMap(({ memberId, businessId }): UrgeRecord[] => {
      const row = known.get(`${memberId} ${businessId}`)
      if (!row) return []
      const status = row.task_status === 3 ? 3 : progress.task(businessId, memberId).status
      const state = ({ 1: 'not-started', 2: 'started', 3: 'done' } as const)[status]
      return [{ memberId, businessId, name: row.name, link: packageLink(businessId), state, isOver: isOver(row, now) }]
    })
  },
})

/**
 * Reads what was selected, kind by kind, without members who may not sign in any more; refuses what does not exist, and
 * for a reminder what is over or breaks the rule of its kind.
 */
export async function selectedRecords(
  db: PushesDb,
  caller: Caller,
  selection: readonly UrgeSelection[],
  { kind, now }: { kind: UrgeKind; now: number },
) {
  const selected: Selected[] = []
  const chosen = selection.map((one) => one.memberId)
  const active = new Set(await activeMemberIds(db, caller.companyId, chosen))
  // A message to who may not sign in any more would reach nobody.
  const reached = selection.filter((one) => active.has(one.memberId))
  if (reached.length === 0) throw refuse(NOTHING_TO_URGE)
  for (const [businessType, targets] of Map.groupBy(reached, (one) => one.businessType)) {
    const subject = findUrgeSubject(businessType)
    if (!subject) throw refuse(NOT_FOUND)
    const unique = [...new Map(targets.map((one) => [`${one.memberId} ${one.businessId}`, one])).values()]
    const records = await subject.records(db, caller.companyId, unique, now)
    if (records.length < unique.length) throw refuse(NOT_FOUND)
    for (const record of records) selected.push({ ...record, subject })
    if (kind === 'message') continue
    const over = records.find((record) => record.isOver)
    if (over) throw refuse(TASK_OVER, { name: over.name })
    const broken = brokenRule(subject.rule, records)
    if (broken) throw refuse(broken === 'started' ? ALREADY_STARTED : NOTHING_TO_URGE)
  }
  return selected
}

export async function urgeItems(
  db: PushesDb,
  caller: Caller,
  { records, ...words }: UrgeWords & { readonly records: readonly UrgeSelection[] },
  now: number,
) {
  await assertReachable(
    db,
    caller,
    records.map((record) => record.memberId),
  )
  const kind = 'reminder'
  return send(db, caller, await selectedRecords(db, caller, records, { kind, now }), { words, kind }, now)
}

/** Those named, or all that got the push and are not done: for its author; for others who manage it, those they may push to. */
export async function urgePush(
  db: PushesDb,
  caller: Caller,
  id: string,
  { memberIds, ...words }: UrgeWords & { readonly memberIds?: readonly string[] },
  now: number,
) {
  const push = await getPush(db, caller, id)
  if (push.published_at === null || isOver(push, now)) throw refuse(TASK_OVER, { name: push.name })
  const open = memberIds ?? (await openMembers(db, id, urgesPerDayMax + 1, undefined))
  const reached = push.author_id === caller.memberId ? new Set(open) : await reachableAmong(db, caller, open)
  const chosen = open.filter((memberId) => reached.has(memberId))
  if (chosen.length === 0) throw refuse(NOTHING_TO_URGE)
  const selection = chosen.map((memberId) => ({ businessType: pushType, businessId: id, memberId }))
  const kind = 'reminder'
  return send(db, caller, await selectedRecords(db, caller, selection, { kind, now }), { words, kind }, now)
}

interface Recent {
  readonly member_id: string
  readonly business_type: number
  readonly business_id: string
  readonly again_at: number
}

const keyOfUrge = (memberId: string, type: number, id: string) => `${memberId} ${type} ${id}`

/** Those of the selection that were urged to it a short time ago, by anybody, and from when on they may be again. */
async function recentUrges(
  db: PushesDb,
  companyId: string,
  selected: readonly Selected[],
  now: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<Recent>`
    select member_id, business_type, business_id, again_at from (
      select u.member_id, u.business_type, u.business_id, greatest(max(u.urged_at) + ${pauseMs}::bigint,
        (extract(epoch from ((max(to_timestamp(u.urged_at / 1000.0) at time zone z.zone))::date + 1)::timestamp
          at time zone z.zone) * 1000)::bigint) as again_at
      from unnest(${selected.map((one) => one.memberId)}::uuid[], ${selected.map((one) => one.subject.businessType)}::smallint[],
        ${selected.map((one) => one.businessId)}::uuid[]) s (member_id, business_type, business_id)
      join pushes.urge u using (member_id, business_type, business_id)
      cross join (select ${timeZoneSql(companyId)} as zone) z
      where u.urged_at > ${now - 2 * dayMs}::bigint
      group by u.member_id, u.business_type, u.business_id, z.zone) last
    where again_at > ${now}::bigint`.execute(db)
  return new Map(rows.map((row) => [keyOfUrge(row.member_id, row.business_type, row.business_id), row.again_at]))
}

async function assertDailyLimit(db: PushesDb, caller: Caller, count: number, now: number): Promise<void> {
  const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from pushes.urge
    where sender_id = ${caller.memberId} and urged_at > ${now - dayMs}::bigint`.execute(db)
  if ((rows[0]?.sent ?? 0) + count > urgesPerDayMax) throw refuse(URGE_LIMIT, { max: urgesPerDayMax })
}

/**
 * Notifies members who heard nothing of the item lately, with a reminder only members who are not done. The limits are
 * looked at one sending after the other.
 */
export async function send(
  db: PushesDb,
  caller: Caller,
  selected: readonly Selected[],
  sending: Sending,
  now: number,
): Promise<Urged> {
  const { words, kind } = sending
  await assertClean(db, caller.companyId, { title: words.title ?? '', content: words.content })
  await lockNames(db, `pushes.urge ${caller.companyId}`)
  const open = kind === 'message' ? selected : selected.filter((record) => record.state !== 'done')
  const recent = await recentUrges(db, caller.companyId, open, now)
  const againOf = (one: Selected) => recent.get(keyOfUrge(one.memberId, one.subject.businessType, one.businessId))
  const due = open.filter((record) => againOf(record) === undefined)
  if (due.length === 0) throw refuse(URGED_ALREADY, { again: Math.min(...recent.values()) })
  await assertDailyLimit(db, caller, due.length, now)
  const sender = (await membersByIds(db, caller.companyId, [caller.memberId])).get(caller.memberId)
  for (const ofItem of Map.groupBy(due, (one) => `${one.subject.businessType} ${one.businessId}`).values())
    await sendOfItem(db, caller, ofItem, { ...sending, senderName: sender?.fullName ?? '' }, now)
  return {
    urgedCount: due.length,
    finishedCount: selected.length - open.length,
    recentCount: open.length - due.length,
  }
}

async function sendOfItem(
  db: PushesDb,
  caller: Caller,
  due: readonly Selected[],
  sending: Sending & { readonly senderName: string },
  now: number,
): Promise<void> {
  const [first] = due
  if (!first) return
  const batchId = sending.isKept ? await keepBatch(db, caller, due, sending, now) : null
  await keepUrges(db, caller, { due, batchId }, now)
  const { words, kind, senderName } = sending
  const { businessType } = first.subject
  await notify(db, {
    companyId: caller.companyId,
    type: kind === 'message' ? 'push.message' : 'learning.urge',
    recipients: due.map((one) => one.memberId),
    variables: { sender: senderName, item: first.name, kind: first.subject.label },
    link: first.link,
    collapseKey: `${kind === 'message' ? 'message' : 'urge'} ${businessType} ${first.businessId}`,
    actorId: caller.memberId,
    texts: { ...(words.title !== undefined && { title: words.title }), body: words.content },
    now,
  })
}

async function keepBatch(
  db: PushesDb,
  caller: Caller,
  due: readonly Selected[],
  { kind, words }: Sending,
  now: number,
): Promise<string> {
  const [{ subject, businessId, name }] = due as readonly [Selected]
  const id = uuid()
  await db
    .insertInto('pushes.urge_batch')
    .values({
      ...{ id, company_id: caller.companyId, sender_id: caller.memberId, business_type: subject.businessType },
      ...{ business_id: businessId, name, kind, content: words.content, member_count: due.length, sent_at: now },
    })
    .execute()
  return id
}

async function keepUrges(
  db: PushesDb,
  caller: Caller,
  { due, batchId }: { due: readonly Selected[]; batchId: string | null },
  now: number,
): Promise<void> {
  await sql`
    insert into pushes.urge (id, company_id, sender_id, member_id, business_type, business_id, name, urged_at, batch_id)
    select u.id, ${caller.companyId}, ${caller.memberId}, u.member_id, u.business_type, u.business_id, u.name, ${now},
      ${batchId}::uuid
    from unnest(${due.map(() => uuid())}::uuid[], ${due.map((one) => one.memberId)}::uuid[],
      ${due.map((one) => one.subject.businessType)}::smallint[], ${due.map((one) => one.businessId)}::uuid[],
      ${due.map((one) => one.name)}::text[]) u (id, member_id, business_type, business_id, name)`.execute(db)
  const tasks = due.filter((one) => one.subject.businessType === pushType)
  await sql`
    update pushes.push_member m set urged_at = ${now}
    from unnest(${tasks.map((one) => one.businessId)}::uuid[], ${tasks.map((one) => one.memberId)}::uuid[])
      u (push_id, member_id)
    where m.push_id = u.push_id and m.member_id = u.member_id`.execute(db)
}

export async function listUrges(db: PushesDb, caller: Caller, query: Paging) {
  const matching = sql`from pushes.urge u where u.sender_id = ${caller.memberId} and u.company_id = ${caller.companyId}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<{
      id: string
      member_id: string
      full_name: string | null
      avatar_path: string | null
      business_type: number
      business_id: string
      name: string
      urged_at: number
    }>`
      select u.*, p.full_name, p.avatar_path
      from (select u.* ${matching} order by u.urged_at desc, u.id desc ${window}) u
      left join ${directorySql(caller.companyId)} p on p.id = u.member_id order by u.urged_at desc, u.id desc`,
  })
  const items = rows.map((row) => ({
    id: row.id,
    member: { id: row.member_id, fullName: row.full_name ?? '', avatarPath: row.avatar_path ?? '' },
    businessType: row.business_type,
    businessId: row.business_id,
    businessName: row.name,
    urgeTime: row.urged_at,
  }))
  return { items, recordCount }
}
