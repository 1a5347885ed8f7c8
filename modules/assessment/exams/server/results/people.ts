/** The results of an exam by person: the record, with the last attempt in the words of both maps (EXAM-020, EXAM-021). */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { PersonResult } from '../../contract/results.ts'
import { type AttemptState, attemptListStateOf, recordStateOf, type SubmissionCause } from '../../contract/states.ts'
import type { exams } from '../../contract.ts'
import { audienceMembersSql } from '../audience.ts'
import type { ExamsDb } from '../db.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { statusFilter } from '../invigilation.ts'
import { getOwnExam } from './access.ts'

export interface PersonRow extends Omit<PersonResult, 'record' | 'status'> {
  readonly state: AttemptState | null
  readonly cause: SubmissionCause | null
  readonly lastResult: PersonResult['result']
}

const hasPassMark = (exam: ExamRecord): boolean => (exam.publishedRules ?? exam.rules).passTenths !== null

/** The same attempt in both lists: its state in each has the number of that list. */
function personResult({ state, cause, lastResult, ...row }: PersonRow, passMark: boolean): PersonResult {
  const standing = state && { state, cause, result: lastResult, hasPassMark: passMark }
  return { ...row, record: recordStateOf(standing), status: attemptListStateOf(standing) }
}

/** Records `r` with their member `p` and the last attempt `t`. */
const sourcesSql = (companyId: string) => sql`exams.record r join ${directorySql(companyId)} p on p.id = r.member_id
  left join exams.attempt t on t.exam_id = r.exam_id and t.member_id = r.member_id and t.number = r.last_number
    and t.reset_at is null`

const columnsSql = sql`json_build_object('id', p.id, 'fullName', p.full_name, 'avatarPath', p.avatar_path) as member,
  p.organization_name as "organizationName"`

const recordColumnsSql = sql`${columnsSql}, r.score_hundredths as "scoreHundredths", r.total_tenths as "totalTenths",
  r.result, r.attempts_used as attempts, t.submitted_at as "submittedAt", coalesce(t.leave_count, 0) as "leaveCount",
  t.state, t.cause, t.result as "lastResult"`

const unstarted = sql`null::int as "scoreHundredths", null::int as "totalTenths", null as result, 0 as attempts,
  null::bigint as "submittedAt", 0 as "leaveCount", null as state, null as cause, null as "lastResult"`

type Filters = Omit<Input<typeof exams.personResults>['query'], 'page' | 'pageSize'>

function memberFilters({ organizationId, search }: Filters): RawBuilder<boolean> {
  const place = organizationId ? sql`p.organization_id in ${organizationsBelowSql([organizationId])}` : sql`true`
  return sql<boolean>`${place} and ${containsWordsSql(sql`p.full_name`, search)}`
}

/** Assigned, and without an attempt. */
const absentSql = (exam: ExamRecord, filters: Filters) => sql`from ${directorySql(exam.companyId)} p
  where p.id in ${audienceMembersSql(exam.companyId, exam)} and ${memberFilters(filters)}
    and not exists (select from exams.attempt t where t.exam_id = ${exam.id} and t.member_id = p.id and t.reset_at is null)`

const startedSql = (exam: ExamRecord, { status, result, ...filters }: Filters) => sql`from ${sourcesSql(exam.companyId)}
  where r.exam_id = ${exam.id} and r.opened_at is not null and ${memberFilters(filters)}
    and ${statusFilter(status, hasPassMark(exam))} and ${result ? sql`r.result = ${result}` : sql`true`}`

const exportedAtOnce = 500

/**
 * All who have started, the best first, some hundred at a time: for the export. Their order is read first, so that each comes once
 * whatever changes meanwhile. `onPeople` hears after each piece how many there were, and of how many.
 */
export async function* allPeople(
  db: ExamsDb,
  exam: ExamRecord,
  onPeople: (done: number, total: number) => Promise<void>,
): AsyncGenerator<PersonResult> {
  const { rows: order } = await sql<{ id: string }>`select r.member_id as id ${startedSql(exam, {})}
    order by r.score_hundredths desc nulls last, r.member_id`.execute(db)
  for (let done = 0; done < order.length; done += exportedAtOnce) {
    const ids = order.slice(done, done + exportedAtOnce).map(({ id }) => id)
    const { rows } = await sql<PersonRow>`select ${recordColumnsSql} from ${sourcesSql(exam.companyId)}
      where r.exam_id = ${exam.id} and r.member_id = any(${ids}::uuid[])
      order by array_position(${ids}::uuid[], r.member_id)`.execute(db)
    for (const row of rows) yield personResult(row, hasPassMark(exam))
    await onPeople(done + ids.length, order.length)
  }
}

export async function personResults(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { page, pageSize, ...filters }: Input<typeof exams.personResults>['query'],
) {
  const exam = await getOwnExam(db, caller, id)
  const isAbsent = filters.status === 1
  const matching = isAbsent ? absentSql(exam, filters) : startedSql(exam, filters)
  const { items, recordCount } = await sqlPage<PersonRow>(
    db,
    { page, pageSize },
    {
      matching,
      rows: (window) =>
        isAbsent
          ? sql<PersonRow>`select ${columnsSql}, ${unstarted} ${matching} order by p.full_name, p.id ${window}`
          : sql<PersonRow>`select ${recordColumnsSql} ${matching}
            order by r.score_hundredths desc nulls last, r.member_id ${window}`,
    },
  )
  return { items: items.map((row) => personResult(row, hasPassMark(exam))), recordCount }
}
