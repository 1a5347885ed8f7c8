/** The exercises of a section as their author saves them: all at once. What stays keeps its answers. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import {
  allTextOf,
  assertManagesQuestions,
  cleanContents,
  type QuestionAt,
  questionsAt,
} from '#modules/assessment/questions/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { NOT_MARKED_AT_ONCE } from '../contract/codes.ts'
import type { ExerciseInput } from '../contract/wire.ts'
import { type ExercisesDb, exercisesTables } from './db.ts'
import type { ExerciseItem } from './hosts.ts'

export interface SectionOfItem extends ExerciseItem {
  readonly sectionId: string
  /** Milliseconds; null: nothing has a time in it, so everything stands at its end. */
  readonly lengthMs: number | null
}

type QuestionInput = ExerciseInput['questions'][number]

interface KnownQuestion {
  readonly id: string
  readonly exercise_id: string
  readonly content_id: string
  readonly content: QuestionContent
}

interface Asked {
  readonly id: string
  readonly contentId: string
  /** Undefined: it stays what it was. */
  readonly fresh: { readonly content: QuestionContent; readonly bankVersionId: string | null } | undefined
}

const wrong = (path: string, rule: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })

function assertPlace({ at, mustAnswer, backTo = null }: ExerciseInput, index: number, lengthMs: number | null): void {
  const path = `exercises.${index}`
  if (lengthMs === null) {
    if (at !== null || backTo !== null) throw wrong(`${path}.at`, 'place', 'has no time in this section')
    if (mustAnswer) throw wrong(`${path}.mustAnswer`, 'place', 'stops nothing in this section')
    return
  }
  if (at !== null && at > lengthMs) throw wrong(`${path}.at`, 'place', 'lies behind the end')
  if (backTo !== null && backTo > (at ?? lengthMs)) throw wrong(`${path}.backTo`, 'place', 'lies behind the exercise')
}

const isMarkedByPerson = (content: QuestionContent): boolean =>
  content.kind === 'group'
    ? content.parts.some((part) => isMarkedByPerson(part.content))
    : content.kind === 'short-answer' || content.kind === 'file-answer'

async function knownQuestions(db: ExercisesDb, companyId: string, place: SectionOfItem) {
  const { rows } = await sql<KnownQuestion>`
    select q.id, q.exercise_id, q.content_id, c.content from exercises.exercise x
    join exercises.question q on q.exercise_id = x.id join exercises.content c on c.id = q.content_id
    where x.company_id = ${companyId} and x.business_type = ${place.businessType}
      and x.business_id = ${place.businessId} and x.section_id = ${place.sectionId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The questions that the author takes from the bank, at their newest versions. */
async function fromBank(db: ExercisesDb, { caller }: Context, inputs: readonly QuestionInput[]) {
  const ids = [...new Set(inputs.flatMap(({ bankQuestionId }) => bankQuestionId ?? []))]
  if (ids.length === 0) return new Map<string, QuestionAt>()
  await assertManagesQuestions(db, caller, ids)
  return questionsAt(
    db,
    caller.companyId,
    ids.map((questionId) => ({ questionId })),
  )
}

/** Written contents cleaned, checked and free of sensitive words, in the places of their questions. */
async function written(
  db: ExercisesDb,
  { caller }: Context,
  inputs: readonly QuestionInput[],
): Promise<(QuestionContent | undefined)[]> {
  const contents = cleanContents(inputs.flatMap(({ content }) => content ?? []))
  const texts = contents.map((content, at) => [`questions.${at}`, allTextOf(content)] as const)
  await assertClean(db, caller.companyId, Object.fromEntries(texts))
  let next = 0
  return inputs.map(({ content }) => (content === undefined ? undefined : contents[next++]))
}

const sameContent = (one: QuestionContent, other: QuestionContent) => sortedJson(one) === sortedJson(other)

/** The database keeps the fields of JSON in an order of its own. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

interface Given {
  readonly input: QuestionInput
  readonly content: QuestionContent | undefined
  readonly bank: QuestionAt | undefined
  readonly known: KnownQuestion | undefined
}

function asked({ input, content, bank, known }: Given): Asked {
  const chosen = bank?.content ?? content
  if (!chosen) {
    if (!known || input.bankQuestionId !== undefined) throw refuse(NOT_FOUND)
    return { id: known.id, contentId: known.content_id, fresh: undefined }
  }
  const id = known?.id ?? uuid()
  if (known && !bank && sameContent(known.content, chosen)) return { id, contentId: known.content_id, fresh: undefined }
  return { id, contentId: uuid(), fresh: { content: chosen, bankVersionId: bank?.versionId ?? null } }
}

/** Every exercise with its id and the questions that are asked in it from now on. */
async function resolve(db: ExercisesDb, place: SectionOfItem, inputs: readonly ExerciseInput[], context: Context) {
  const all = inputs.flatMap(({ questions }) => questions)
  const known = await knownQuestions(db, context.caller.companyId, place)
  const bank = await fromBank(db, context, all)
  const contents = await written(db, context, all)
  const exerciseIds = new Set([...known.values()].map((question) => question.exercise_id))
  const taken = new Set<string>()
  /** An id of this section, the first time that it is named. */
  const take = (id: string | undefined) => {
    if (id === undefined || taken.has(id)) return undefined
    taken.add(id)
    return id
  }
  let next = 0
  return inputs.map((input, exerciseIndex) => {
    const id = take(input.id !== undefined && exerciseIds.has(input.id) ? input.id : undefined) ?? uuid()
    const questions = input.questions.map((question, index) => {
      const found = known.get(take(question.id) ?? '')
      const given: Given = {
        ...{ input: question, content: contents[next++] },
        bank: question.bankQuestionId === undefined ? undefined : bank.get(question.bankQuestionId),
        known: found?.exercise_id === id ? found : undefined,
      }
      const result = asked(given)
      if (isMarkedByPerson(result.fresh?.content ?? (given.known as KnownQuestion).content))
        throw refuse(NOT_MARKED_AT_ONCE, { exercise: exerciseIndex, question: index })
      return result
    })
    return { id, input, questions }
  })
}

type Resolved = Awaited<ReturnType<typeof resolve>>

/** What is not among those that stay is met no more. */
async function removeOthers(db: ExercisesDb, companyId: string, place: SectionOfItem, resolved: Resolved, now: number) {
  const questionIds = resolved.flatMap(({ questions }) => questions.map(({ id }) => id))
  const ofSection = sql`company_id = ${companyId} and business_type = ${place.businessType}
    and business_id = ${place.businessId} and section_id = ${place.sectionId}`
  await sql`
    update exercises.question set removed_at = ${now}
    where removed_at is null and id <> all(${questionIds}::uuid[])
      and exercise_id in (select id from exercises.exercise where ${ofSection})`.execute(db)
  await sql`
    update exercises.exercise set removed_at = ${now}
    where removed_at is null and id <> all(${resolved.map(({ id }) => id)}::uuid[]) and ${ofSection}`.execute(db)
}

async function writeExercises(db: ExercisesDb, companyId: string, place: SectionOfItem, resolved: Resolved) {
  const rows = resolved.map(({ id, input }, sort) => ({
    ...{ id, company_id: companyId, business_type: place.businessType, business_id: place.businessId },
    ...{ section_id: place.sectionId, at_ms: input.at, sort, must_answer: input.mustAnswer },
    ...{ attempts_max: input.attemptsMax, back_to_ms: input.backTo ?? null },
  }))
  await db
    .insertInto('exercises.exercise')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({
        at_ms: e.ref('excluded.at_ms'),
        sort: e.ref('excluded.sort'),
        must_answer: e.ref('excluded.must_answer'),
        attempts_max: e.ref('excluded.attempts_max'),
        back_to_ms: e.ref('excluded.back_to_ms'),
        removed_at: null,
      })),
    )
    .execute()
}

async function writeQuestions(db: ExercisesDb, companyId: string, resolved: Resolved, now: number) {
  const rows = resolved.flatMap(({ id: exerciseId, questions }) =>
    questions.map(({ id, contentId }, sort) => ({
      ...{ id, company_id: companyId, exercise_id: exerciseId, sort, content_id: contentId },
    })),
  )
  await db
    .insertInto('exercises.question')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((e) => ({
        sort: e.ref('excluded.sort'),
        content_id: e.ref('excluded.content_id'),
        removed_at: null,
      })),
    )
    .execute()
  const fresh = resolved.flatMap(({ questions }) =>
    questions.flatMap(({ id, contentId, fresh: made }) =>
      made ? [{ id: contentId, questionId: id, content: made.content, bankVersionId: made.bankVersionId }] : [],
    ),
  )
  if (fresh.length === 0) return
  const contents = fresh.map(({ id, questionId, content, bankVersionId }) => ({
    ...{ id, company_id: companyId, question_id: questionId, content: JSON.stringify(content) },
    ...{ bank_version_id: bankVersionId, created_at: now },
  }))
  await db.insertInto('exercises.content').values(contents).execute()
}

/** Saves all exercises of a section. Who may do so is the matter of the module that has the section, and so is its lock. */
export async function saveExercises(
  connection: Connection,
  place: SectionOfItem,
  inputs: readonly ExerciseInput[],
  context: Context,
): Promise<void> {
  const db = exercisesTables(connection)
  const { companyId } = context.caller
  for (const [index, input] of inputs.entries()) assertPlace(input, index, place.lengthMs)
  const resolved = await resolve(db, place, inputs, context)
  await removeOthers(db, companyId, place, resolved, context.now)
  if (resolved.length === 0) return
  await writeExercises(db, companyId, place, resolved)
  await writeQuestions(db, companyId, resolved, context.now)
}
