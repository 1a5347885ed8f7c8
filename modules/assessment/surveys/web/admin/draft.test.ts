import { expect, it } from 'vitest'
import { problemsOf } from '../../contract/check-content.ts'
import type { Condition } from '../../contract/condition.ts'
import type { SurveyContent, SurveyItem } from '../../contract/content.ts'
import { clausesOf, conditionOf, questionsBefore } from './clauses.ts'
import {
  newItem,
  newPage,
  nextOptionId,
  optionsOfLines,
  type Starters,
  usesOf,
  withItemAdded,
  withItemDuplicated,
  withItemMoved,
  withItemOnPage,
  withKind,
  withoutItem,
  withoutPage,
} from './draft.ts'
import { draftProblems, notReadyOf } from './draft-problems.ts'
import { storedText, writtenText } from './piping.ts'

const starters: Starters = { option: (number) => `Option ${number}`, row: (number) => `Row ${number}` }
const item = (kind: SurveyItem['kind'], title = 'Title', part: object = {}) =>
  ({ ...newItem(kind, starters), title, ...part }) as SurveyItem

function survey(...pages: SurveyItem[][]): SurveyContent {
  return {
    ...{ introduction: '', closing: '', startAt: null, endAt: null, isAnonymous: true, minimumGroup: 5 },
    ...{ allowsGuests: false, quotas: [] },
    pages: pages.map((items) => ({ ...newPage(), items })),
  }
}
const idsOf = ({ pages }: SurveyContent) => pages.map(({ items }) => items.map(({ id }) => id))
const is = (questionId: string, value: number): Condition => ({ op: 'eq', questionId, value })

it('moves a question within its page, and by one step more into the page beside it', () => {
  const [a, b, c] = [item('nps'), item('text'), item('rating')]
  const content = survey([a, b], [c])
  const [page] = content.pages
  const id = page?.id ?? ''
  expect(idsOf(withItemMoved(content, id, 0, 1))).toEqual([[b.id, a.id], [c.id]])
  expect(idsOf(withItemMoved(content, id, 1, 2))).toEqual([[a.id], [b.id, c.id]])
  expect(idsOf(withItemMoved(content, content.pages[1]?.id ?? '', 0, -1))).toEqual([[a.id, b.id, c.id], []])
  expect(withItemMoved(content, id, 0, -1)).toBe(content)
  expect(idsOf(withItemOnPage(content, a.id, content.pages[1]?.id ?? ''))).toEqual([[b.id], [c.id, a.id]])
})

it('a copy stands behind its question and has an id of its own', () => {
  const [a, b] = [item('single-choice'), item('text')]
  const [ids = []] = idsOf(withItemDuplicated(survey([a, b]), a.id))
  expect(ids).toHaveLength(3)
  expect([ids[0], ids[2]]).toEqual([a.id, b.id])
  expect(new Set(ids).size).toBe(3)
})

it('conditions and quotas forget a question that is gone, and keep what they say of others', () => {
  const [a, b] = [item('single-choice'), item('single-choice')]
  const both: Condition = { op: 'and', of: [is(a.id, 1), is(b.id, 2)] }
  const c = item('text', 'C', { visibleIf: both })
  const quota = (id: string, condition: Condition) => ({ id, name: id, condition, limit: 1, message: 'full' })
  const content = { ...survey([a, b, c]), quotas: [quota('of-a', is(a.id, 1)), quota('of-both', both)] }
  expect(usesOf(content, a.id)).toBe(3)
  const left = withoutItem(content, a.id)
  expect(left.pages[0]?.items.map(({ visibleIf }) => visibleIf)).toEqual([null, is(b.id, 2)])
  expect(left.quotas.map(({ id, condition }) => [id, condition])).toEqual([['of-both', is(b.id, 2)]])
  expect(problemsOf(left)).toEqual([])
})

it('a page takes its questions along, and the last page stays', () => {
  const a = item('nps')
  const b = item('text', 'B', { visibleIf: { op: 'lt', questionId: a.id, value: 7 } })
  const content = survey([a], [b])
  const left = withoutPage(content, content.pages[0]?.id ?? '')
  expect(left.pages).toHaveLength(1)
  expect(left.pages[0]?.items[0]?.visibleIf).toBeNull()
  expect(withoutPage(left, left.pages[0]?.id ?? '')).toBe(left)
})

it('another kind keeps what both have', () => {
  const single = item('single-choice', 'Which?', { isRequired: true, description: 'One', hasOther: true })
  const several = withKind(single, 'multiple-choice', starters)
  expect(several).toMatchObject({ ...single, kind: 'multiple-choice', chosenMin: null })
  const text = withKind(several, 'text', starters)
  expect(text).toEqual({
    ...{ id: single.id, kind: 'text', title: 'Which?', description: 'One', isRequired: true, visibleIf: null },
    ...{ isLong: true, lengthMax: 1000 },
  })
})

it('numbers of options are not given again, and pasted lines keep known ones', () => {
  const options = [1, 2, 3].map((id) => ({ id, text: `Option ${id}` }))
  expect(nextOptionId(options.slice(0, 2), 3)).toBe(4)
  expect(optionsOfLines('Option 3\n\n New \nOption 3\nOption 1', options)).toEqual([
    { id: 3, text: 'Option 3' },
    { id: 4, text: 'New' },
    { id: 1, text: 'Option 1' },
  ])
})

it('a condition is the same after it was shown as clauses', () => {
  const [a, b] = ['a', 'b']
  const conditions: (Condition | null)[] = [
    null,
    is(a, 1),
    { op: 'not', condition: is(a, 1) },
    {
      op: 'or',
      of: [
        { op: 'in', questionId: a, values: [1, 2] },
        { op: 'answered', questionId: b, rowId: 3 },
      ],
    },
    {
      op: 'and',
      of: [
        { op: 'gt', questionId: b, value: 3 },
        { op: 'not', condition: { op: 'answered', questionId: a } },
      ],
    },
  ]
  for (const condition of conditions) {
    const clauses = clausesOf(condition)
    expect(clauses && conditionOf(clauses)).toEqual(condition)
  }
  const deep: Condition = { op: 'and', of: [is(a, 1), { op: 'or', of: [is(a, 1), is(b, 2)] }] }
  expect(clausesOf(deep)).toBeUndefined()
  expect(clausesOf({ op: 'not', condition: { op: 'lt', questionId: a, value: 1 } })).toBeUndefined()
})

it('a clause without its value asks for nothing', () => {
  const clause = { questionId: 'a', rowId: undefined, test: 'is', values: [] } as const
  expect(conditionOf({ join: 'and', clauses: [clause] })).toBeNull()
  expect(conditionOf({ join: 'and', clauses: [clause, { ...clause, values: [2] }] })).toEqual(is('a', 2))
})

it('only questions that come before are offered', () => {
  const [a, heading, b, c] = [item('nps'), item('heading'), item('text'), item('rating')]
  const content = survey([a, heading, b], [c])
  expect(questionsBefore(content, b).map(({ id }) => id)).toEqual([a.id])
  expect(questionsBefore(content, content.pages[1] ?? { id: '' }).map(({ id }) => id)).toEqual([a.id, b.id])
  expect(questionsBefore(content, content.pages[0] ?? { id: '' })).toEqual([])
})

it('an earlier answer in a title is written by its number and stored by its id', () => {
  const a = item('text')
  const numbers = new Map([[a.id, 3]])
  const written = 'Why {{Q3}}, and not {{Q4}}?'
  const stored = storedText(written, numbers)
  expect(stored).toBe(`Why {{${a.id}}}, and not {{Q4}}?`)
  expect(writtenText(stored, numbers)).toBe(written)
})

it('names what is missing, at the question that lacks it', () => {
  const untitled = item('single-choice', ' ')
  const empty = item('ranking', 'Order', {
    options: [
      { id: 1, text: 'A' },
      { id: 2, text: '' },
    ],
  })
  const ahead = item('text', 'T', { visibleIf: is(empty.id, 1) })
  const stars = item('matrix', 'M', { mode: 'rating', columns: [] })
  const problems = draftProblems(survey([untitled, ahead, empty, stars]))
  expect([...problems]).toEqual([
    [untitled.id, ['title']],
    [empty.id, ['option']],
    [ahead.id, ['looks-ahead']],
  ])
})

it('says what keeps a survey from being published', () => {
  const now = 1000
  const ready = survey([item('nps')])
  expect(notReadyOf(ready, now)).toEqual([])
  expect(notReadyOf(survey([item('heading')]), now)).toEqual(['questions'])
  expect(notReadyOf({ ...ready, endAt: now }, now)).toEqual(['window'])
  expect(notReadyOf({ ...ready, endAt: now + 1 }, now)).toEqual([])
  expect(notReadyOf({ ...ready, startAt: 3000, endAt: 3000 }, now)).toEqual(['window'])
  const files = withItemAdded(ready, ready.pages[0]?.id ?? '', item('file'))
  expect(notReadyOf(files, now)).toEqual(['files'])
  expect(notReadyOf({ ...files, isAnonymous: false }, now)).toEqual([])
  expect(notReadyOf({ ...files, isAnonymous: false, allowsGuests: true }, now)).toEqual(['files'])
  const [asked] = ready.pages[0]?.items ?? []
  const quotas = [{ id: 'red', name: 'Red', condition: is(asked?.id ?? '', 1), limit: 1, message: 'full' }]
  expect(notReadyOf({ ...ready, quotas }, now)).toEqual(['quotas'])
  expect(notReadyOf({ ...ready, quotas, isAnonymous: false }, now)).toEqual([])
})
