/** Exercises as they are read: by learners with their own answers, by authors with what all answered. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import type { AuthoredExercise, AuthoredQuestion, Exercise } from '../contract/wire.ts'
import type { PlacedExercise } from '../contract.ts'
import { type ExercisesDb, exercisesTables } from './db.ts'
import { type ExerciseItem, hostOf } from './hosts.ts'
import { type QuestionRow, temporaryQuestion } from './states.ts'

/** Whose exercises, and of which sections; all of them without `sectionIds`. */
export interface ExercisesQuery extends ExerciseItem {
  readonly companyId: string
  readonly sectionIds?: readonly string[]
}

interface PlaceRow {
  readonly id: string
  readonly section_id: string
  readonly at_ms: number | null
  readonly must_answer: boolean
  readonly attempts_max: number
  readonly back_to_ms: number | null
}

export const ofItemSql = ({ companyId, businessType, businessId, sectionIds }: ExercisesQuery): RawBuilder<boolean> =>
  sql<boolean>`x.company_id = ${companyId} and x.business_type = ${businessType} and x.business_id = ${businessId}
    and ${sectionIds === undefined ? sql`true` : sql`x.section_id = any(${[...sectionIds]}::uuid[])`}
    and x.removed_at is null`

const placeColumns = sql`x.id, x.section_id, x.at_ms, x.must_answer, x.attempts_max, x.back_to_ms`
/** Those at the end come last. */
const inOrder = sql`x.at_ms nulls last, x.sort, x.id`

const toPlace = ({ id, at_ms: at, must_answer, attempts_max, back_to_ms }: PlaceRow) => ({
  ...{ id, at, mustAnswer: must_answer, attemptsMax: attempts_max, backTo: back_to_ms },
})

/** The answer `a` of a question, and the content that its member sees: of a settled question what was answered. */
const seenSql = sql`case when a.is_settled then a.content_id else q.content_id end`
const answerSql = sql`case when a.member_id is not null then json_build_object('content_id', a.content_id,
  'given', a.given, 'verdict', a.verdict, 'was_right_first', a.was_right_first, 'is_settled', a.is_settled,
  'attempts', cardinality(a.submission_ids)) end`

/** An exercise with the times of its answers, for records of what was studied. */
export interface MemberExercise extends Exercise {
  readonly answeredAt: readonly (number | null)[]
  readonly firstAt: number | null
}

interface MemberRow extends PlaceRow {
  readonly questions: readonly (QuestionRow & { first_at: number | null; answered_at: number | null })[]
}

/** The exercises with what a member answered, in the order of each section. One statement. */
export async function exercisesOf(
  connection: Connection,
  query: ExercisesQuery,
  memberId: string,
): Promise<MemberExercise[]> {
  const { rows } = await sql<MemberRow>`
    select ${placeColumns}, asked.questions from exercises.exercise x cross join lateral (
      select json_agg(json_build_object('id', q.id, 'content_id', c.id, 'content', c.content, 'answer', ${answerSql},
        'first_at', a.first_at, 'answered_at', a.answered_at) order by q.sort, q.id) as questions
      from exercises.question q
      left join exercises.answer a on a.member_id = ${memberId} and a.question_id = q.id
      join exercises.content c on c.id = ${seenSql}
      where q.exercise_id = x.id and q.removed_at is null) asked
    where ${ofItemSql(query)} and asked.questions is not null
    order by x.section_id, ${inOrder}`.execute(exercisesTables(connection))
  return rows.map((row) => {
    const started = row.questions.flatMap(({ first_at: at }) => (at === null ? [] : [at]))
    return {
      ...toPlace(row),
      sectionId: row.section_id,
      questions: row.questions.map(temporaryQuestion),
      answeredAt: row.questions.map(({ answered_at: at }) => at),
      firstAt: started.length === 0 ? null : Math.min(...started),
    }
  })
}

/** Without what only records need. */
export const toExercise = ({ answeredAt: _, firstAt: __, ...exercise }: MemberExercise): Exercise => exercise

/** The exercises of a content in the order of its outline, for who may meet them (EXAM-061). */
export async function findExercises(
  db: ExercisesDb,
  caller: Caller,
  { businessType = 1, businessId, sectionId }: Partial<ExerciseItem> & { businessId: string; sectionId?: string },
  now: number,
): Promise<{ items: PlacedExercise[]; recordCount: number }> {
  const all = await hostOf(businessType).sections(db, caller, businessId, now)
  const sections = sectionId === undefined ? all : all.filter(({ id }) => id === sectionId)
  const query = { companyId: caller.companyId, businessType, businessId, sectionIds: sections.map(({ id }) => id) }
  const found = await exercisesOf(db, query, caller.memberId)
  const items = sections.flatMap(({ id, title }) =>
    found.filter((one) => one.sectionId === id).map((one) => ({ ...toExercise(one), sectionTitle: title })),
  )
  return { items, recordCount: items.length }
}

export interface Stop {
  readonly exerciseId: string
  readonly sectionId: string
  readonly at: number | null
  readonly mustAnswer: boolean
  readonly questionCount: number
}

/** Where a content stops for exercises. */
export async function stopsOf(connection: Connection, query: ExercisesQuery): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    select x.id as "exerciseId", x.section_id as "sectionId", x.at_ms as at, x.must_answer as "mustAnswer",
      (select count(*)::int from exercises.question q where q.exercise_id = x.id and q.removed_at is null)
        as "questionCount"
    from exercises.exercise x where ${ofItemSql(query)} order by x.section_id, ${inOrder}`.execute(
    exercisesTables(connection),
  )
  return rows
}

interface CountedQuestion {
  readonly id: string
  readonly content: QuestionContent
  readonly bank_version_id: string | null
  readonly answered: number
  readonly right_first: number
  /** How often each answer was given last. */
  readonly given: readonly { readonly answer: QuestionAnswer; readonly times: number }[]
}

/** A question `q` with its content and with what was answered to it, as a JSON object. */
const countedSql = sql`json_build_object('id', q.id, 'content', c.content, 'bank_version_id', c.bank_version_id,
  'answered', a.answered, 'right_first', a.right_first, 'given', a.given)`
const countedFrom = sql`exercises.question q join exercises.content c on c.id = q.content_id
  cross join lateral (
    select coalesce(sum(times), 0)::int as answered, coalesce(sum(right_first), 0)::int as right_first,
      coalesce(json_agg(json_build_object('answer', given, 'times', times))
        filter (where c.content ->> 'kind' in ('single-choice', 'multiple-choice', 'undetermined-choice', 'true-false')),
        '[]') as given
    from (select given, count(*)::int as times, (count(*) filter (where was_right_first))::int as right_first
      from exercises.answer where content_id = c.id group by given) one) a`

/** How often each option of a choice was chosen; null of other kinds. */
function optionCounts({ content, given }: CountedQuestion): number[] | null {
  if (content.kind === 'true-false') {
    const count = (isTrue: boolean) =>
      given.reduce(
        (sum, { answer, times }) => (answer.kind === 'true-false' && answer.isTrue === isTrue ? sum + times : sum),
        0,
      )
    return [count(true), count(false)]
  }
  if (!('options' in content)) return null
  return content.options.map((_, at) =>
    given.reduce((sum, { answer, times }) => ('chosen' in answer && answer.chosen.includes(at) ? sum + times : sum), 0),
  )
}

const toAuthored = (row: CountedQuestion): AuthoredQuestion => ({
  id: row.id,
  content: row.content,
  bankVersionId: row.bank_version_id,
  answeredCount: row.answered,
  rightFirstCount: row.right_first,
  optionCounts: optionCounts(row),
})

/** The exercises with all that their forms hold, and what was answered. */
export async function authoredExercises(connection: Connection, query: ExercisesQuery): Promise<AuthoredExercise[]> {
  const { rows } = await sql<PlaceRow & { questions: readonly CountedQuestion[] | null }>`
    select ${placeColumns}, (select json_agg(${countedSql} order by q.sort, q.id) from ${countedFrom}
      where q.exercise_id = x.id and q.removed_at is null) as questions
    from exercises.exercise x where ${ofItemSql(query)} order by x.section_id, ${inOrder}`.execute(
    exercisesTables(connection),
  )
  return rows.map((row) => ({ ...toPlace(row), questions: (row.questions ?? []).map(toAuthored) }))
}

export interface QuestionPlace extends ExerciseItem {
  readonly sectionId: string
  readonly attemptsMax: number
}

/** Where a question of the company stands, whose exercise is still met. */
export async function getPlace(db: ExercisesDb, companyId: string, questionId: string): Promise<QuestionPlace> {
  const { rows } = await sql<QuestionPlace>`
    select x.business_type as "businessType", x.business_id as "businessId", x.section_id as "sectionId",
      x.attempts_max as "attemptsMax"
    from exercises.question q join exercises.exercise x on x.id = q.exercise_id
    where q.id = ${questionId} and q.company_id = ${companyId} and q.removed_at is null and x.removed_at is null`.execute(
    db,
  )
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** A question as this member sees it. */
export async function readQuestion(db: ExercisesDb, memberId: string, questionId: string): Promise<QuestionRow> {
  const { rows } = await sql<QuestionRow>`
    select q.id, c.id as content_id, c.content, ${answerSql} as answer from exercises.question q
    left join exercises.answer a on a.member_id = ${memberId} and a.question_id = q.id
    join exercises.content c on c.id = ${seenSql}
    where q.id = ${questionId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** Without the rule of attempts, which belongs to the exercise. */
const placed = ({ attemptsMax: _, ...place }: QuestionPlace) => place

/** A question as the caller meets it (EXAM-070). */
export async function metQuestion(db: ExercisesDb, caller: Caller, id: string, now: number) {
  const place = await getPlace(db, caller.companyId, id)
  await hostOf(place.businessType).assertAnswers(db, caller, place.businessId, place.sectionId, now)
  return { ...temporaryQuestion(await readQuestion(db, caller.memberId, id)), ...placed(place) }
}

/** A question with its key and its answers, for who edits what it stands in (EXAM-071). */
export async function authoredQuestion(db: ExercisesDb, caller: Caller, id: string) {
  const place = await getPlace(db, caller.companyId, id)
  await hostOf(place.businessType).assertEdits(db, caller, place.businessId)
  const { rows } = await sql<{ question: CountedQuestion }>`
    select ${countedSql} as question from ${countedFrom} where q.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return { ...toAuthored(rows[0].question), ...placed(place) }
}
