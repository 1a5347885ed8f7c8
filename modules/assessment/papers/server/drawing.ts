/** A paper as one person gets it: what is drawn, at which version, in which order. */
import { refuse } from '#kit/errors.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import { bankDirectories, questionsAt } from '#modules/assessment/questions/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { PAPER_FAULTY } from '../contract/codes.ts'
import { drawProblems } from './check.ts'
import { type PapersDb, papersTables } from './db.ts'
import { hashOf, shuffled } from './draw/chance.ts'
import { draw } from './draw/draw.ts'
import { optionOrders } from './option-order.ts'
import { candidatesOf, cellsOf } from './pool.ts'
import {
  getPaper,
  type ItemRecord,
  itemsOf,
  type PaperRecord,
  rulesOf,
  type SectionRecord,
  sectionsOf,
} from './records.ts'
import { noteShown } from './shown.ts'

export interface DrawnQuestion extends ItemRecord {
  readonly content: QuestionContent
  /** For each part of a group, or for the question itself: the ids of its options in their order; none where they stay. */
  readonly optionOrders: readonly (readonly number[])[]
}

export interface DrawnSection extends Omit<SectionRecord, 'items' | 'rules' | 'mode'> {
  readonly questions: readonly DrawnQuestion[]
}

export interface DrawnPaper {
  readonly name: string
  /** Drafts can be looked at, and are not to be given to anybody. */
  readonly isReady: boolean
  readonly totalTenths: number
  readonly questionCount: number
  readonly sections: readonly DrawnSection[]
}

interface DrawOrder {
  readonly companyId: string
  readonly paperId: string
  /** The same seed draws the same, as long as the bank is the same. */
  readonly seed: number
  /** The member who gets it: what the member has seen is avoided where the paper says so, and what is drawn counts as seen. */
  readonly memberId?: string
  readonly now: number
}

/** The questions that stand in the paper, and those that its rules draw, by their sections. */
async function drawItems(db: PapersDb, paper: PaperRecord, sections: readonly SectionRecord[], order: DrawOrder) {
  const { companyId, seed, memberId = null } = order
  const rules = rulesOf(sections)
  const except = itemsOf(sections).map(({ questionId }) => questionId)
  const { pool, seen } = await candidatesOf(db, { companyId, rules, except, seed, memberId })
  const avoid = paper.avoidSeen ? seen : new Set<string>()
  const counts = rules.map(({ count }) => count)
  const drawn = draw(counts, pool, seed, avoid)
  if (!drawn) throw await faulty(db, companyId, sections)
  return sections.map(({ items }, at) => [
    ...items.map(({ questionId, versionId, scoreTenths }) => ({ questionId, versionId, scoreTenths })),
    ...rules.flatMap(({ section, scoreTenths }, place) =>
      section === at ? (drawn[place] ?? []).map((questionId) => ({ questionId, versionId: null, scoreTenths })) : [],
    ),
  ])
}

/** The refusal that names what is missing. */
async function faulty(db: PapersDb, companyId: string, sections: readonly SectionRecord[]) {
  const items = itemsOf(sections)
  const rules = rulesOf(sections)
  const directoryIds = rules.map(({ directoryId }) => directoryId)
  const problems = drawProblems(sections, {
    questions: await questionsAt(db, companyId, items),
    directories: await bankDirectories.names(db, companyId, directoryIds),
    cells: await cellsOf(
      db,
      companyId,
      rules,
      items.map(({ questionId }) => questionId),
    ),
  })
  return refuse(PAPER_FAULTY, { count: problems.length, problems })
}

/**
 * Draws a paper of the company. Questions of fixed sections come at the version that the paper holds, drawn ones at their
 * newest; whoever keeps the answer keeps these versions. With `memberId` the draw is for that member, and is noted as shown.
 * Refuses with 386003 where a rule cannot be satisfied or a question is gone, and names it.
 */
export async function drawPaper(connection: Connection, order: DrawOrder): Promise<DrawnPaper> {
  const { companyId, paperId, seed, memberId, now } = order
  const db = papersTables(connection)
  const paper = await getPaper(db, companyId, paperId)
  const sections = await sectionsOf(db, paperId)
  const items = await drawItems(db, paper, sections, order)
  const questions = await questionsAt(db, companyId, items.flat())
  if (items.flat().some(({ questionId }) => !questions.has(questionId))) throw await faulty(db, companyId, sections)
  const drawn = sections.map(({ items: _, rules: __, mode: ___, ...section }, at): DrawnSection => {
    const own = items[at] ?? []
    const inOrder = paper.shuffleQuestions
      ? shuffled(own, ({ questionId }) => questionId, hashOf('questions', seed))
      : own
    return {
      ...section,
      questions: inOrder.flatMap(({ questionId, scoreTenths }) => {
        const question = questions.get(questionId)
        if (!question) return []
        const { content, versionId } = question
        const orders = paper.shuffleOptions ? optionOrders(content, hashOf(questionId, seed)) : []
        return [{ questionId, versionId, scoreTenths, content, optionOrders: orders }]
      }),
    }
  })
  if (memberId !== undefined) {
    await noteShown(db, {
      companyId,
      memberId,
      now,
      questionIds: drawn.flatMap((section) => section.questions.map((one) => one.questionId)),
    })
  }
  const { name, totalTenths, questionCount, status } = paper
  return { name, isReady: status === 'ready', totalTenths, questionCount, sections: drawn }
}
