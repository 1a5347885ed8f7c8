/**
 * The completion rules and locks of learning paths. Pure functions for the screens, the refusals, the completion of a
 * path and the author's simulation.
 */
import type { SubmissionState } from '#kit/submissions.ts'
import { type ChapterLock, proofStates, type Remaining } from '../contract/wire.ts'

const dayMs = 86_400_000

/** Statuses with which a section of a kind is finished (COURSE-044, COURSE-045); every other kind with 1 (COURSE-046). */
const finishedStatuses: Readonly<Record<number, readonly number[]>> = { 1: [2, 4], 2: [2, 4], 3: [1, 3] }
const otherFinishedStatuses: readonly number[] = [1]

/** Whether a section of this kind with this status is finished. */
export function isFinishedSection(businessType: number, finishStatus: number): boolean {
  return (finishedStatuses[businessType] ?? otherFinishedStatuses).includes(finishStatus)
}

/**
 * The status of a section whose content has `status`: one that needs review is not finished before its proof was agreed
 * to. 5 and 6 are the proof's; without a proof, content that is done counts as learning (1 of courses, 0 of others).
 */
export function reviewedStatus(
  businessType: number,
  status: number,
  review: { readonly isNeeded: boolean; readonly state: SubmissionState | null },
): number {
  if (!review.isNeeded || review.state === 'accepted') return status
  if (review.state === 'waiting') return proofStates.waiting
  if (review.state === 'returned') return proofStates.returned
  if (!isFinishedSection(businessType, status)) return status
  return businessType === 1 || businessType === 2 ? 1 : 0
}

export interface EvaluatedSection {
  readonly id: string
  readonly name: string
  readonly require: 0 | 1
  readonly choiceId: string | null
  /** Off the shelf or deleted content is in nobody's way; who has finished it has. */
  readonly isAvailable: boolean
  readonly isFinished: boolean
  /** Opened by the member before: its chapter stays open. */
  readonly isOpened: boolean
}

export interface EvaluatedChapter<S extends EvaluatedSection = EvaluatedSection> {
  readonly id: string
  readonly opensAfterDays: number | null
  readonly opensAt: number | null
  readonly closesAt: number | null
  readonly choices: readonly { readonly id: string; readonly title: string; readonly neededCount: number }[]
  readonly sections: readonly S[]
}

export interface ChoiceVerdict {
  readonly id: string
  readonly title: string
  /** Never more than there is to choose from. */
  readonly neededCount: number
  readonly finishedCount: number
  readonly sectionCount: number
  readonly isFinished: boolean
}

export interface ChapterVerdict {
  readonly lock: ChapterLock | null
  readonly opensAt: number | null
  readonly choices: readonly ChoiceVerdict[]
  /** Required sections and choices, and those of them that are done. */
  readonly requiredCount: number
  readonly requiredDoneCount: number
  readonly finishedCount: number
  readonly isFinished: boolean
  /** What is still to be finished, in order. */
  readonly open: readonly { readonly id: string; readonly name: string }[]
}

const counts = (section: EvaluatedSection) => section.isAvailable || section.isFinished

function evaluateChoice(chapter: EvaluatedChapter, choice: EvaluatedChapter['choices'][number]): ChoiceVerdict {
  const sections = chapter.sections.filter((section) => section.choiceId === choice.id && counts(section))
  const finishedCount = sections.filter((section) => section.isFinished).length
  const neededCount = Math.min(choice.neededCount, sections.length)
  const { id, title } = choice
  return {
    id,
    title,
    neededCount,
    finishedCount,
    sectionCount: sections.length,
    isFinished: finishedCount >= neededCount,
  }
}

function evaluateContent(chapter: EvaluatedChapter): Omit<ChapterVerdict, 'lock' | 'opensAt'> {
  const required = chapter.sections.filter(
    (section) => section.require === 1 && section.choiceId === null && counts(section),
  )
  const choices = chapter.choices.map((choice) => evaluateChoice(chapter, choice))
  const openSections = required.filter((section) => !section.isFinished)
  const openChoices = choices.filter((choice) => !choice.isFinished)
  const requiredCount = required.length + choices.length
  const finishedCount = chapter.sections.filter((section) => section.isFinished).length
  const open = [
    ...openSections.map(({ id, name }) => ({ id, name })),
    ...openChoices.map(({ id, title }) => ({ id, name: title })),
  ]
  return {
    choices,
    requiredCount,
    requiredDoneCount: requiredCount - open.length,
    finishedCount,
    // A chapter that requires nothing is finished by all of it; an empty one never stands out.
    isFinished: open.length === 0 && (requiredCount > 0 || finishedCount === chapter.sections.length),
    open,
  }
}

/** At what instant a chapter opens by its window; the first chapter has none (COURSE-039). */
function opening(chapter: EvaluatedChapter, index: number, registeredAt: number): number | null {
  if (index === 0) return null
  const { opensAfterDays, opensAt } = chapter
  if (opensAfterDays === null) return opensAt
  return Math.max(registeredAt + opensAfterDays * dayMs, opensAt ?? 0)
}

export function remainingOf(open: readonly { readonly id: string; readonly name: string }[]): Remaining {
  return { count: open.length, first: open.slice(0, 3) }
}

export interface PathCircumstances {
  readonly learnSequence: number
  readonly registeredAt: number
  readonly now: number
}

/**
 * The verdict on each chapter. In order (1), a chapter is locked until everything that earlier ones require is done
 * (COURSE-040, COURSE-041); in any other, none is (COURSE-042). Windows that the author has set hold in both. A chapter in
 * which the member has opened something stays open: what is put in before it later takes nothing away.
 */
export function evaluateChapters(
  chapters: readonly EvaluatedChapter[],
  { learnSequence, registeredAt, now }: PathCircumstances,
): ChapterVerdict[] {
  const earlier: { id: string; name: string }[] = []
  return chapters.map((chapter, index) => {
    const content = evaluateContent(chapter)
    const opensAt = opening(chapter, index, registeredAt)
    const closesAt = index === 0 ? null : chapter.closesAt
    const hasStarted = chapter.sections.some((section) => section.isOpened)
    const lockOf = (): ChapterLock | null => {
      if (index === 0) return null
      if (closesAt !== null && now >= closesAt) return { code: 'closed', remaining: null, opensAt, closesAt }
      if (hasStarted) return null
      if (learnSequence === 1 && earlier.length > 0)
        return { code: 'earlier-chapters', remaining: remainingOf(earlier), opensAt, closesAt }
      if (opensAt !== null && now < opensAt) return { code: 'opens-later', remaining: null, opensAt, closesAt }
      return null
    }
    const lock = lockOf()
    earlier.push(...content.open)
    return { ...content, lock, opensAt }
  })
}

/** How far the path is: 100 only when nothing required is open. */
export function pathPercent(verdicts: readonly ChapterVerdict[]): number {
  const total = verdicts.reduce((sum, verdict) => sum + verdict.requiredCount, 0)
  const done = verdicts.reduce((sum, verdict) => sum + verdict.requiredDoneCount, 0)
  return total === 0 ? 0 : Math.floor((done * 100) / total)
}

/** Finished: there is something required, and all of it is done (COURSE-053). */
export function isPathFinished(verdicts: readonly ChapterVerdict[]): boolean {
  return verdicts.some((verdict) => verdict.requiredCount > 0) && verdicts.every((verdict) => verdict.open.length === 0)
}
