/** Checks the rows of an import: what their cells say, and what only the company knows. A few statements for all rows. */
import type { Caller } from '#kit/caller.ts'
import { Refusal, SENSITIVE_WORDS } from '#kit/errors.ts'
import { topicIdsByName } from '#modules/content/topics/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Likely } from '../../contract/bank.ts'
import { problemsOf } from '../../contract/consistency.ts'
import type { ImportLoss } from '../../contract/exchange.ts'
import { GROUP_INCOMPLETE, problemErrors, TOPIC_UNKNOWN } from '../../contract/exchange-codes.ts'
import { type QuestionInput, topicsMax } from '../../contract/question.ts'
import { allTextOf, cleanContent, plainTextOf } from '../content.ts'
import type { QuestionsDb } from '../db.ts'
import { likelyTheSame } from '../likeness.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { type CellProblem, columnOf, readSheet } from './read-sheet.ts'
import type { SheetCells } from './sheet-columns.ts'

export interface ImportRow {
  /** As the spreadsheet counts. */
  readonly rowNumber: number
  readonly cells: SheetCells
  /** What the reader of the file says of it, until somebody corrects the column. */
  readonly notes?: readonly CellProblem[]
  readonly losses?: readonly ImportLoss[]
}

export interface CheckedRow extends ImportRow {
  /** The row of the group that it is a part of, else its own. */
  readonly questionRow: number
  readonly errors: readonly CellProblem[]
  readonly question: QuestionInput | null
  readonly plainText: string | null
  readonly similar: readonly Likely[]
  readonly outcome: 'new' | 'part' | 'failed'
}

interface Draft extends ImportRow {
  readonly questionRow: number
  readonly errors: CellProblem[]
  readonly question: ExchangeQuestion | undefined
}

function read(rows: readonly ImportRow[]): Draft[] {
  const found = readSheet(rows.map(({ cells }) => cells))
  return rows.map(({ rowNumber, cells, notes = [], losses = [] }, index) => {
    const { problems = [], question, groupAt } = found[index] ?? {}
    const questionRow = groupAt === undefined ? rowNumber : (rows[groupAt]?.rowNumber ?? rowNumber)
    const content = question && cleanContent(question.content)
    const isGroupWrong = groupAt !== undefined && (rows[groupAt]?.notes?.length ?? 0) > 0
    // The first problem of a column is the one to say.
    const own = problems.filter(({ column }) => notes.every((note) => note.column !== column))
    const errors = [...notes, ...own]
    if (isGroupWrong && errors.length === 0) errors.push({ column: 'kind', code: GROUP_INCOMPLETE.code })
    // What is left after cleaning may be nothing.
    for (const { path, code } of content ? problemsOf(content) : [])
      errors.push({ column: columnOf(path), code: problemErrors[code].code })
    const written = question && content && { ...question, content }
    return { rowNumber, cells, notes, losses, questionRow, errors, question: written }
  })
}

function addTopicProblems(drafts: readonly Draft[], known: ReadonlyMap<string, string>): void {
  for (const { question, errors } of drafts) {
    const topics = question?.topics ?? []
    const isKnown = topics.every((name) => known.has(name))
    if (!isKnown || topics.length > topicsMax) errors.push({ column: 'topics', code: TOPIC_UNKNOWN.code })
  }
}

/** The rows whose texts have sensitive words, as places in the list. */
async function sensitiveRows(db: QuestionsDb, companyId: string, drafts: readonly Draft[]): Promise<Set<number>> {
  const texts = drafts.map(({ question }) => (question ? `${allTextOf(question.content)}\n${question.source}` : ''))
  try {
    await assertClean(db, companyId, Object.fromEntries(texts.entries()))
    return new Set()
  } catch (error) {
    if (!(error instanceof Refusal) || error.error.code !== SENSITIVE_WORDS.code) throw error
    const { fields } = error.data as { fields: readonly { path: string }[] }
    return new Set(fields.map(({ path }) => Number(path)))
  }
}

const unstoredId = '00000000-0000-0000-0000-000000000000'

/** `compares`: looks for the same in the bank as well. */
export async function checkRows(
  db: QuestionsDb,
  caller: Caller,
  rows: readonly ImportRow[],
  { compares }: { readonly compares: boolean },
): Promise<CheckedRow[]> {
  const drafts = read(rows)
  const names = new Set(drafts.flatMap(({ question }) => question?.topics ?? []))
  const topics = await topicIdsByName(db, caller.companyId, [...names])
  addTopicProblems(drafts, topics)
  for (const at of await sensitiveRows(db, caller.companyId, drafts))
    drafts[at]?.errors.push({ column: 'stem', code: SENSITIVE_WORDS.code })
  const checked = drafts.map(({ question, errors, ...row }): CheckedRow => {
    const isGood = question !== undefined && errors.length === 0
    const plainText = isGood ? plainTextOf(question.content) : null
    const isPart = row.questionRow !== row.rowNumber && errors.length === 0
    return {
      ...{ ...row, errors, plainText, similar: [] },
      question: isGood ? storedQuestion(question, topics) : null,
      outcome: isGood ? 'new' : isPart ? 'part' : 'failed',
    }
  })
  return compares ? withSimilar(db, caller, checked) : checked
}

function storedQuestion({ topics, ...question }: ExchangeQuestion, known: ReadonlyMap<string, string>): QuestionInput {
  return { ...question, topicIds: [...new Set(topics.flatMap((name) => known.get(name) ?? []))] }
}

async function withSimilar(db: QuestionsDb, caller: Caller, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
  const texts = rows.map(({ plainText }) => ({ id: unstoredId, plainText: plainText ?? '' }))
  const similar = await likelyTheSame(db, caller, texts)
  return rows.map((row, index) => (row.question ? { ...row, similar: similar[index] ?? [] } : row))
}
