/** Reminders and messages to learners where one looks at them: from the progress board of a course. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { type BoardFilter, boardLearners } from '#modules/learning/courses/server.ts'
import { directorySql, membersByIds } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { NOT_SUBORDINATE, NOTHING_TO_URGE, URGE_LIMIT } from '../contract/errors.ts'
import type { UrgeKind } from '../contract/urging.ts'
import type { PushesDb } from './db.ts'
import { reachableAmong } from './scope.ts'
import { selectedRecords, send, type UrgeWords, urgesPerDayMax } from './urges.ts'

const courseType = 1
/** So many recipients are named in the list of what was sent. */
const namedMax = 5

interface LearnerSelection {
  readonly memberIds?: readonly string[]
  readonly filter?: BoardFilter
}

/**
 * The learners that the caller reaches of those selected: who makes, manages or teaches the course reaches all its
 * learners, others those that they may push to. Whoever only looks reaches nobody.
 */
async function reachedLearners(db: PushesDb, caller: Caller, courseId: string, selection: LearnerSelection) {
  const { memberIds, filter = {} } = selection
  const wanted = memberIds ? { memberIds } : { filter, limit: urgesPerDayMax + 1 }
  const { courseName, isOwn, ids } = await boardLearners(db, caller, courseId, wanted)
  // More than one may send to in a day are not cut off unseen: the filter is to be narrower.
  if (!memberIds && ids.length > urgesPerDayMax) throw refuse(URGE_LIMIT, { max: urgesPerDayMax })
  const others = ids.filter((id) => id !== caller.memberId)
  if (others.length === 0) throw refuse(NOTHING_TO_URGE)
  if (isOwn) return { courseName, chosen: others, reached: others }
  const reachable = await reachableAmong(db, caller, others)
  if (reachable.size === 0) throw refuse(NOT_SUBORDINATE)
  return { courseName, chosen: others, reached: others.filter((id) => reachable.has(id)) }
}

export async function urgeLearners(
  db: PushesDb,
  courseId: string,
  { kind, title, content, ...selection }: LearnerSelection & UrgeWords & { readonly kind: UrgeKind },
  { caller, audit, now }: Pick<Context, 'caller' | 'audit' | 'now'>,
) {
  const { courseName, chosen, reached } = await reachedLearners(db, caller, courseId, selection)
  const targets = reached.map((memberId) => ({ businessType: courseType, businessId: courseId, memberId }))
  const selected = await selectedRecords(db, caller, targets, { kind, now })
  const words = { content, ...(title !== undefined && { title }) }
  const urged = await send(db, caller, selected, { words, kind, isKept: true }, now)
  const after = { kind, content, recipientCount: urged.urgedCount }
  audit({ type: 'course', id: courseId, name: courseName, before: {}, after })
  return { ...urged, unreachableCount: chosen.length - selected.length }
}

interface BatchRow {
  readonly id: string
  readonly sender_id: string
  readonly name: string
  readonly kind: UrgeKind
  readonly content: string
  readonly member_count: number
  readonly sent_at: number
  readonly members: readonly { id: string; fullName: string; avatarPath: string }[] | null
}

/** What was sent from the board: to who answers for the course all of it, to others what they sent themselves. */
export async function sentToLearners(
  db: PushesDb,
  courseId: string,
  query: Paging,
  { caller, language }: Pick<Context, 'caller' | 'language'>,
) {
  const { companyId, memberId } = caller
  const { isOwn } = await boardLearners(db, caller, courseId, { filter: {}, limit: 1 })
  const matching = sql`from pushes.urge_batch b where b.business_id = ${courseId} and b.business_type = ${courseType}
    and b.company_id = ${companyId} and (${isOwn}::boolean or b.sender_id = ${memberId})`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<BatchRow>`
      select b.*, (select json_agg(json_build_object('id', few.id, 'fullName', few.full_name, 'avatarPath',
          few.avatar_path) order by few.full_name, few.id)
        from (select p.id, p.full_name, p.avatar_path from pushes.urge u
          join ${directorySql(companyId)} p on p.id = u.member_id
          where u.batch_id = b.id order by p.full_name, p.id limit ${namedMax}) few) as members
      from (select b.* ${matching} order by b.sent_at desc, b.id desc ${window}) b
      order by b.sent_at desc, b.id desc`,
  })
  const senders = await membersByIds(db, companyId, [...new Set(rows.map((row) => row.sender_id))])
  const label = findStudyKind(courseType)?.label[language] ?? ''
  const items = rows.map((row) => {
    const sender = senders.get(row.sender_id)
    const filled: Record<string, string> = { item: row.name, sender: sender?.fullName ?? '', kind: label }
    return {
      id: row.id,
      sender: { id: row.sender_id, fullName: sender?.fullName ?? '', avatarPath: sender?.avatarPath ?? '' },
      kind: row.kind,
      content: row.content.replace(/\{(item|sender|kind)\}/g, (_, name: string) => filled[name] ?? ''),
      memberCount: row.member_count,
      members: [...(row.members ?? [])],
      sentAt: row.sent_at,
    }
  })
  return { items, recordCount }
}
