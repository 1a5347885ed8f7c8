/**
 * What the fix of a key makes of a mark. A mark follows from what it was before any fix, from the answer and from the last fix of
 * its question alone: so it does not matter how many fixes there were, or how often they are applied. Pure.
 */
import {
  presentedOf,
  type QuestionAnswer,
  type QuestionContent,
  scoreOf,
  type Verdict,
} from '#modules/assessment/questions/contract.ts'
import type { FixKind } from '../../contract/fixing.ts'

export interface Fix {
  readonly kind: FixKind
  /** The question with its new key; undefined for other kinds. */
  readonly content: QuestionContent | undefined
}

export interface StoredMark {
  readonly maxTenths: number
  readonly tenths: number | null
  readonly verdict: Verdict
  /** A person has decided on it. */
  readonly isByHand: boolean
  readonly isFixed: boolean
  readonly drawnTenths: number | null
  readonly baseTenths: number | null
  readonly baseVerdict: Verdict | null
}

interface Plain {
  readonly maxTenths: number
  readonly tenths: number | null
  readonly verdict: Verdict
}

/** A mark that no fix has changed. */
export const freshMark = (plain: Plain, isByHand = false): StoredMark => ({
  ...plain,
  ...{ isByHand, isFixed: false, drawnTenths: null, baseTenths: null, baseVerdict: null },
})

/** The mark without any fix. */
export function baseOf(mark: StoredMark): Plain {
  if (!mark.isFixed) return { maxTenths: mark.maxTenths, tenths: mark.tenths, verdict: mark.verdict }
  return {
    maxTenths: mark.drawnTenths ?? mark.maxTenths,
    tenths: mark.baseTenths,
    verdict: mark.baseVerdict ?? mark.verdict,
  }
}

/** A question that a person marks stays one, so that it is found again when the fix is taken back. */
const verdictFor = (base: Plain, verdict: Verdict): Verdict =>
  base.verdict === 'needs-marking' ? 'needs-marking' : verdict

/** What a person has decided stays under a new key; nobody is marked against what a fix gives to all. */
function underFix(base: Plain, isByHand: boolean, { kind, content }: Fix, answer: QuestionAnswer | null): Plain {
  const { maxTenths } = base
  if (kind === 'award-all') return { maxTenths, tenths: maxTenths, verdict: verdictFor(base, 'right') }
  if (kind === 'drop') return { maxTenths: 0, tenths: 0, verdict: base.verdict }
  if (kind === 'as-drawn' || !content || isByHand || base.verdict === 'needs-marking') return base
  return { maxTenths, ...scoreOf(content, answer, maxTenths) }
}

/** The mark as it is stored under the last fix of its question; undefined: there is none. */
export function effectOf(mark: StoredMark, fix: Fix | undefined, answer: QuestionAnswer | null): StoredMark {
  const base = baseOf(mark)
  const { isByHand } = mark
  if (fix === undefined || fix.kind === 'as-drawn') return freshMark(base, isByHand)
  return {
    ...underFix(base, isByHand, fix, answer),
    ...{ isByHand, isFixed: true, drawnTenths: base.maxTenths, baseTenths: base.tenths, baseVerdict: base.verdict },
  }
}

const shapeOf = (content: QuestionContent) => {
  const withoutStem = ({ stem: _, ...shown }: ReturnType<typeof presentedOf>) => shown
  const { parts, ...whole } = withoutStem(presentedOf(content))
  const inside = parts?.map((part) => {
    const { stem: _, ...question } = part.question
    return { scoreTenths: part.scoreTenths, question }
  })
  return JSON.stringify({ ...whole, parts: inside })
}

/** Whether answers to one mean the same for the other: everything but the wording of the question and the key is the same. */
export const hasSameStructure = (one: QuestionContent, other: QuestionContent): boolean =>
  shapeOf(one) === shapeOf(other)
