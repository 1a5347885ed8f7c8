import { expect, it } from 'vitest'
import { newDraft, problemOf, sameSteps, stepOf } from './drafts.ts'

const three = ['甲', '乙', '丙'].map(newDraft)

it('sends only the fields of the chosen kind', () => {
  const draft = { ...newDraft('初审'), members: [{ id: 'm', fullName: '周予安' }] }
  expect(stepOf(draft)).toMatchObject({ who: 'role', role: 'approver', level: null, memberIds: [] })
  expect(stepOf({ ...draft, who: 'members' })).toMatchObject({ role: null, level: null, memberIds: ['m'] })
  expect(stepOf({ ...draft, who: 'superior', level: 2 })).toMatchObject({ role: null, level: 2, memberIds: [] })
})

it('reports missing fields', () => {
  const draft = newDraft('初审')
  expect(problemOf(draft)).toBeUndefined()
  expect(problemOf({ ...draft, name: ' ' })).toBe('admin.nameNeeded')
  expect(problemOf({ ...draft, who: 'members' })).toBe('admin.chooseMembers')
  expect(problemOf({ ...draft, remindAfterHours: 24, timeoutHours: 24 })).toBe('admin.wrongTimeout')
})

it('compares steps without their keys', () => {
  const [first] = three
  if (!first) throw new Error('no step')
  expect(sameSteps([first], [{ ...first, key: 'other' }])).toBe(true)
  expect(sameSteps([first], [{ ...first, mode: 'all' }])).toBe(false)
})
