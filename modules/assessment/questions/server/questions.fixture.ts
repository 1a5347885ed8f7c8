/** Directories and questions for tests, of this module and of others. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { managesQuestions } from '../contract/access.ts'
import { contentOf } from '../contract/question.fixture.ts'
import type { QuestionInput } from '../contract/question.ts'
import { questionsTables } from './db.ts'
import { bankDirectories } from './directories.ts'
import { createQuestions, type NewQuestion } from './writing.ts'

export { contentOf, everyContent, groupContent } from '../contract/question.fixture.ts'

export interface Author {
  readonly id: string
  readonly companyId: string
  readonly organizationId?: string
}

/** A caller who manages all questions of the company, and therefore all papers. */
export function callerOf({ id, companyId, organizationId = companyId }: Author): Caller {
  const permissions = new Map([[managesQuestions.permission, [companyId]]])
  return { memberId: id, companyId, organizationId, sessionId: uuid(), roles: [], permissions }
}

let count = 0

export interface DirectoryOf {
  readonly author: Author
  readonly name?: string
  readonly code?: string
  readonly parentId?: string
  readonly organizationId?: string
  readonly now?: number
}

export async function buildDirectory(connection: Connection, input: DirectoryOf): Promise<string> {
  const { author, now = Date.now(), ...place } = input
  count++
  const names = { name: `目录 ${count}`, code: `D${count}`, ...place }
  return (await bankDirectories.create(questionsTables(connection), callerOf(author), names, now)).id
}

export interface QuestionsOf {
  readonly author: Author
  readonly directoryId: string
  readonly now?: number
}

export const newQuestion: QuestionInput = {
  content: contentOf['single-choice'],
  scoreTenths: 20,
  difficulty: 3,
  source: '',
  topicIds: [],
}

/** Questions of these fields, others as in `newQuestion`; answers their ids. */
export async function buildQuestions(
  connection: Connection,
  { author, directoryId, now = Date.now() }: QuestionsOf,
  questions: readonly Partial<NewQuestion>[],
): Promise<string[]> {
  const inputs = questions.map((question) => ({ ...newQuestion, ...question }))
  const moment = { caller: callerOf(author), now }
  const created = await createQuestions(questionsTables(connection), moment, directoryId, inputs)
  return created.map(({ id }) => id)
}

/** The current versions of questions by their ids. */
export async function currentVersionsOf(
  connection: Connection,
  questionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await questionsTables(connection)
    .selectFrom('questions.question')
    .select(['id', 'version_id'])
    .where('id', 'in', questionIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.version_id]))
}
