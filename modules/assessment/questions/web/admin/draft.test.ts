import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyContent } from '../../contract/question.fixture.ts'
import { anyContent } from '../../contract/random-question.fixture.ts'
import { contentOf, draftOf, newDraft } from './draft.ts'
import { draftProblems } from './draft-problems.ts'

describe('a draft', () => {
  it('of a content is that content, and nothing is wrong with it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...everyContent), anyContent), (content) => {
        const draft = draftOf(content)
        expect(contentOf(draft)).toEqual(content)
        expect([...draftProblems(draft)]).toEqual([])
      }),
    )
  })

  it('keeps what was written when its kind changes', () => {
    const draft = draftOf({
      ...{ kind: 'multiple-choice', stem: '<p>甲</p>', explanation: '', partial: 'half' },
      ...{ options: ['一', '二'], right: [1] },
    })
    expect(contentOf({ ...draft, kind: 'single-choice' })).toMatchObject({ options: ['一', '二'], right: 1 })
    expect(contentOf({ ...draft, kind: 'ordering' })).toMatchObject({ partial: 'each' })
  })

  it('says what is missing, by its place', () => {
    expect(Object.fromEntries(draftProblems(newDraft('single-choice')))).toMatchObject({
      ...{ stem: 'empty', right: 'no-right', 'options.0': 'empty' },
    })
    expect(draftProblems(newDraft('cloze')).get('stem')).toBe('no-blank')
    expect(draftProblems({ ...newDraft('fill-in'), stem: '<p>甲</p>' }).get('stem')).toBe('no-blank')
    expect(draftProblems({ ...newDraft('numeric'), answer: '1e3' }).get('answer')).toBe('not-a-number')
    expect(draftProblems({ ...newDraft('file-answer'), formats: [] }).get('formats')).toBe('no-format')
    expect(draftProblems(newDraft('group')).get('parts.0.content.right')).toBe('no-right')
  })

  it('keeps short texts without the paragraph that the editor puts around them', () => {
    const [first] = newDraft('ordering').items
    const items = [{ key: 'a', text: '<p>甲</p>' }, { key: 'b', text: '<p>乙</p><p>丙</p>' }, ...(first ? [first] : [])]
    expect(contentOf({ ...newDraft('ordering'), items })).toMatchObject({ items: ['甲', '<p>乙</p><p>丙</p>', ''] })
  })
})
