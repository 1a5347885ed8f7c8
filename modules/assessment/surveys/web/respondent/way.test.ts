import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import type { SurveyAnswer } from '../../contract/answer.ts'
import type { SurveyContent, SurveyQuestion } from '../../contract/content.ts'
import { shuffled } from './shuffled.ts'
import { fullQuotaOf, numbersOn, problemAt, problemsOn, wayAt } from './way.ts'

const shared = { description: '', isRequired: true, visibleIf: null }
const choice: SurveyQuestion = {
  ...{ ...shared, id: uuid(), kind: 'single-choice', title: 'Attended?', hasOther: true, shufflesOptions: false },
  options: [1, 2].map((id) => ({ id, text: `Option ${id}` })),
}
const reason: SurveyQuestion = { ...shared, id: uuid(), kind: 'text', title: 'Why?', isLong: true, lengthMax: 5 }
const stars: SurveyQuestion = {
  ...shared,
  id: uuid(),
  kind: 'rating',
  title: 'Stars',
  max: 5,
  lowLabel: '',
  highLabel: '',
}
const pageOf = (items: SurveyQuestion[], visibleIf: SurveyContent['pages'][number]['visibleIf'] = null) => ({
  ...{ id: uuid(), title: '', description: '', visibleIf, items },
})
const pages = [
  pageOf([choice]),
  pageOf([reason], { op: 'eq', questionId: choice.id, value: 2 }),
  pageOf([stars]),
] as const
const content: SurveyContent = {
  ...{ introduction: '', closing: '', startAt: null, endAt: null, isAnonymous: true, minimumGroup: 5 },
  ...{ allowsGuests: true, quotas: [], pages: [...pages] },
}
const chose = (id: number, otherText = ''): SurveyAnswer => ({ kind: 'single-choice', chosen: [id], otherText })
const answered = (...entries: [SurveyQuestion, SurveyAnswer][]) =>
  new Map(entries.map(([{ id }, answer]) => [id, answer]))

it('goes on and back along the branch that the answers lead to', () => {
  const [first, branch, last] = pages
  const no = answered([choice, chose(2)])
  expect(wayAt(content, no, first.id)).toMatchObject({ backId: undefined, nextId: branch.id, progress: 0 })
  expect(wayAt(content, no, last.id)).toMatchObject({ backId: branch.id, nextId: undefined })
  const yes = answered([choice, chose(1)])
  expect(wayAt(content, yes, first.id)?.nextId).toBe(last.id)
  expect(wayAt(content, yes, last.id)?.backId).toBe(first.id)
})

it('a page that has gone from the path gives way to the one before it', () => {
  const [first, branch] = pages
  expect(wayAt(content, answered([choice, chose(1)]), branch.id)?.page.id).toBe(first.id)
  expect(wayAt(content, new Map(), 'unknown')?.page.id).toBe(first.id)
})

it('what was answered on an abandoned branch does not count', () => {
  const given = answered(
    [choice, chose(1)],
    [reason, { kind: 'text', text: 'late' }],
    [stars, { kind: 'rating', value: 4 }],
  )
  const path = wayAt(content, given, undefined)?.path
  expect([...(path?.answers.keys() ?? [])]).toEqual([choice.id, stars.id])
  expect(path && [...numbersOn(path)]).toEqual([
    [choice.id, 1],
    [stars.id, 2],
  ])
})

it('names what keeps a question from being left', () => {
  expect(problemAt(choice, undefined)).toBe('missing')
  expect(problemAt(choice, chose(0))).toBe('other')
  expect(problemAt(choice, chose(0, 'Mine'))).toBeUndefined()
  expect(problemAt(choice, chose(9))).toBe('option')
  expect(problemAt(reason, { kind: 'text', text: '  ' })).toBe('missing')
  expect(problemAt(reason, { kind: 'text', text: '12345' })).toBeUndefined()
  expect(problemAt(reason, { kind: 'text', text: '123456' })).toBe('length')
  expect(problemAt({ ...reason, isRequired: false }, undefined)).toBeUndefined()
  const rows = [1, 2].map((id) => ({ id, text: `Row ${id}` }))
  const matrix: SurveyQuestion = {
    ...{ ...shared, id: uuid(), kind: 'matrix', title: 'M', mode: 'single', rows, columns: rows, ratingMax: 5 },
    shufflesRows: false,
  }
  expect(problemAt(matrix, { kind: 'matrix', rows: [{ rowId: 1, chosen: [2] }] })).toBe('rows')
  expect([...problemsOn([choice, stars], answered([stars, { kind: 'rating', value: 5 }]))]).toEqual([
    [choice.id, 'missing'],
  ])
})

it('a full quota ends the survey for those it is about', () => {
  const full = [{ id: 'full', condition: { op: 'eq', questionId: choice.id, value: 2 } }]
  const pathWith = (id: number) => {
    const way = wayAt(content, answered([choice, chose(id)]), undefined)
    if (!way) throw new Error('no page')
    return way.path
  }
  expect(fullQuotaOf(full, pathWith(2))?.id).toBe('full')
  expect(fullQuotaOf(full, pathWith(1))).toBeUndefined()
})

it('the order by chance is the same for one respondent, and different for others', () => {
  const options = Array.from({ length: 8 }, (_, at) => ({ id: at + 1 }))
  const orderOf = (seed: string) => shuffled(options, seed).map(({ id }) => id)
  expect(orderOf('one')).toEqual(orderOf('one'))
  expect(orderOf('one').toSorted((a, b) => a - b)).toEqual(options.map(({ id }) => id))
  expect(new Set(['one', 'two', 'three', 'four'].map((seed) => orderOf(seed).join())).size).toBeGreaterThan(1)
})
