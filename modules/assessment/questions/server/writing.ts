/** Questions are written and changed. A content is stored once and never changes: another one is another version. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { setTopics, setTopicsOfMany } from '#modules/content/topics/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import type { Likely, QuestionStatus } from '../contract/bank.ts'
import { QUESTION_CHANGED } from '../contract/codes.ts'
import { type QuestionContent, type QuestionInput, topicsMax } from '../contract/question.ts'
import { allTextOf, cleanContents, plainTextOf, scoreOfContent } from './content.ts'
import type { QuestionsDb } from './db.ts'
import { getManagedDirectory } from './directories.ts'
import { likelyTheSame } from './likeness.ts'
import { getManagedQuestion, type QuestionRecord, questionBusinessType } from './records.ts'

type Moment = Pick<Context, 'caller' | 'now'>

export interface NewQuestion extends QuestionInput {
  /** `active` where nothing is said. */
  readonly status?: QuestionStatus
}

export interface CreatedQuestion {
  readonly id: string
  readonly similar: readonly Likely[]
}

function textsByPath(inputs: readonly QuestionInput[], contents: readonly QuestionContent[]): Record<string, string> {
  const prefix = (index: number) => (inputs.length === 1 ? '' : `${index}.`)
  return Object.fromEntries(
    inputs.flatMap((input, index) => [
      [`${prefix(index)}content`, allTextOf(contents[index] ?? input.content)],
      [`${prefix(index)}source`, input.source],
    ]),
  )
}

interface NewRow {
  readonly id: string
  readonly version_id: string
  readonly content: QuestionContent
  readonly [column: string]: unknown
}

/** Both tables in one statement, however many there are. */
async function insertRows(db: QuestionsDb, { caller, now }: Moment, directoryId: string, rows: readonly NewRow[]) {
  await sql`
    with new_rows as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, version_id uuid, kind text, status text,
        difficulty int, score_tenths int, source text, plain_text text, content jsonb)
    ), questions as (
      insert into questions.question (id, company_id, directory_id, kind, status, difficulty, score_tenths, source,
        version_id, version_number, plain_text, author_id, created_at, updated_at)
      select id, ${caller.companyId}, ${directoryId}, kind, status, difficulty, score_tenths, source, version_id, 1,
        plain_text, ${caller.memberId}, ${now}, ${now} from new_rows
    )
    insert into questions.version (id, question_id, company_id, number, content, author_id, created_at)
    select version_id, id, ${caller.companyId}, 1, content, ${caller.memberId}, ${now} from new_rows`.execute(db)
}

/**
 * Writes questions into a directory that the caller manages, 3,000 as fast as one: no statement is repeated. Answers them in
 * the order of the inputs, each with the questions that may be the same, those of the same call among them. Refuses
 * contents that contradict themselves (383006) and sensitive words (900010), and then writes none.
 */
export async function createQuestions(
  db: QuestionsDb,
  moment: Moment,
  directoryId: string,
  inputs: readonly NewQuestion[],
): Promise<CreatedQuestion[]> {
  const plain = await writeQuestions(db, moment, directoryId, inputs)
  const similar = await likelyTheSame(db, moment.caller, plain)
  return plain.map(({ id }, index) => ({ id, similar: similar[index] ?? [] }))
}

/** The same without a look for those that may be the same. Answers the ids and what can be read. */
export async function writeQuestions(
  db: QuestionsDb,
  moment: Moment,
  directoryId: string,
  inputs: readonly NewQuestion[],
): Promise<{ readonly id: string; readonly plainText: string }[]> {
  const { caller } = moment
  const { companyId } = caller
  await getManagedDirectory(db, caller, directoryId, true)
  const contents = cleanContents(inputs.map((input) => input.content))
  await assertClean(db, companyId, textsByPath(inputs, contents))
  const stored = inputs.map((input, index) => {
    const content = contents[index] ?? input.content
    const { status = 'active', difficulty, source, topicIds } = input
    const row = { kind: content.kind, status, difficulty, source, content, plain_text: plainTextOf(content) }
    const score = scoreOfContent(content, input.scoreTenths)
    return { topicIds, row: { id: uuid(), version_id: uuid(), score_tenths: score, ...row } }
  })
  const rows = stored.map(({ row }) => row)
  await insertRows(db, moment, directoryId, rows)
  const items = stored.map(({ row, topicIds }) => ({ businessId: row.id, topicIds }))
  await setTopicsOfMany(db, { companyId, businessType: questionBusinessType, items, topicsMax })
  return rows.map(({ id, plain_text: plainText }) => ({ id, plainText }))
}

export interface ChangedQuestion extends NewQuestion {
  readonly directoryId?: string
  readonly revision: number
}

/** The version that holds the content: the present one, or another one where it differs. */
async function versionWith(db: QuestionsDb, { caller, now }: Moment, before: QuestionRecord, content: QuestionContent) {
  const present = await db
    .selectFrom('questions.version')
    .select('content')
    .where('id', '=', before.versionId)
    .executeTakeFirstOrThrow()
  if (isDeepStrictEqual(present.content, content)) return { id: before.versionId, number: before.versionNumber }
  const version = { id: uuid(), number: before.versionNumber + 1 }
  const author = { company_id: caller.companyId, author_id: caller.memberId, created_at: now }
  await db
    .insertInto('questions.version')
    .values({ ...version, ...author, question_id: before.id, content: JSON.stringify(content) })
    .execute()
  return version
}

export async function changeQuestion(db: QuestionsDb, moment: Moment, id: string, input: ChangedQuestion) {
  const { caller, now } = moment
  const { companyId } = caller
  const before = await getManagedQuestion(db, caller, id, true)
  if (before.revision !== input.revision) throw refuse(QUESTION_CHANGED, { revision: before.revision })
  const directoryId = input.directoryId ?? before.directoryId
  if (directoryId !== before.directoryId) await getManagedDirectory(db, caller, directoryId, true)
  const [content = input.content] = cleanContents([input.content])
  await assertClean(db, companyId, textsByPath([input], [content]))
  const version = await versionWith(db, moment, before, content)
  const { difficulty, source, status = before.status, topicIds } = input
  const plainText = plainTextOf(content)
  const revision = before.revision + 1
  await db
    .updateTable('questions.question')
    .set({
      ...{ kind: content.kind, difficulty, source, status, revision, plain_text: plainText, directory_id: directoryId },
      ...{ score_tenths: scoreOfContent(content, input.scoreTenths), updated_at: now },
      ...{ version_id: version.id, version_number: version.number },
    })
    .where('id', '=', id)
    .execute()
  await setTopics(db, { companyId, businessType: questionBusinessType, businessId: id, topicIds, topicsMax })
  const [similar = []] = await likelyTheSame(db, caller, [{ id, plainText }])
  return { id, revision, versionNumber: version.number, similar }
}
