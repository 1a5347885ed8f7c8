/** A copy of a paper to look at: what a candidate would see, and beside it the key where it is asked for. */
import type { Caller } from '#kit/caller.ts'
import { type PresentedQuestion, presentedOf, sharesOf } from '#modules/assessment/questions/contract.ts'
import type { TrialPaper } from '../contract/trial.ts'
import type { PapersDb } from './db.ts'
import { type DrawnQuestion, drawPaper } from './drawing.ts'
import { getManagedPaper } from './records.ts'

type Options = NonNullable<PresentedQuestion['options']>

/** The options in the order of these ids; as they are where there is none. */
function inOrder<Part extends { options?: Options }>(part: Part, order: readonly number[] = []): Part {
  if (!part.options || order.length === 0) return part
  const byId = new Map(part.options.map((option) => [option.id, option]))
  return { ...part, options: order.flatMap((id) => byId.get(id) ?? []) }
}

/** What the candidate sees of a drawn question: its options in their order, its parts with their share of its score. */
function presentedQuestion({ content, scoreTenths, optionOrders }: DrawnQuestion): PresentedQuestion {
  const presented = presentedOf(content)
  if (!presented.parts) return inOrder(presented, optionOrders[0])
  const weights = presented.parts.map((part) => part.scoreTenths)
  const shares = sharesOf(scoreTenths, weights)
  return {
    ...presented,
    parts: presented.parts.map(({ question }, at) => ({
      scoreTenths: shares[at] ?? 0,
      question: inOrder(question, optionOrders[at]),
    })),
  }
}

interface TrialOf {
  readonly seed: number
  readonly withKey?: boolean
}

export async function trialPaper(
  db: PapersDb,
  { caller, now }: { readonly caller: Caller; readonly now: number },
  id: string,
  { seed, withKey = false }: TrialOf,
): Promise<TrialPaper> {
  await getManagedPaper(db, caller, id)
  const {
    sections,
    isReady: _,
    ...paper
  } = await drawPaper(db, { companyId: caller.companyId, paperId: id, seed, now })
  return {
    ...paper,
    seed,
    sections: sections.map(({ id: sectionId, title, instructions, minutes, questions }) => ({
      ...{ id: sectionId, title, instructions, minutes },
      totalTenths: questions.reduce((sum, { scoreTenths }) => sum + scoreTenths, 0),
      questions: questions.map((question) => ({
        questionId: question.questionId,
        versionId: question.versionId,
        scoreTenths: question.scoreTenths,
        presented: presentedQuestion(question),
        content: withKey ? question.content : null,
      })),
    })),
  }
}
