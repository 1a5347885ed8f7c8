/** The rules that stand alone: audience of contents, completion, permissions, and the effect of each action. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { type SubjectAction, type SubjectStatus, subjectActions } from '../contract/wire.ts'
import { fitOf, isComplete, type Met, nextOf, progressOf, stageStates, totalsOf } from './completion-rules.ts'
import { closedBecause, mayEdit, openingOf } from './policy.ts'
import { actionsOf, assertPossible } from './transitions.ts'

const content = (contentId: string, input: Partial<Met> = {}): Met => ({
  ...{ contentId, name: contentId, isRequired: true, isAvailable: true },
  ...{ isStarted: false, isFinished: false, percent: 0, ...input },
})
const done = { isStarted: true, isFinished: true, percent: 100 }
const registered = {
  ...{ status: 1, last_content_id: null, registered_at: 1, started_at: 2, touched_at: 3, finished_at: null },
}

describe('who a content is for', () => {
  const attributes = {
    positionId: 'nurse',
    organizationIds: new Set(['ward', 'hospital']),
    topicIds: new Set(['safety']),
  }
  const asks = (input: { position_ids?: string[]; organization_ids?: string[]; topic_ids?: string[] }) =>
    fitOf({ position_ids: [], organization_ids: [], topic_ids: [], ...input }, attributes)

  it('is all where it names nobody; else one condition that fits is enough', () => {
    expect(asks({})).toBe('all')
    expect(asks({ position_ids: ['nurse'] })).toBe('position')
    expect(asks({ organization_ids: ['hospital'] })).toBe('organization')
    expect(asks({ topic_ids: ['safety', 'law'] })).toBe('interest')
    expect(asks({ position_ids: ['cook'], organization_ids: ['ward'] })).toBe('organization')
    expect(asks({ position_ids: ['cook'], organization_ids: ['kitchen'], topic_ids: ['law'] })).toBeUndefined()
    const nobody = { positionId: null, organizationIds: new Set<string>(), topicIds: new Set<string>() }
    expect(fitOf({ position_ids: ['nurse'], organization_ids: [], topic_ids: [] }, nobody)).toBeUndefined()
  })
})

describe('how far somebody is', () => {
  it('is the mean of what is required, cut; electives change nothing', () => {
    const contents = [content('a', done), content('b', { percent: 51 }), content('c', { isRequired: false, ...done })]
    expect(totalsOf(contents)).toEqual({ percent: 75, finishedCount: 1, requiredCount: 2 })
    expect(progressOf(registered, 0, contents)).toMatchObject({
      ...{ percent: 75, finished: false, finishedCount: 1, requiredCount: 2, nextContentId: 'b' },
      reasons: [{ code: 'finish-required', remaining: [{ contentId: 'b', name: 'b' }] }],
    })
  })

  it('what was taken down is asked of nobody, and kept by who has finished it', () => {
    const gone = content('gone', { isAvailable: false })
    expect(totalsOf([gone, content('a', done)])).toEqual({ percent: 100, finishedCount: 1, requiredCount: 1 })
    expect(totalsOf([content('gone', { ...done, isAvailable: false }), content('a')])).toEqual({
      ...{ percent: 50, finishedCount: 1, requiredCount: 2 },
    })
    expect(isComplete(totalsOf([gone]))).toBe(false)
    expect(progressOf(registered, 0, [gone])).toMatchObject({ percent: 0, reasons: [{ code: 'nothing-required' }] })
  })

  it('is finished by what is stored, whatever is required since; and always says why where it is not', () => {
    const finished = { ...registered, status: 2, finished_at: 9 }
    expect(progressOf(finished, 0, [content('new')])).toMatchObject({ percent: 100, finished: true, reasons: [] })
    expect(progressOf(undefined, 0, [content('a', done)])).toMatchObject({
      ...{ registered: false, percent: 99, finished: false, reasons: [{ code: 'not-registered' }] },
    })
    expect(progressOf({ ...registered, status: 3 }, 0, [content('a')]).reasons).toEqual([{ code: 'abandoned' }])
    expect(progressOf(registered, 3, [])).toMatchObject({
      ...{ finishedCount: 0, requiredCount: 1, reasons: [{ code: 'visit-link' }] },
    })
    const contents = fc.array(
      fc.record({ isRequired: fc.boolean(), isAvailable: fc.boolean(), isFinished: fc.boolean(), percent: fc.nat(99) }),
    )
    fc.assert(
      fc.property(contents, fc.constantFrom(0, 1, 2, 3), (inputs, status) => {
        const met = inputs.map((input, index) => content(String(index), input))
        const evaluated = progressOf({ ...registered, status }, 0, met)
        expect(evaluated.finished).toBe(status === 2)
        expect(evaluated.percent === 100).toBe(evaluated.finished)
        expect(evaluated.reasons.length === 0).toBe(evaluated.finished)
        expect(evaluated.finishedCount).toBeLessThanOrEqual(evaluated.requiredCount)
      }),
    )
  })

  it('continues with the last opened content, else a started one, else the first required one', () => {
    const contents = [
      content('elective', { isRequired: false }),
      content('first'),
      content('started', { isStarted: true }),
      content('done', done),
    ]
    expect(nextOf(contents, 'elective')?.contentId).toBe('elective')
    expect(nextOf(contents, 'done')?.contentId).toBe('started')
    expect(nextOf([contents[0] as Met, contents[1] as Met], null)?.contentId).toBe('first')
    expect(nextOf([contents[0] as Met], null)?.contentId).toBe('elective')
    expect(nextOf([contents[3] as Met, content('gone', { isAvailable: false })], null)).toBeUndefined()
  })

  it('a stage is done, the one to go on in, or ahead', () => {
    const stages = [
      [content('a', done)],
      [content('b', { percent: 40 }), content('c', { isRequired: false })],
      [content('d', { isRequired: false, percent: 20 })],
      [content('e', { isRequired: false, ...done })],
    ]
    expect(stageStates(stages, 'b')).toEqual([
      { state: 'done', percent: 100, finishedCount: 1, requiredCount: 1 },
      { state: 'current', percent: 40, finishedCount: 0, requiredCount: 1 },
      { state: 'ahead', percent: 20, finishedCount: 0, requiredCount: 0 },
      { state: 'done', percent: 100, finishedCount: 0, requiredCount: 0 },
    ])
  })
})

describe('transitions of a subject', () => {
  const cases: [SubjectStatus, boolean, SubjectAction[]][] = [
    ['draft', true, ['edit', 'preview', 'publish', 'delete']],
    ['on-shelf', false, ['edit', 'preview', 'take-off-shelf', 'see-progress']],
    ['on-shelf', true, ['edit', 'preview', 'publish', 'take-off-shelf', 'discard-changes', 'see-progress']],
    ['off-shelf', false, ['edit', 'preview', 'publish', 'delete', 'see-progress']],
    ['off-shelf', true, ['edit', 'preview', 'publish', 'discard-changes', 'delete', 'see-progress']],
  ]
  it.each(cases)('one that is %s (changed: %s) offers %j and refuses the rest', (status, hasChanges, actions) => {
    const state = { status, hasChanges, approval: null }
    expect(actionsOf(state)).toEqual(actions)
    for (const action of subjectActions)
      if (actions.includes(action)) assertPossible(state, action)
      else expect(() => assertPossible(state, action)).toThrow('380402')
  })

  it('while somebody decides nothing changes; what was given back may also be withdrawn', () => {
    for (const status of ['draft', 'on-shelf', 'off-shelf'] as const) {
      const waiting = actionsOf({ status, hasChanges: true, approval: 'waiting' })
      expect(waiting).toContain('withdraw')
      for (const action of ['edit', 'publish', 'delete', 'discard-changes'] as const)
        expect(waiting).not.toContain(action)
      const returned = actionsOf({ status, hasChanges: true, approval: 'returned' })
      expect(returned).toEqual(expect.arrayContaining(['edit', 'publish', 'withdraw']))
    }
  })
})

describe('who may do what', () => {
  const caller = (permissions: Record<string, string[]> = {}): Caller => ({
    ...{ memberId: 'me', companyId: 'company', organizationId: 'home', sessionId: 'session', roles: [] },
    permissions: new Map(Object.entries(permissions)),
  })

  it('an author changes the own subjects while the permission lasts; a manager, all of the organization', () => {
    const own = { authorId: 'me', managed: false }
    expect(mayEdit(caller({ 'course.author': ['home'] }), own)).toBe(true)
    expect(mayEdit(caller(), own)).toBe(false)
    expect(mayEdit(caller({ 'course.author': ['home'] }), { authorId: 'you', managed: false })).toBe(false)
    expect(mayEdit(caller(), { authorId: 'you', managed: true })).toBe(true)
  })

  it('opens a subject by status, visibility and registration', () => {
    const seen = { status: 'on-shelf', publishClient: 0, visible: true, registered: false } as const
    expect(openingOf(seen)).toBe('open')
    expect(openingOf({ ...seen, visible: false })).toBe('hidden')
    expect(openingOf({ ...seen, visible: false, registered: true })).toBe('open')
    expect(openingOf({ ...seen, status: 'draft', registered: true })).toBe('missing')
    expect(openingOf({ ...seen, status: 'off-shelf' })).toBe('taken-down')
    expect(openingOf({ ...seen, status: 'off-shelf', registered: true })).toBe('open')
    expect(closedBecause(seen, 1)).toBeUndefined()
    expect(closedBecause({ ...seen, publishClient: 2 }, 1)).toBe('other-client')
    expect(closedBecause({ ...seen, status: 'off-shelf' }, 1)).toBe('taken-down')
  })
})
