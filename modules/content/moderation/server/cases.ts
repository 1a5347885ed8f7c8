/** Cases as rows, the queue of moderators, and who has a case before them. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  type KnownMember,
  membersByIds,
  organizationNames,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { moderates } from '../contract/access.ts'
import { CASE_CLAIMED } from '../contract/codes.ts'
import {
  type CaseOutcome,
  type CaseRow,
  type Cause,
  CLAIM_MS,
  type DecisionReason,
  type moderation,
} from '../contract.ts'
import type { ModerationDb } from './db.ts'
import { labelOf, moderated } from './kinds.ts'

export interface CaseRecord {
  readonly id: string
  readonly company_id: string
  readonly business_type: number
  readonly business_id: string
  readonly organization_id: string
  readonly author_id: string | null
  readonly is_anonymous: boolean
  readonly title: string
  readonly excerpt: string
  readonly cause: 'words' | 'review' | null
  readonly report_count: number
  readonly state: CaseRow['state']
  readonly claimed_by: string | null
  readonly claimed_at: number | null
  readonly outcome: CaseOutcome | null
  readonly reason_code: DecisionReason | null
  readonly note: string
  readonly warned: boolean
  readonly mute_days: number
  readonly decided_by: string | null
  readonly decided_at: number | null
  readonly appeal_text: string | null
  readonly appealed_at: number | null
  readonly appeal_outcome: 'upheld' | 'overturned' | null
  readonly appeal_note: string
  readonly appeal_decided_by: string | null
  readonly appeal_decided_at: number | null
  readonly queued_at: number
  readonly created_at: number
  readonly revision: number
}

/** A condition on `c`: the case is of an organization that the caller moderates. */
export function ofCallerSql(caller: Caller): RawBuilder<boolean> {
  const company = sql<boolean>`c.company_id = ${caller.companyId}`
  if (coversCompany(caller, moderates.permission)) return company
  const granted = caller.permissions.get(moderates.permission) ?? []
  if (granted.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${company} and c.organization_id in ${organizationsBelowSql(granted)})`
}

/** A case that the caller moderates; others are not there. */
export async function getCase(db: ModerationDb, caller: Caller, id: string): Promise<CaseRecord> {
  const { rows } = await sql<CaseRecord>`
    select c.* from moderation.content_case c where c.id = ${id} and ${ofCallerSql(caller)}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export type People = ReadonlyMap<string, KnownMember>

export function personOf(people: People, id: string | null) {
  const member = id === null ? undefined : people.get(id)
  if (!member) return null
  return {
    memberId: member.id,
    memberFullName: member.fullName,
    headPortrait: member.avatarPath,
    organizationName: member.organizationName,
  }
}

export const present = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null)

/** Why a case waits, or did. */
function causesOf(row: CaseRecord): Cause[] {
  return [
    ...(row.appealed_at === null ? [] : (['appeal'] as const)),
    ...(row.cause === null ? [] : [row.cause]),
    ...(row.report_count === 0 ? [] : (['report'] as const)),
  ]
}

/** The claim of a case, while it lasts. */
function claimOf(row: CaseRecord, people: People, now: number): CaseRow['claim'] {
  if (row.claimed_by === null || row.claimed_at === null || row.claimed_at + CLAIM_MS <= now) return null
  const name = people.get(row.claimed_by)?.fullName ?? ''
  return { memberId: row.claimed_by, name, until: row.claimed_at + CLAIM_MS }
}

export function caseRow(row: CaseRecord, people: People, organizations: ReadonlyMap<string, string>, now: number) {
  return {
    id: row.id,
    businessType: row.business_type,
    businessId: row.business_id,
    label: labelOf(row.business_type),
    title: row.title,
    excerpt: row.excerpt,
    causes: causesOf(row),
    state: row.state,
    reportCount: row.report_count,
    author: row.is_anonymous ? null : personOf(people, row.author_id),
    isAnonymous: row.is_anonymous,
    organizationName: organizations.get(row.organization_id) ?? '',
    claim: claimOf(row, people, now),
    createdAt: row.created_at,
    queuedAt: row.queued_at,
    outcome: row.outcome,
    revision: row.revision,
  } satisfies CaseRow
}

type QueueQuery = Input<typeof moderation.queue>['query']

const causeSql = {
  report: sql<boolean>`c.report_count > 0`,
  words: sql<boolean>`c.cause = 'words'`,
  review: sql<boolean>`c.cause = 'review'`,
  appeal: sql<boolean>`c.appealed_at is not null`,
} as const

/** The conditions and the order of a list; `content_case_queue` and `content_case_decided` serve them. */
function queueSql(caller: Caller, query: QueueQuery, now: number) {
  const { state = 'waiting' } = query
  const isDecided = state === 'decided'
  const at = isDecided ? sql`c.decided_at` : sql`c.queued_at`
  const isClaimed = sql<boolean>`coalesce(c.claimed_at > ${now - CLAIM_MS}, false)`
  const parts = [
    ofCallerSql(caller),
    isDecided ? sql<boolean>`c.state in ('decided', 'closed')` : sql<boolean>`c.state in ('open', 'appealed')`,
    ...(state === 'claimed' ? [isClaimed] : []),
    ...(state === 'open' ? [sql<boolean>`not ${isClaimed}`] : []),
    ...(query.cause === undefined ? [] : [causeSql[query.cause]]),
    ...(query.businessType === undefined ? [] : [sql<boolean>`c.business_type = ${query.businessType}`]),
    ...(query.organizationId === undefined
      ? []
      : [sql<boolean>`c.organization_id in ${organizationsBelowSql([query.organizationId])}`]),
  ]
  if (query.after !== undefined) {
    const [value, id] = query.after.split('_') as [string, string]
    parts.push(
      isDecided
        ? sql<boolean>`(${at}, c.id) < (${value}::bigint, ${id}::uuid)`
        : sql<boolean>`(${at}, c.id) > (${value}::bigint, ${id}::uuid)`,
    )
  }
  const order = isDecided ? sql`${at} desc, c.id desc` : sql`${at}, c.id`
  return { matching: sql.join(parts, sql` and `), order, isDecided }
}

export async function listCases(db: ModerationDb, { caller, now }: Context, query: QueueQuery) {
  const { pageSize: limit = 20 } = query
  const { matching, order, isDecided } = queueSql(caller, query, now)
  const { rows } = await sql<CaseRecord>`
    select c.* from moderation.content_case c where ${matching} order by ${order} limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const people = await membersByIds(
    db,
    caller.companyId,
    present(shown.flatMap((row) => [row.author_id, row.claimed_by])),
  )
  const organizations = await organizationNames(
    db,
    caller.companyId,
    shown.map((row) => row.organization_id),
  )
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => caseRow(row, people, organizations, now)),
    next: last ? `${isDecided ? last.decided_at : last.queued_at}_${last.id}` : null,
    kinds: moderated.all().map(({ businessType, label }) => ({ businessType, label: { ...label } })),
  }
}

/** Refuses a case that another moderator has before them. */
export async function assertNotClaimed(db: ModerationDb, { caller, now }: Context, row: CaseRecord): Promise<void> {
  if (row.claimed_by === caller.memberId) return
  const claim = claimOf(row, await membersByIds(db, caller.companyId, present([row.claimed_by])), now)
  if (claim) throw refuse(CASE_CLAIMED, { name: claim.name, until: claim.until })
}
