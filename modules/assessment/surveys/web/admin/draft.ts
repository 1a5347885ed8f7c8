/** What the builder does with a survey: pure functions from one content to the next. */
import { v7 as uuid } from 'uuid'
import { withMoved } from '#web/ui/with-moved.ts'
import type { Condition } from '../../contract/condition.ts'
import type { Quota, SurveyContent, SurveyItem, SurveyOption, SurveyPage } from '../../contract/content.ts'

export type ItemKind = SurveyItem['kind']

/** The words that a new question starts with, in the author's language. */
export type Starters = { readonly option: (number: number) => string; readonly row: (number: number) => string }

const numbered = (count: number, word: (number: number) => string): SurveyOption[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, text: word(at + 1) }))

const ends = { lowLabel: '', highLabel: '' }

function ownFields(kind: ItemKind, { option, row }: Starters): object {
  switch (kind) {
    case 'single-choice':
    case 'dropdown':
      return { options: numbered(3, option), hasOther: false, shufflesOptions: false }
    case 'multiple-choice':
      return { options: numbered(3, option), hasOther: false, shufflesOptions: false, chosenMin: null, chosenMax: null }
    case 'text':
      return { isLong: true, lengthMax: 1000 }
    case 'number':
      return { min: null, max: null, decimals: 0, unit: '' }
    case 'date':
      return { earliest: null, latest: null }
    case 'rating':
      return { max: 5, ...ends }
    case 'nps':
      return ends
    case 'slider':
      return { min: 0, max: 100, step: 1, ...ends }
    case 'ranking':
      return { options: numbered(3, option), shufflesOptions: false }
    case 'matrix':
      return {
        ...{ mode: 'single', rows: numbered(3, row), columns: numbered(4, option), ratingMax: 5 },
        shufflesRows: false,
      }
    case 'file':
      return { filesMax: 1 }
    case 'heading':
      return {}
  }
}

export function newItem(kind: ItemKind, starters: Starters): SurveyItem {
  const shared = { id: uuid(), kind, title: '', description: '', visibleIf: null }
  const own = ownFields(kind, starters)
  return (kind === 'heading' ? { ...shared, ...own } : { ...shared, isRequired: false, ...own }) as SurveyItem
}

export const newPage = (): SurveyPage => ({ id: uuid(), title: '', description: '', visibleIf: null, items: [] })

/** The same question in another kind: what both have stays. */
export function withKind(item: SurveyItem, kind: ItemKind, starters: Starters): SurveyItem {
  const fresh = newItem(kind, starters)
  const kept = Object.entries(item).filter(([field]) => field !== 'kind' && field in fresh)
  return { ...fresh, ...Object.fromEntries(kept) } as SurveyItem
}

/** A number that no option has or had while the survey was open here. */
export function nextOptionId(options: readonly SurveyOption[], takenMax = 0): number {
  return Math.max(0, takenMax, ...options.map(({ id }) => id)) + 1
}

/** One text a line, as people paste lists: empty lines and repeated ones are left out, known ones keep their number. */
export function optionsOfLines(lines: string, before: readonly SurveyOption[], takenMax = 0): SurveyOption[] {
  const texts = [...new Set(lines.split('\n').map((line) => line.trim()))].filter((text) => text !== '')
  const known = new Map(before.map((option) => [option.text, option]))
  let next = nextOptionId(before, takenMax)
  return texts.map((text) => known.get(text) ?? { id: next++, text })
}

const mapPages = (content: SurveyContent, change: (page: SurveyPage) => SurveyPage): SurveyContent => ({
  ...content,
  pages: content.pages.map(change),
})

export const withItem = (content: SurveyContent, item: SurveyItem): SurveyContent =>
  mapPages(content, (page) => ({ ...page, items: page.items.map((each) => (each.id === item.id ? item : each)) }))

/** Behind the item, or at the end of the page. */
export function withItemAdded(content: SurveyContent, pageId: string, item: SurveyItem, behindId?: string) {
  return mapPages(content, (page) => {
    if (page.id !== pageId) return page
    const at = page.items.findIndex(({ id }) => id === behindId)
    return { ...page, items: page.items.toSpliced(at < 0 ? page.items.length : at + 1, 0, item) }
  })
}

export function withItemDuplicated(content: SurveyContent, itemId: string): SurveyContent {
  const page = content.pages.find(({ items }) => items.some(({ id }) => id === itemId))
  const item = page?.items.find(({ id }) => id === itemId)
  return page && item ? withItemAdded(content, page.id, { ...item, id: uuid() }, itemId) : content
}

/** Within its page, or beyond one of its ends into the page beside it. */
export function withItemMoved(content: SurveyContent, pageId: string, from: number, to: number): SurveyContent {
  const at = content.pages.findIndex(({ id }) => id === pageId)
  const page = content.pages[at]
  const item = page?.items[from]
  if (!page || !item) return content
  if (to >= 0 && to < page.items.length)
    return mapPages(content, (each) => (each === page ? { ...page, items: withMoved(page.items, from, to) } : each))
  const other = content.pages[to < 0 ? at - 1 : at + 1]
  if (!other) return content
  return mapPages(content, (each) => {
    if (each === page) return { ...page, items: page.items.toSpliced(from, 1) }
    if (each !== other) return each
    return { ...other, items: to < 0 ? [...other.items, item] : [item, ...other.items] }
  })
}

export function withItemOnPage(content: SurveyContent, itemId: string, pageId: string): SurveyContent {
  const item = content.pages.flatMap(({ items }) => items).find(({ id }) => id === itemId)
  if (!item) return content
  const without = mapPages(content, (page) => ({ ...page, items: page.items.filter(({ id }) => id !== itemId) }))
  return withItemAdded(without, pageId, item)
}

/** The condition without what it says of these questions; null where nothing is left. */
function withoutQuestions(condition: Condition | null, ids: ReadonlySet<string>): Condition | null {
  if (condition === null) return null
  if (condition.op === 'not') {
    const inner = withoutQuestions(condition.condition, ids)
    return inner && { ...condition, condition: inner }
  }
  if ('of' in condition) {
    const of = condition.of.flatMap((part) => withoutQuestions(part, ids) ?? [])
    return of.length > 1 ? { ...condition, of } : (of[0] ?? null)
  }
  return ids.has(condition.questionId) ? null : condition
}

/** A question that is gone is in no condition, and a quota of it alone is gone as well. */
function forgotten(content: SurveyContent, ids: ReadonlySet<string>): SurveyContent {
  const clean = <T extends { readonly visibleIf: Condition | null }>(part: T): T => ({
    ...part,
    visibleIf: withoutQuestions(part.visibleIf, ids),
  })
  return {
    ...content,
    pages: content.pages.map((page) => ({ ...clean(page), items: page.items.map(clean) })),
    quotas: content.quotas.flatMap((quota): Quota[] => {
      const condition = withoutQuestions(quota.condition, ids)
      return condition ? [{ ...quota, condition }] : []
    }),
  }
}

export function withoutItem(content: SurveyContent, itemId: string): SurveyContent {
  const left = mapPages(content, (page) => ({ ...page, items: page.items.filter(({ id }) => id !== itemId) }))
  return forgotten(left, new Set([itemId]))
}

export function withPageAdded(content: SurveyContent, behindId?: string): SurveyContent {
  const at = content.pages.findIndex(({ id }) => id === behindId)
  return { ...content, pages: content.pages.toSpliced(at < 0 ? content.pages.length : at + 1, 0, newPage()) }
}

export const withPage = (content: SurveyContent, pageId: string, part: Partial<SurveyPage>): SurveyContent =>
  mapPages(content, (page) => (page.id === pageId ? { ...page, ...part } : page))

/** The last page stays. */
export function withoutPage(content: SurveyContent, pageId: string): SurveyContent {
  const page = content.pages.find(({ id }) => id === pageId)
  if (!page || content.pages.length === 1) return content
  const left = { ...content, pages: content.pages.filter((each) => each !== page) }
  return forgotten(left, new Set(page.items.map(({ id }) => id)))
}

export const withPageMoved = (content: SurveyContent, from: number, to: number): SurveyContent => ({
  ...content,
  pages: withMoved(content.pages, from, to),
})

/** Where conditions and quotas ask for a question: the author hears of it before it goes. */
export function usesOf(content: SurveyContent, itemId: string): number {
  const asks = (condition: Condition | null) => mentions(condition, itemId)
  const parts = content.pages.flatMap((page) => [page, ...page.items])
  return (
    parts.filter(({ visibleIf }) => asks(visibleIf)).length + content.quotas.filter((q) => asks(q.condition)).length
  )
}

function mentions(condition: Condition | null, itemId: string): boolean {
  if (condition === null) return false
  if (condition.op === 'not') return mentions(condition.condition, itemId)
  if ('of' in condition) return condition.of.some((part) => mentions(part, itemId))
  return condition.questionId === itemId
}
