/** Where participants are with a homework: one row each, which follows what is handed in and what is decided about it. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { HOMEWORK_DONE } from '../contract/codes.ts'
import type { handInObstacles } from '../contract/learning.ts'
import type { Standing, TaskRules } from '../contract/shapes.ts'
import type { HomeworkDb } from './db.ts'

interface StoredWork {
  readonly activityId: string
  readonly memberId: string
  readonly submissionId: string
  readonly state: 'waiting' | 'returned' | 'marked'
  readonly versions: number
  readonly firstAt: number
  readonly submittedAt: number
  readonly tenths: number | null
  readonly isPassed: boolean
}

const workSql = sql`w.activity_id as "activityId", w.member_id as "memberId", w.submission_id as "submissionId", w.state,
  w.versions::int as versions, w.first_at as "firstAt", w.submitted_at as "submittedAt", w.tenths, w.is_passed as "isPassed"`

export async function worksOf(
  db: HomeworkDb,
  companyId: string,
  { activityIds, memberIds }: { readonly activityIds: readonly string[]; readonly memberIds: readonly string[] },
): Promise<StoredWork[]> {
  const { rows } = await sql<StoredWork>`
    select ${workSql} from homework.work w where w.company_id = ${companyId}
      and w.activity_id = any(${[...activityIds]}::uuid[]) and w.member_id = any(${[...memberIds]}::uuid[])`.execute(db)
  return rows
}

export async function findWork(db: HomeworkDb, companyId: string, activityId: string, memberId: string) {
  const [work] = await worksOf(db, companyId, { activityIds: [activityId], memberIds: [memberId] })
  return work
}

/** Whether the first version came after the due time. What is returned may be done over after it. */
export const isLate = (firstAt: number, dueAt: number | null): boolean => dueAt !== null && firstAt > dueAt

export function standingOf(work: StoredWork | undefined, dueAt: number | null): Standing {
  if (!work) return { state: 'open', versions: 0, submittedAt: null, isLate: false, tenths: null, isPassed: false }
  const { state, versions, submittedAt, firstAt, tenths, isPassed } = work
  return { state, versions, submittedAt, isLate: isLate(firstAt, dueAt), tenths, isPassed }
}

interface Situation extends Pick<TaskRules, 'lateRule' | 'versionsMax'> {
  readonly dueAt: number | null
  readonly isClosed: boolean
  readonly isParticipant: boolean
}

/** Why a participant cannot hand in now; null: nothing is in the way. */
export function obstacleOf(
  { state, versions, isPassed }: Pick<Standing, 'state' | 'versions' | 'isPassed'>,
  { lateRule, versionsMax, dueAt, isClosed, isParticipant }: Situation,
  now: number,
): (typeof handInObstacles)[number] | null {
  if (!isParticipant) return 'staff'
  if (isClosed) return 'closed'
  if (state === 'waiting') return 'waiting'
  if (state === 'returned') return null
  if (isPassed) return 'done'
  if (versions >= versionsMax) return 'used-up'
  return lateRule === 'refuse' && dueAt !== null && now > dueAt ? 'overdue' : null
}

interface HandedIn {
  readonly activityId: string
  readonly memberId: string
  readonly classId: string
  readonly companyId: string
  readonly submissionId: string
  readonly now: number
}

/** A version waits for its mark; answers how many there are now. A mark that came meanwhile and is enough stays. */
export async function noteHandedIn(db: HomeworkDb, one: HandedIn): Promise<{ versions: number; firstAt: number }> {
  const { rows } = await sql<{ versions: number; firstAt: number }>`
    insert into homework.work as w (activity_id, member_id, class_id, company_id, submission_id, state, versions, first_at,
      submitted_at)
    values (${one.activityId}, ${one.memberId}, ${one.classId}, ${one.companyId}, ${one.submissionId}, 'waiting', 1,
      ${one.now}, ${one.now})
    on conflict (activity_id, member_id) do update set submission_id = excluded.submission_id, state = 'waiting',
      versions = w.versions + 1, submitted_at = excluded.submitted_at, tenths = null
    where not w.is_passed
    returning w.versions::int as versions, w.first_at as "firstAt"`.execute(db)
  if (!rows[0]) throw refuse(HOMEWORK_DONE)
  return rows[0]
}

interface Decided {
  readonly activityId: string
  readonly memberId: string
  readonly submissionId: string
  readonly isAccepted: boolean
  readonly tenths: number | null
  readonly isPassed: boolean
}

/** Answers whether the version is still the newest one. */
export async function noteDecided(db: HomeworkDb, one: Decided): Promise<boolean> {
  const { rows } = await sql<{ memberId: string }>`
    update homework.work set state = ${one.isAccepted ? 'marked' : 'returned'}, tenths = ${one.tenths},
      is_passed = ${one.isAccepted && one.isPassed}
    where activity_id = ${one.activityId} and member_id = ${one.memberId} and submission_id = ${one.submissionId}
    returning member_id as "memberId"`.execute(db)
  return rows.length > 0
}
