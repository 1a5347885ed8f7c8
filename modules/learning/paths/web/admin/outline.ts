/** The outline of a path while it is being edited: rows with keys of their own, changed by pure functions. */
import type { ContentChoice } from '#modules/content/catalog/contract.ts'
import type { ChapterInput, EditedPath } from '../../contract/authoring.ts'

export interface DraftSection {
  /** Of the row on the screen; the id where the section is stored. */
  readonly key: string
  readonly id: string | undefined
  readonly businessType: number
  readonly businessId: string
  readonly kind: { readonly cn: string; readonly en: string }
  readonly name: string
  readonly isAvailable: boolean
  readonly require: 0 | 1
  readonly needsReview: boolean
  readonly choice: number | null
}

export interface DraftChapter {
  readonly key: string
  readonly id: string | undefined
  readonly title: string
  readonly summary: string
  readonly opensAfterDays: number | null
  readonly opensAt: number | null
  readonly closesAt: number | null
  readonly choices: readonly { readonly title: string; readonly neededCount: number }[]
  readonly sections: readonly DraftSection[]
}

export function draftOf(path: EditedPath): DraftChapter[] {
  return path.chapters.map((chapter) => ({
    ...chapter,
    key: chapter.id,
    choices: chapter.choices.map(({ title, neededCount }) => ({ title, neededCount })),
    sections: chapter.sections.map((section) => ({ ...section, key: section.id })),
  }))
}

/** What is sent: chapters without a title get the one that the screen shows in its place. */
export function inputOf(draft: readonly DraftChapter[], untitled: (number: number) => string): ChapterInput[] {
  return draft.map(({ id, title, summary, opensAfterDays, opensAt, closesAt, choices, sections }, index) => ({
    ...(id !== undefined && { id }),
    title: title.trim() === '' ? untitled(index + 1) : title,
    summary,
    opensAfterDays,
    opensAt,
    closesAt,
    choices: choices.map((choice) => ({ ...choice })),
    sections: sections.map((section) => ({
      ...(section.id !== undefined && { id: section.id }),
      businessType: section.businessType,
      businessId: section.businessId,
      require: section.choice === null ? section.require : 0,
      needsReview: section.needsReview,
      choice: section.choice,
    })),
  }))
}

/** How many chapters were added, taken away or changed; an order that differs counts once. */
export function changeCount(before: readonly DraftChapter[], after: readonly DraftChapter[]): number {
  const known = new Map(before.map((chapter) => [chapter.key, chapter]))
  const kept = after.filter(({ key }) => known.has(key))
  const changed = kept.filter((chapter) => JSON.stringify(chapter) !== JSON.stringify(known.get(chapter.key)))
  const left = before.filter(({ key }) => kept.some((chapter) => chapter.key === key))
  const isMoved = left.some(({ key }, index) => kept[index]?.key !== key)
  return changed.length + (after.length - kept.length) + (before.length - kept.length) + (isMoved ? 1 : 0)
}

let nextKey = 1
const newKey = () => `new-${nextKey++}`

export const emptyChapter = (): DraftChapter => ({
  ...{ key: newKey(), id: undefined, title: '', summary: '', opensAfterDays: null, opensAt: null, closesAt: null },
  ...{ choices: [], sections: [] },
})

type ChosenContent = Pick<ContentChoice, 'businessType' | 'businessId' | 'name' | 'kind'>

export const newSection = ({ businessType, businessId, name, kind }: ChosenContent): DraftSection => ({
  ...{ businessType, businessId, name, kind: { cn: kind, en: kind } },
  ...{ key: newKey(), id: undefined, isAvailable: true, require: 1, needsReview: false, choice: null },
})

/** Takes a choice away: its sections stand by themselves, those of later choices keep theirs. */
export function withoutChoice(chapter: DraftChapter, index: number): DraftChapter {
  const shifted = (choice: number | null) => {
    if (choice === null || choice < index) return choice
    return choice === index ? null : choice - 1
  }
  return {
    ...chapter,
    choices: chapter.choices.filter((_, at) => at !== index),
    sections: chapter.sections.map((section) => ({ ...section, choice: shifted(section.choice) })),
  }
}
