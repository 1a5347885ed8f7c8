/** The rules that stand alone: what follows which action, who may do what, what counts as finished. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import type { CourseAction, CourseStatus, SectionKind } from '#modules/learning/courses/contract/wire.ts'
import { closedBecause, followScope, mayEdit, openingOf } from './policy.ts'
import {
  courseProgress,
  type EvaluatedSection,
  isFinishedStatus,
  neededUnits,
  sectionProgress,
} from './study/completion-rules.ts'
import { unitCostNs } from './study/playbacks.ts'
import { actionsOf, statusAfter } from './transitions.ts'

describe('transitions of a course', () => {
  const cases: [CourseStatus, boolean, CourseAction[]][] = [
    ['draft', true, ['edit', 'preview', 'publish', 'delete']],
    ['on-shelf', false, ['edit', 'preview', 'take-off-shelf', 'see-progress']],
    ['on-shelf', true, ['edit', 'preview', 'publish', 'take-off-shelf', 'discard-draft', 'see-progress']],
    ['off-shelf', false, ['edit', 'preview', 'publish', 'delete', 'see-progress']],
    ['off-shelf', true, ['edit', 'preview', 'publish', 'discard-draft', 'delete', 'see-progress']],
  ]
  it.each(cases)('a course that is %s (draft: %s) offers %j and refuses the rest', (status, hasDraft, actions) => {
    const state = { status, hasDraft, approval: null }
    expect(actionsOf(state)).toEqual(actions)
    const all: CourseAction[] = [
      'edit',
      'preview',
      'publish',
      'withdraw',
      'take-off-shelf',
      'discard-draft',
      'delete',
      'see-progress',
    ]
    for (const action of all) {
      if (actions.includes(action)) expect(statusAfter(state, action)).toBeTypeOf('string')
      else expect(() => statusAfter(state, action)).toThrow('40453')
    }
  })
})

describe('who may do what', () => {
  const caller = (permissions: Record<string, string[]> = {}): Caller => ({
    memberId: 'me',
    companyId: 'company',
    organizationId: 'home',
    sessionId: 'session',
    roles: [],
    permissions: new Map(Object.entries(permissions)),
  })
  const course = { authorId: 'author', lecturerId: null, managed: false }
  const author = { 'course.author': ['home'] }

  it('an author changes the own courses while the permission lasts; a manager, all of the organization', () => {
    expect(mayEdit(caller(author), { ...course, authorId: 'me' })).toBe(true)
    expect(mayEdit(caller(), { ...course, authorId: 'me' })).toBe(false)
    expect(mayEdit(caller(author), course)).toBe(false)
    expect(mayEdit(caller(), { ...course, managed: true })).toBe(true)
  })

  it('author and lecturer follow all learners, others the organizations of their grant', () => {
    expect(followScope(caller(author), { ...course, authorId: 'me' })).toBe('all')
    expect(followScope(caller(), { ...course, lecturerId: 'me' })).toBe('all')
    expect(followScope(caller({ 'course.progress': ['sales'] }), course)).toEqual(['sales'])
    expect(followScope(caller(), course)).toEqual([])
  })

  it('opens a course by status, visibility and registration', () => {
    const seen = { status: 'on-shelf', publishClient: 0, visible: true, registered: true } as const
    expect(openingOf(seen)).toBe('open')
    expect(openingOf({ ...seen, visible: false })).toBe('hidden')
    expect(openingOf({ ...seen, status: 'draft' })).toBe('missing')
    expect(openingOf({ ...seen, status: 'off-shelf' })).toBe('open')
    expect(openingOf({ ...seen, status: 'off-shelf', registered: false })).toBe('taken-down')
    expect(closedBecause(seen, 1)).toBeUndefined()
    expect(closedBecause({ ...seen, status: 'off-shelf' }, 1)).toBe('taken-down')
    expect(closedBecause({ ...seen, publishClient: 2 }, 1)).toBe('other-client')
    expect(closedBecause({ ...seen, registered: false }, 1)).toBe('not-registered')
  })
})

describe('what is finished', () => {
  const facts = { status: 1, covered: 0, unit_count: 1000, needed: 900, position: 0, studied_at: 5, finished_at: null }
  const video = { kind: 'video', unit_count: 1000, needs_review: false } as const

  it.each([
    [0, 0, 0],
    [449, 49, 44],
    [899, 99, 89],
  ])(
    'of 1,000 ms, %i covered are %i of 100 on the way and %i of 100 watched, and say so',
    (covered, percent, watchedPercent) => {
      expect(sectionProgress(video, { ...facts, covered }, 90)).toMatchObject({
        percent,
        finished: false,
        reasons: [{ code: 'watch-more', watchedPercent, neededPercent: 90 }],
      })
    },
  )

  it('is finished by what was stored, not by what a later rule asks for', () => {
    const done = { ...facts, status: 2, covered: 900, finished_at: 7 }
    expect(sectionProgress(video, done, 100)).toMatchObject({
      finished: true,
      percent: 100,
      reasons: [],
      finishedAt: 7,
    })
  })

  it.each([
    ['pdf', { code: 'read-pages', readPages: 2, neededPages: 3 }],
    ['text', { code: 'read-text' }],
    ['link', { code: 'visit-link' }],
  ] as [SectionKind, object][])('an unfinished %s says what is missing', (kind, reason) => {
    const pages = { ...facts, covered: 2, unit_count: 3, needed: 3 }
    expect(sectionProgress({ kind, unit_count: 3, needs_review: false }, pages, 90).reasons).toEqual([reason])
  })

  it('always has a reason where it is not finished, and none where it is', () => {
    const numbers = fc.record({
      unit: fc.integer({ min: 1, max: 1_000_000 }),
      percent: fc.integer({ min: 50, max: 100 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(numbers, ({ unit, percent, share }) => {
        const needed = neededUnits(unit, percent)
        const covered = Math.floor(unit * share)
        const finished_at = covered >= needed ? 9 : null
        const evaluated = sectionProgress(
          { kind: 'video', unit_count: unit, needs_review: false },
          { ...facts, covered, unit_count: unit, needed, finished_at },
          percent,
        )
        expect(needed).toBeGreaterThanOrEqual(1)
        expect(needed).toBeLessThanOrEqual(unit)
        expect(evaluated.reasons.length === 0).toBe(evaluated.finished)
        expect(evaluated.percent === 100).toBe(evaluated.finished)
      }),
    )
  })

  it('[COURSE-057] a course is done by its stored status (2 or 4) alone; its sections explain what is missing', () => {
    const section = (id: string, isRequired: 0 | 1, finished: boolean): EvaluatedSection => ({
      id,
      title: id,
      isRequired,
      progress: { ...sectionProgress(video, { ...facts, covered: 450, finished_at: finished ? 1 : null }, 90) },
    })
    const sections = [section('a', 1, true), section('b', 1, false), section('c', 0, false)]
    const registration = {
      status: 1,
      registered_at: 1,
      started_at: 2,
      touched_at: 3,
      finished_at: null,
      last_section_id: 'b',
    }
    expect(courseProgress(registration, sections, 60)).toMatchObject({
      percent: 75,
      finishedCount: 1,
      requiredCount: 2,
      reasons: [{ code: 'finish-required', remaining: [{ sectionId: 'b', title: 'b' }] }],
    })
    for (const status of [2, 4])
      expect(courseProgress({ ...registration, status }, sections, 0)).toMatchObject({
        finished: true,
        percent: 100,
        reasons: [],
      })
    expect(courseProgress(undefined, sections, 0)).toMatchObject({
      registered: false,
      reasons: [{ code: 'not-registered' }],
    })
    expect([0, 1, 2, 3, 4, 5, 6].filter(isFinishedStatus)).toEqual([2, 4])
  })
})

describe('what a unit costs', () => {
  it('never lets more than the allowed speed pass, whatever it is', () => {
    for (const rate of [1, 1.25, 1.5, 2, 3, 4]) {
      const cost = unitCostNs({ kind: 'video', body: null }, rate)
      expect(1_000_000 / cost).toBeLessThanOrEqual(rate)
      expect(1_000_000 / cost).toBeGreaterThan(rate * 0.99999)
    }
  })
})
