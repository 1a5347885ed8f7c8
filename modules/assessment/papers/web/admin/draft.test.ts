import { describe, expect, it } from 'vitest'
import type { PaperDetail } from '../../contract/paper.ts'
import { bodyOf, draftOf, draftProblems, itemOf, newRule, newSection, withVersions, worthOf } from './draft.ts'
import { countOf, tenthsOf } from './points.ts'

describe('points', () => {
  it.each([
    ['0', 0],
    ['100', 1000],
    ['99.9', 999],
    [' 2.5 ', 25],
    ['2。5', 25],
    ['100.1', undefined],
    ['10.25', undefined],
    ['-1', undefined],
    ['1e1', undefined],
    ['', undefined],
  ])('[EXAM-026] %j is %s tenths', (text, tenths) => {
    expect(tenthsOf(text, 1000)).toBe(tenths)
  })

  it('of counts are whole', () => {
    expect(['0', '1', '200', '201', '1.5', 'x'].map((text) => countOf(text, 200))).toEqual([
      undefined,
      1,
      200,
      undefined,
      undefined,
      undefined,
    ])
  })
})

const id = (digit: number) => `01900000-0000-7000-8000-00000000000${digit}`
const picked = { id: id(1), kind: 'true-false', excerpt: '锁屏', scoreTenths: 25, versionNumber: 3 } as const
const draft = {
  ...{ name: '卷', directoryId: id(9), shuffleQuestions: false, shuffleOptions: false, avoidSeen: false },
  sections: [
    { ...newSection('一', 'fixed'), items: [itemOf(picked)] },
    { ...newSection('二', 'random'), rules: [newRule(id(8))] },
  ],
} as const

describe('a draft of a paper', () => {
  it('is sent with sequences from 1, and questions without a version until the server has pinned one', () => {
    const body = bodyOf(draft, 4)
    expect(body).toMatchObject({ revision: 4, sections: [{ sequence: 1, minutes: null }, { sequence: 2 }] })
    expect(body.sections[0]?.items).toEqual([{ questionId: id(1), scoreTenths: 25 }])
    const item = { questionId: id(1), versionId: id(7), scoreTenths: 25, status: 'active', excerpt: '锁屏' }
    const detail = { sections: [{ items: [{ ...item, kind: 'true-false', versionNumber: 3, newestNumber: 3 }] }] }
    const pinned = withVersions(draft, detail as unknown as PaperDetail)
    expect(bodyOf(pinned, 5).sections[0]?.items).toEqual([{ questionId: id(1), versionId: id(7), scoreTenths: 25 }])
  })

  it('says what it is worth while it is typed', () => {
    expect(draft.sections.map(worthOf)).toEqual([
      { questionCount: 1, totalTenths: 25 },
      { questionCount: 5, totalTenths: 100 },
    ])
  })

  it('names each field that cannot be saved, and a total above 1000 points', () => {
    const [fixed, random] = draft.sections
    expect([...draftProblems(draft).keys()]).toEqual([])
    const [rule] = random.rules
    const sections = [
      { ...fixed, title: ' ', minutes: '601' },
      { ...random, rules: [{ ...newRule(undefined), key: 'r', count: '0', points: '10.25' }] },
    ]
    const found = [...draftProblems({ ...draft, name: '', sections }).keys()]
    expect(found).toEqual(['name', `${fixed.key}.title`, `${fixed.key}.minutes`, 'r.directory', 'r.count', 'r.points'])
    const worth = (count: string, points: string) => [
      { ...random, rules: [{ ...(rule ?? newRule(id(8))), count, points }] },
    ]
    expect([...draftProblems({ ...draft, sections: worth('10', '100') }).keys()]).toEqual([])
    expect([...draftProblems({ ...draft, sections: worth('11', '91') }).keys()]).toEqual(['total'])
  })

  it('reads a paper and sends it back as it was', () => {
    const detail = {
      ...{ name: '卷', directory: { id: id(9) }, shuffleQuestions: true, shuffleOptions: false, avoidSeen: true },
      sections: [
        {
          ...{ title: '一', instructions: '仔细', minutes: 20, mode: 'random', items: [] },
          rules: [
            { directoryId: id(8), kind: null, difficulty: 3, topicId: null, count: 4, scoreTenths: 15, available: 9 },
          ],
        },
      ],
    } as unknown as PaperDetail
    expect(bodyOf(draftOf(detail), 1)).toMatchObject({
      ...{ shuffleQuestions: true, avoidSeen: true },
      sections: [{ minutes: 20, rules: [{ difficulty: 3, count: 4, scoreTenths: 15 }] }],
    })
  })
})
