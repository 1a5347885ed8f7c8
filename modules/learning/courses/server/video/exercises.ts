/** Exercises at a point of a video: how their authors write them, and how answers are evaluated and kept. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import type { AuthoredExercise, Exercise, ExerciseInput, ExerciseKind, ExerciseState } from '../../contract/segments.ts'
import type { CoursesDb } from '../db.ts'
import { getLearnt, getSectionOf } from '../study/readers.ts'
import { getVideo, idsOf, knownIds } from './segments.ts'

/** From this attempt on the answer is sent, right or not: learning goes on. */
const shownFromAttempt = 2

export interface Option {
  readonly text: string
  readonly isRight: boolean
}

interface Given {
  readonly options: readonly number[]
  readonly text: string
}

interface AnswerRow {
  readonly given: Given
  readonly is_right: boolean
  readonly was_right_first: boolean
  readonly attempts: number
}

export interface ExerciseRow {
  readonly id: string
  readonly section_id: string
  readonly at_ms: number
  readonly kind: ExerciseKind
  readonly question: string
  readonly options: readonly Option[]
  readonly explanation: string
  readonly must_answer: boolean
  readonly answer: AnswerRow | null
}

/** What a member may know of their answer. */
export function exerciseState(
  exercise: Pick<ExerciseRow, 'kind' | 'options' | 'explanation'>,
  answer: AnswerRow,
): ExerciseState {
  const sent = answer.is_right || answer.attempts >= shownFromAttempt
  const isFill = exercise.kind === 'fill'
  const right = exercise.options.flatMap(({ isRight }, index) => (isRight ? [index] : []))
  return {
    options: [...answer.given.options],
    text: answer.given.text,
    isRight: answer.is_right,
    wasRightFirst: answer.was_right_first,
    attempts: answer.attempts,
    rightOptions: sent && !isFill ? right : null,
    rightTexts: sent && isFill ? exercise.options.map(({ text }) => text) : null,
    explanation: sent ? exercise.explanation : null,
  }
}

/** The texts that a learner chooses from; the words of a fill-in are its solution. */
export function shownOptions({ kind, options }: Pick<ExerciseRow, 'kind' | 'options'>): string[] {
  return kind === 'fill' ? [] : options.map(({ text }) => text)
}

const answerSql = sql`case when a.member_id is not null then json_build_object('given', a.given, 'is_right', a.is_right,
  'was_right_first', a.was_right_first, 'attempts', a.attempts) end as answer`

export async function exercisesOfSection(
  db: CoursesDb,
  memberId: string,
  courseId: string,
  sectionId: string,
): Promise<Exercise[]> {
  const { rows } = await sql<ExerciseRow>`
    select x.id, x.section_id, x.at_ms, x.kind, x.question, x.options, x.explanation, x.must_answer, ${answerSql}
    from courses.exercise x
    left join courses.exercise_answer a on a.member_id = ${memberId} and a.exercise_id = x.id
    where x.course_id = ${courseId} and x.section_id = ${sectionId} and x.removed_at is null
    order by x.at_ms, x.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    at: row.at_ms,
    kind: row.kind,
    question: row.question,
    options: shownOptions(row),
    mustAnswer: row.must_answer,
    state: row.answer && exerciseState(row, row.answer),
  }))
}

export async function authoredExercises(
  db: CoursesDb,
  courseId: string,
  sectionId: string,
): Promise<AuthoredExercise[]> {
  const { rows } = await sql<ExerciseRow & { answered: number; right_first: number }>`
    select x.id, x.section_id, x.at_ms, x.kind, x.question, x.options, x.explanation, x.must_answer, null as answer,
      a.answered, a.right_first
    from courses.exercise x cross join lateral (
      select count(*)::int as answered, (count(*) filter (where was_right_first))::int as right_first
      from courses.exercise_answer where exercise_id = x.id) a
    where x.course_id = ${courseId} and x.section_id = ${sectionId} and x.removed_at is null
    order by x.at_ms, x.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    at: row.at_ms,
    kind: row.kind,
    question: row.question,
    options: [...row.options],
    explanation: row.explanation,
    mustAnswer: row.must_answer,
    answeredCount: row.answered,
    rightFirstCount: row.right_first,
  }))
}

/** How many options a kind has, and how many of them are right. */
const shapes: Readonly<Record<ExerciseKind, { options: [number, number]; right: [number, number] }>> = {
  single: { options: [2, 10], right: [1, 1] },
  multiple: { options: [2, 10], right: [1, 10] },
  judge: { options: [2, 2], right: [1, 1] },
  fill: { options: [1, 10], right: [1, 10] },
}

function wrong(path: string, rule: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })
}

function assertShape({ kind, options, at }: ExerciseInput, index: number, length: number): void {
  const path = `exercises.${index}`
  if (at > length) throw wrong(`${path}.at`, 'place', 'lies behind the end')
  const { options: count, right } = shapes[kind]
  if (options.length < count[0] || options.length > count[1])
    throw wrong(`${path}.options`, 'count', `takes ${count[0]} to ${count[1]}`)
  const texts = new Set(options.map(({ text }) => text.trim()))
  if (texts.size < options.length) throw wrong(`${path}.options`, 'unique', 'says the same twice')
  const rightCount = options.filter(({ isRight }) => isRight).length
  const isWrong = rightCount < right[0] || rightCount > right[1] || (kind === 'fill' && rightCount < options.length)
  if (isWrong) throw wrong(`${path}.options`, 'right', 'has another number of right answers than its kind')
}

function textsOf(inputs: readonly ExerciseInput[]): Record<string, string> {
  const texts = inputs.flatMap(({ question, options, explanation = '' }, index) => [
    [`exercises.${index}.question`, question] as const,
    [`exercises.${index}.explanation`, explanation] as const,
    ...options.map(({ text }, at) => [`exercises.${index}.options.${at}.text`, text] as const),
  ])
  return Object.fromEntries(texts)
}

export async function saveExercises(
  db: CoursesDb,
  ids: { id: string; sectionId: string },
  inputs: readonly ExerciseInput[],
  { caller, now }: Context,
): Promise<void> {
  const { length } = await getVideo(db, caller, ids, true)
  for (const [index, input] of inputs.entries()) assertShape(input, index, length)
  await assertClean(db, caller.companyId, textsOf(inputs))
  const kept = idsOf(inputs, await knownIds(db, 'courses.exercise', ids.sectionId))
  await sql`
    update courses.exercise set removed_at = ${now}
    where course_id = ${ids.id} and section_id = ${ids.sectionId} and removed_at is null
      and id <> all(${kept}::uuid[])`.execute(db)
  if (inputs.length === 0) return
  const rows = inputs.map(({ at, kind, question, options, explanation = '', mustAnswer }, index) => ({
    id: kept[index] ?? uuid(),
    company_id: caller.companyId,
    course_id: ids.id,
    section_id: ids.sectionId,
    at_ms: at,
    kind,
    question: question.trim(),
    options: JSON.stringify(options.map(({ text, isRight }) => ({ text: text.trim(), isRight }))),
    explanation: explanation.trim(),
    must_answer: mustAnswer,
  }))
  await db
    .insertInto('courses.exercise')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({
        at_ms: e.ref('excluded.at_ms'),
        kind: e.ref('excluded.kind'),
        question: e.ref('excluded.question'),
        options: e.ref('excluded.options'),
        explanation: e.ref('excluded.explanation'),
        must_answer: e.ref('excluded.must_answer'),
        removed_at: null,
      })),
    )
    .execute()
}

/** What counts as the same word: width, letter case and spaces make no difference. */
function plainWord(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Whether an answer is right; refuses one that is none. */
function isRight({ kind, options }: Pick<ExerciseRow, 'kind' | 'options'>, given: Given): boolean {
  if (kind === 'fill') {
    const word = plainWord(given.text)
    if (word === '') throw wrong('text', 'required', 'is needed')
    return options.some(({ text }) => plainWord(text) === word)
  }
  if (given.options.length === 0) throw wrong('options', 'required', 'is needed')
  if (kind !== 'multiple' && given.options.length > 1) throw wrong('options', 'count', 'takes one')
  if (given.options.some((at) => at >= options.length)) throw wrong('options', 'place', 'names no option')
  return options.every((option, index) => option.isRight === given.options.includes(index))
}

async function getExercise(db: CoursesDb, companyId: string, id: string) {
  const { rows } = await sql<ExerciseRow & { course_id: string }>`
    select x.*, null as answer from courses.exercise x
    where x.id = ${id} and x.company_id = ${companyId} and x.removed_at is null`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** Evaluates an answer and keeps it. An exercise that was answered right stays so, whatever is sent afterwards. */
export async function answerExercise(
  db: CoursesDb,
  id: string,
  answer: { options?: readonly number[]; text?: string },
  { caller, now }: Context,
): Promise<ExerciseState> {
  const exercise = await getExercise(db, caller.companyId, id)
  const course = await getLearnt(db, caller, exercise.course_id)
  await getSectionOf(db, course, exercise.section_id)
  const given = {
    options: [...(answer.options ?? [])].sort((one, other) => one - other),
    text: answer.text?.trim() ?? '',
  }
  const right = isRight(exercise, given)
  const { rows } = await sql<AnswerRow>`
    insert into courses.exercise_answer as a (member_id, exercise_id, company_id, course_id, given, is_right,
      was_right_first, attempts, first_at, answered_at)
    values (${caller.memberId}, ${id}, ${caller.companyId}, ${exercise.course_id}, ${JSON.stringify(given)}::jsonb,
      ${right}, ${right}, 1, ${now}, ${now})
    on conflict (member_id, exercise_id) do update set
      given = case when a.is_right then a.given else excluded.given end,
      is_right = a.is_right or excluded.is_right,
      attempts = case when a.is_right then a.attempts else a.attempts + 1 end,
      answered_at = case when a.is_right then a.answered_at else excluded.answered_at end
    returning given, is_right, was_right_first, attempts`.execute(db)
  return exerciseState(exercise, rows[0] as AnswerRow)
}
