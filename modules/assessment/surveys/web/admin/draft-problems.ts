/** What keeps a draft from being saved or published, by what it is about: an item, a page, a quota, or the survey. */
import type { notReadyReasons } from '../../contract/authoring.ts'
import { type ProblemKind, problemsOf } from '../../contract/check-content.ts'
import { isQuestion, type SurveyContent, type SurveyItem } from '../../contract/content.ts'

export type DraftProblem = 'title' | 'option' | 'quota' | ProblemKind

/** Texts that the server wants and the author has not written yet. */
function missingOf(item: SurveyItem): DraftProblem[] {
  const lists =
    item.kind === 'matrix'
      ? [item.rows, ...(item.mode === 'rating' ? [] : [item.columns])]
      : 'options' in item
        ? [item.options]
        : []
  const isEmpty = lists.some((list) => list.length === 0 || list.some(({ text }) => text.trim() === ''))
  return [...(item.title.trim() === '' ? (['title'] as const) : []), ...(isEmpty ? (['option'] as const) : [])]
}

export function draftProblems(content: SurveyContent): ReadonlyMap<string, readonly DraftProblem[]> {
  const found = new Map<string, DraftProblem[]>()
  const say = (id: string, problem: DraftProblem) => {
    const before = found.get(id) ?? []
    if (!before.includes(problem)) found.set(id, [...before, problem])
  }
  for (const item of content.pages.flatMap(({ items }) => items))
    for (const problem of missingOf(item)) say(item.id, problem)
  for (const { id, name, message } of content.quotas) if (name.trim() === '' || message.trim() === '') say(id, 'quota')
  for (const { id, problem } of problemsOf(content)) say(id, problem)
  return found
}

export type NotReady = (typeof notReadyReasons)[number]

/** Why a draft that can be saved cannot be published (`notReadyReasons` of the server). */
export function notReadyOf(content: SurveyContent, now: number): readonly NotReady[] {
  const { pages, startAt, endAt, isAnonymous, allowsGuests, quotas } = content
  const items = pages.flatMap((page) => page.items)
  const hasEnded = endAt !== null && (endAt <= now || (startAt !== null && endAt <= startAt))
  const asksFiles = items.some(({ kind }) => kind === 'file')
  return [
    ...(items.some(isQuestion) ? [] : (['questions'] as const)),
    ...(hasEnded ? (['window'] as const) : []),
    ...(asksFiles && (isAnonymous || allowsGuests) ? (['files'] as const) : []),
    ...(isAnonymous && quotas.length > 0 ? (['quotas'] as const) : []),
  ]
}
