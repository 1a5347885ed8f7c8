/** Exams as members meet them: the published rules, the state of now, and the own record beside them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { isPaySql } from '#modules/commerce/prices/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { endGraceMs } from '../contract/answering.ts'
import { NO_EXAMINEE } from '../contract/codes.ts'
import type { BasicExam, ExamListItem } from '../contract/learning.ts'
import type { RegistrationState } from '../contract/registration.ts'
import type { ExamRules } from '../contract/rules.ts'
import { type AttemptState, type PublishingState, type Result, recordStateOf } from '../contract/states.ts'
import { businessType, type exams } from '../contract.ts'
import { mayStartLaterSql } from './accommodations.ts'
import { audienceIncludesSql, isExamineeSql, openSql } from './audience.ts'
import type { ExamsDb } from './db.ts'
import { sharedSql, stateSql } from './exam-fields.ts'
import { isScoreShown } from './results.ts'

/** An exam that is, or was, on the shelf. */
export interface PublishedExam {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly rules: ExamRules
  readonly startAt: number | null
  readonly endAt: number | null
  readonly state: PublishingState
  readonly hasEnded: boolean
  readonly passwordKey: string
  readonly hasAnswerFileKeys: boolean
}

/**
 * Whether the exam `s` is over for everybody: also for those who got more time, or begin later. Keys and scores that are shown
 * after the end would reach them otherwise.
 */
export const hasEndedSql = (now: number) =>
  sql<boolean>`(case when s.end_at <= ${now} or s.status = 'off-shelf' then not exists (
      select from exams.attempt still where still.exam_id = s.id and still.state = 'in-progress'
        and still.reset_at is null and still.ends_at >= ${now - endGraceMs}) and not ${mayStartLaterSql(now)}
    else false end)`

/** The exam for an examinee; refuses everybody else (EXAM-052). */
export async function getPublishedExam(db: ExamsDb, caller: Caller, id: string, now: number): Promise<PublishedExam> {
  const { rows } = await sql<PublishedExam & { readonly isExaminee: boolean }>`
    select s.id, s.company_id as "companyId", s.name, s.published_rules as rules, s.start_at as "startAt",
      s.end_at as "endAt", ${stateSql(now)} as state, ${hasEndedSql(now)} as "hasEnded",
      s.password_key as "passwordKey", s.answer_file_keys is not null as "hasAnswerFileKeys",
      ${isExamineeSql(caller)} as "isExaminee"
    from exams.exam s
    where s.id = ${id} and s.company_id = ${caller.companyId} and s.deleted_at is null and s.status <> 'draft'
  `.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const { isExaminee, ...exam } = row
  if (!isExaminee) throw refuse(NO_EXAMINEE)
  return exam
}

const basicColumns = (now: number, rules: RawBuilder<unknown> = sql`s.published_rules`) => sql`s.id, ${sharedSql},
  ${stateSql(now)} as state, s.start_at as "startAt", s.end_at as "endAt",
  (${rules} ->> 'durationMinutes')::int as "durationMinutes"`

/** An item as it is read, before it is decided what of the record may be shown. */
export interface ItemRow extends Omit<ExamListItem, 'record'> {
  readonly lastState: AttemptState | null
  readonly result: Result | null
  readonly scoreShown: ExamRules['scoreShown']
  readonly hasEnded: boolean
  readonly registration: RegistrationState | null
}

export function listItem({ lastState, result, scoreShown, hasEnded, registration, ...item }: ItemRow): ExamListItem {
  const shown = isScoreShown({ scoreShown }, { hasEnded }) ? result : null
  const state = lastState === 'final' && shown === null ? 'to-grade' : lastState
  const standing = state === 'in-progress' ? { state, result: null } : state && { state, result: shown }
  return { ...item, record: recordStateOf(standing, registration) }
}

export const itemColumns = (now: number, rules?: RawBuilder<unknown>) => sql`${basicColumns(now, rules)},
  coalesce(a.full_name, '') as "authorName", s.published_at as "publishedAt",
  coalesce(r.attempts_used, 0) as "attemptsUsed", r.result, g.state as registration, t.state as "lastState",
  ${rules ?? sql`s.published_rules`} ->> 'scoreShown' as "scoreShown", ${hasEndedSql(now)} as "hasEnded"`

/** Adds the author `a`, the caller's record `r`, registration `g` and the caller's last attempt `t` to exams `s`. */
export const itemSources = (caller: Caller) => sql`
  left join ${directorySql(caller.companyId)} a on a.id = s.author_id
  left join exams.record r on r.exam_id = s.id and r.member_id = ${caller.memberId}
  left join exams.registration g on g.exam_id = s.id and g.member_id = ${caller.memberId}
  left join exams.attempt t on t.exam_id = s.id and t.member_id = ${caller.memberId} and t.number = r.last_number
    and t.reset_at is null`

export async function listExams(
  db: ExamsDb,
  caller: Caller,
  { search, isPay, ...paging }: Input<typeof exams.exams>['query'],
  now: number,
) {
  const matching = sql`from exams.exam s
    where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
      and ${audienceIncludesSql(caller)} and ${containsWordsSql(sql`s.name`, search)}
      and ${isPaySql(caller, { businessTypes: [businessType], id: sql`s.id`, isPay }, now)}`
  const { items, recordCount } = await sqlPage<ItemRow>(db, paging, {
    matching,
    rows: (window) => sql<ItemRow>`
      select ${itemColumns(now)} from (select s.* ${matching} order by s.published_at desc, s.id ${window}) s
      ${itemSources(caller)} order by s.published_at desc, s.id`,
  })
  return { items: items.map(listItem), recordCount }
}

const amongSql = (caller: Caller, ids: readonly string[]) =>
  sql`s.id = any(${[...ids]}::uuid[]) and s.company_id = ${caller.companyId} and s.deleted_at is null
    and s.status <> 'draft' and ${openSql(caller)}`

/** In the order of the ids, without those that the caller may not open. */
export async function examsByIds(db: ExamsDb, caller: Caller, ids: readonly string[], now: number) {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns(now)} from exams.exam s ${itemSources(caller)} where ${amongSql(caller, ids)}
    order by array_position(${[...ids]}::uuid[], s.id)`.execute(db)
  return rows.map(listItem)
}

export async function basicExams(db: ExamsDb, caller: Caller, ids: readonly string[], now: number) {
  const { rows } = await sql<BasicExam>`
    select ${basicColumns(now)} from exams.exam s where ${amongSql(caller, ids)}
    order by array_position(${[...ids]}::uuid[], s.id)`.execute(db)
  return rows
}
