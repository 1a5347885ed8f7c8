/** The rules that stand alone: what is finished, what is locked. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SubmissionState } from '#kit/submissions.ts'
import { proves } from '#test/proves.ts'
import {
  type EvaluatedChapter,
  type EvaluatedSection,
  evaluateChapters,
  isFinishedSection,
  isPathFinished,
  pathPercent,
  reviewedStatus,
} from './completion-rules.ts'

const dayMs = 86_400_000

describe('what is finished, by kind and status', () => {
  const statuses = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 17]
  const finishing = (type: number) => statuses.filter((status) => isFinishedSection(type, status))

  it.each([1, 2])('[COURSE-044] kind %i is finished with 2 and 4, and with no other', (type) => {
    expect(finishing(type)).toEqual([2, 4])
  })

  it('[COURSE-045] kind 3 is finished with 1 and 3, and with no other', () => {
    expect(finishing(3)).toEqual([1, 3])
  })

  it.each([0, 4, 5, 6, 11, 15, 17, 99])('[COURSE-046] kind %i is finished with 1, and with no other', (type) => {
    expect(finishing(type)).toEqual([1])
  })

  it.each([1, 2, 3, 5, 6, 17])(
    '[COURSE-003] of kind %i, what needs review is finished only with an agreed proof',
    (type) => {
      for (const status of statuses) {
        const withProof = (state: SubmissionState | null) => reviewedStatus(type, status, { isNeeded: true, state })
        expect(withProof('accepted')).toBe(status)
        expect(withProof('waiting')).toBe(5)
        expect(withProof('returned')).toBe(6)
        expect(isFinishedSection(type, withProof(null))).toBe(false)
        expect(reviewedStatus(type, status, { isNeeded: false, state: null })).toBe(status)
      }
    },
  )
})

const section = (id: string, change: Partial<EvaluatedSection> = {}): EvaluatedSection => ({
  ...{ id, name: id, require: 1, choiceId: null, isAvailable: true, isFinished: false, isOpened: false },
  ...change,
})
const chapter = (
  id: string,
  sections: EvaluatedSection[],
  change: Partial<EvaluatedChapter> = {},
): EvaluatedChapter => ({
  ...{ id, opensAfterDays: null, opensAt: null, closesAt: null, choices: [], sections },
  ...change,
})
const inOrder = { learnSequence: 1, registeredAt: 0, now: 10 * dayMs }
const locksOf = (chapters: EvaluatedChapter[], circumstances = inOrder) =>
  evaluateChapters(chapters, circumstances).map(({ lock }) => lock?.code ?? 'open')

describe('what is locked', () => {
  it('the first chapter is open, a later one when all that is required before it is done', async () => {
    const chapters = (first: boolean, second: boolean) => [
      chapter('a', [section('a1', { isFinished: first }), section('a2', { isFinished: true })]),
      chapter('b', [section('b1', { isFinished: second })]),
      chapter('c', [section('c1')]),
    ]
    await proves('COURSE-040', () => {
      expect(locksOf(chapters(false, false))).toEqual(['open', 'earlier-chapters', 'earlier-chapters'])
      expect(locksOf(chapters(true, false))).toEqual(['open', 'open', 'earlier-chapters'])
      expect(locksOf(chapters(false, true))).toEqual(['open', 'earlier-chapters', 'earlier-chapters'])
      expect(locksOf(chapters(true, true))).toEqual(['open', 'open', 'open'])
    })
    await proves('COURSE-039', () => {
      for (const learnSequence of [0, 1]) {
        const [lock] = locksOf(chapters(false, false), { ...inOrder, learnSequence })
        expect(lock).toBe('open')
      }
    })
    const [, , verdict] = evaluateChapters(chapters(false, false), inOrder)
    expect(verdict?.lock?.remaining).toEqual({
      count: 2,
      first: [
        { id: 'a1', name: 'a1' },
        { id: 'b1', name: 'b1' },
      ],
    })
  })

  it('[COURSE-041] electives keep nothing locked', () => {
    const lock = (require: 0 | 1) => {
      const sections = [section('a1', { isFinished: true }), section('a2', { require })]
      return locksOf([chapter('a', sections), chapter('b', [])])
    }
    expect(lock(0)).toEqual(['open', 'open'])
    expect(lock(1)).toEqual(['open', 'earlier-chapters'])
  })

  it('[COURSE-042] in any other order nothing is', () => {
    const chapters = ['a', 'b', 'c'].map((id) => chapter(id, [section(`${id}1`)]))
    for (const learnSequence of [0, 2, -1])
      expect(locksOf(chapters, { ...inOrder, learnSequence })).toEqual(['open', 'open', 'open'])
  })

  it('of a choice so many are enough; where some are away, those that there are', () => {
    const choices = [{ id: 'k', title: '任选两门', neededCount: 2 }]
    const of = (...finished: (boolean | 'away')[]) => {
      const sections = finished.map((done, at) =>
        section(`a${at}`, { require: 0, choiceId: 'k', isFinished: done === true, isAvailable: done !== 'away' }),
      )
      return locksOf([chapter('a', sections, { choices }), chapter('b', [])])[1]
    }
    expect(of(true, false, false)).toBe('earlier-chapters')
    expect(of(true, false, true)).toBe('open')
    expect(of(true, 'away', 'away')).toBe('open')
    expect(of(false, 'away', 'away')).toBe('earlier-chapters')
    expect(of('away', 'away')).toBe('open')
  })

  it('windows lock in every order, but never the first chapter', () => {
    const windows = (change: Partial<EvaluatedChapter>) => [chapter('a', [], change), chapter('b', [], change)]
    const free = { ...inOrder, learnSequence: 0 }
    expect(locksOf(windows({ opensAfterDays: 11 }), free)).toEqual(['open', 'opens-later'])
    expect(locksOf(windows({ opensAfterDays: 10 }), free)).toEqual(['open', 'open'])
    expect(locksOf(windows({ opensAt: inOrder.now + 1 }), free)).toEqual(['open', 'opens-later'])
    expect(locksOf(windows({ opensAfterDays: 1, opensAt: inOrder.now + 1 }))).toEqual(['open', 'opens-later'])
    expect(locksOf(windows({ closesAt: inOrder.now }), free)).toEqual(['open', 'closed'])
    expect(locksOf(windows({ closesAt: inOrder.now + 1 }), free)).toEqual(['open', 'open'])
  })

  it('a chapter in which something was opened stays open, whatever is put in before it', () => {
    const chapters = [chapter('a', [section('new')]), chapter('b', [section('b1', { isOpened: true })])]
    expect(locksOf(chapters)).toEqual(['open', 'open'])
  })

  it('the lock of a chapter is exactly an open requirement before it, for whatever outline', () => {
    const sections = fc.array(
      fc.record({
        require: fc.constantFrom(0 as const, 1 as const),
        isFinished: fc.boolean(),
        isAvailable: fc.boolean(),
      }),
      { maxLength: 130 },
    )
    fc.assert(
      fc.property(fc.array(sections, { minLength: 1, maxLength: 6 }), (wished) => {
        const chapters = wished.map((rows, at) =>
          chapter(
            `${at}`,
            rows.map((row, index) => section(`${at}-${index}`, row)),
          ),
        )
        const verdicts = evaluateChapters(chapters, inOrder)
        for (const [at, verdict] of verdicts.entries()) {
          const blocking = wished
            .slice(0, at)
            .flat()
            .filter((row) => row.require === 1 && !row.isFinished && row.isAvailable)
          expect(verdict.lock !== null).toBe(blocking.length > 0)
          if (verdict.lock) expect(verdict.lock.remaining?.count).toBe(blocking.length)
        }
        expect(pathPercent(verdicts) === 100).toBe(isPathFinished(verdicts))
      }),
    )
  })
})

it('the percentage is cut, never rounded up', () => {
  const done = (count: number) =>
    pathPercent(
      evaluateChapters(
        [
          chapter(
            'a',
            Array.from({ length: 300 }, (_, index) => section(`${index}`, { isFinished: index < count })),
          ),
        ],
        { learnSequence: 1, registeredAt: 0, now: 0 },
      ),
    )
  expect([0, 1, 100, 299, 300].map(done)).toEqual([0, 0, 33, 99, 100])
})
