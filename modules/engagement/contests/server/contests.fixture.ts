/** Contests for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ContestInput, newContest, type Round } from '../contract/fields.ts'
import { columnsOf } from './contest-record.ts'
import { contestsTables } from './db.ts'

const dayMs = 86_400_000

export interface BuiltContest extends Partial<ContestInput> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
  readonly isRecommended?: boolean
  readonly resultsAt?: number
}

/** Works are handed in from an hour before `at` for two days; then they are reviewed and voted for, for two more. */
export const roundAround = (at: number, name = '初赛'): Round => ({
  ...{
    name,
    opensAt: at - 3_600_000,
    closesAt: at + 2 * dayMs,
    reviewUntil: at + 4 * dayMs,
    votingUntil: at + 4 * dayMs,
  },
})

/** Works are handed in now, unless the input says otherwise. */
export async function buildContest(connection: Connection, input: BuiltContest): Promise<string> {
  const { id = uuid(), author, now, status = 'on-shelf', isRecommended = false, resultsAt = null, ...written } = input
  const texts = { name: '微课大赛', round: '初赛', criteria: ['内容', '表现'] }
  const fields = { ...newContest(texts), rounds: [roundAround(now)], ...written }
  const isPublished = status !== 'draft'
  await contestsTables(connection)
    .insertInto('contests.contest')
    .values({
      ...{ id, company_id: author.companyId, organization_id: author.organizationId, author_id: author.id, status },
      ...columnsOf(fields),
      ...{ is_recommended: isRecommended, results_at: resultsAt, updated_at: now },
      ...{ version_number: isPublished ? 1 : 0, published_at: isPublished ? now : null },
      off_shelf_at: status === 'off-shelf' ? now : null,
    })
    .execute()
  return id
}

export interface BuiltWork {
  readonly id?: string
  readonly contestId: string
  readonly companyId: string
  readonly memberId: string
  readonly number: number
  readonly title: string
  readonly text?: string
  readonly groupKey?: string
  readonly fileId: string
  readonly fileName: string
  readonly fileKind?: 'video' | 'document'
  /** Its copy without names; left out: it has none. */
  readonly copyFileId?: string
  readonly isRecommended?: boolean
  readonly awardKey?: string
  readonly rank?: number
  readonly handedInAt: number
}

export async function buildWork(connection: Connection, input: BuiltWork): Promise<string> {
  const db = contestsTables(connection)
  const { id = uuid(), contestId, companyId, number, handedInAt, copyFileId, fileKind = 'video' } = input
  await db
    .insertInto('contests.work')
    .values({
      ...{ id, contest_id: contestId, company_id: companyId, number, member_id: input.memberId, title: input.title },
      ...{
        text: input.text ?? '',
        group_key: input.groupKey ?? null,
        handed_in_at: handedInAt,
        rank: input.rank ?? null,
      },
      ...{ recommended_at: input.isRecommended ? handedInAt : null, award_key: input.awardKey ?? null },
    })
    .execute()
  await db
    .insertInto('contests.version')
    .values({
      ...{ work_id: id, number: 1, company_id: companyId, file_id: input.fileId, file_name: input.fileName },
      ...{ file_kind: fileKind, copy: copyFileId ? 'made' : 'none', copy_file_id: copyFileId ?? null },
      handed_in_at: handedInAt,
    })
    .execute()
  await db
    .updateTable('contests.contest')
    .set((e) => ({ works_made: e.fn('greatest', [e.ref('works_made'), e.val(number)]) }))
    .where('id', '=', contestId)
    .execute()
  return id
}

interface BuiltReview {
  readonly contestId: string
  readonly workId: string
  readonly companyId: string
  readonly reviewerId: string
  readonly assignedAt: number
  /** Key of a criterion → points; left out: not scored yet. */
  readonly scores?: Readonly<Record<string, number>>
}

export async function buildReview(connection: Connection, input: BuiltReview): Promise<string> {
  const { contestId, workId, companyId, reviewerId, assignedAt, scores } = input
  const id = uuid()
  const given = scores && Object.entries(scores).map(([key, points]) => ({ key, points }))
  const scored = given && {
    ...{ scores: JSON.stringify(given), total: given.reduce((sum, { points }) => sum + points, 0) },
    reviewed_at: assignedAt,
  }
  await contestsTables(connection)
    .insertInto('contests.review')
    .values({
      ...{ id, contest_id: contestId, work_id: workId, company_id: companyId, round: 0, reviewer_id: reviewerId },
      ...{ assigned_at: assignedAt, ...scored },
    })
    .execute()
  return id
}

export async function buildVotes(
  connection: Connection,
  input: {
    readonly contestId: string
    readonly workId: string
    readonly companyId: string
    readonly memberIds: readonly string[]
    readonly suspicion?: 'burst' | 'address' | 'fast'
    readonly at: number
  },
): Promise<void> {
  const { contestId, workId, companyId, memberIds, suspicion = null, at } = input
  await contestsTables(connection)
    .insertInto('contests.vote')
    .values(
      memberIds.map((memberId, index) => ({
        ...{ id: uuid(), contest_id: contestId, work_id: workId, company_id: companyId, round: 0, member_id: memberId },
        ...{ address: 'demo', suspicion, voted_at: at + index * 60_000 },
      })),
    )
    .execute()
}
