import { expect, it } from 'vitest'
import { changeCount, type DraftSection, emptyChapter, inputOf, newSection, withoutChoice } from './outline.ts'

const content = { businessType: 1, businessId: 'c', kind: '课程', name: '消防' }
const section = (choice: number | null): DraftSection => ({ ...newSection(content), choice })

it('counts what was added, taken away, changed and put into another order', () => {
  const [first, second, third] = ['一', '二', '三'].map((title) => ({ ...emptyChapter(), title })) as [
    ReturnType<typeof emptyChapter>,
    ReturnType<typeof emptyChapter>,
    ReturnType<typeof emptyChapter>,
  ]
  const before = [first, second, third]
  expect(changeCount(before, [...before])).toBe(0)
  expect(changeCount(before, [first, { ...second, summary: '新' }, third])).toBe(1)
  expect(changeCount(before, [second, first, third])).toBe(1)
  expect(changeCount(before, [first, third, emptyChapter()])).toBe(2)
  // Written back by hand, it is as it was.
  expect(changeCount(before, [{ ...first, title: '一' }, second, third])).toBe(0)
})

it('takes a choice away without mixing up the others', () => {
  const choices = ['一', '二', '三'].map((title) => ({ title, neededCount: 1 }))
  const chapter = { ...emptyChapter(), choices, sections: [null, 0, 1, 2].map(section) }
  const after = withoutChoice(chapter, 1)
  expect(after.choices.map(({ title }) => title)).toEqual(['一', '三'])
  expect(after.sections.map(({ choice }) => choice)).toEqual([null, 0, null, 1])
})

it('sends what is new without an id, names what has no title, and requires nothing of a choice by itself', () => {
  const chapter = {
    ...emptyChapter(),
    choices: [{ title: '任选', neededCount: 1 }],
    sections: [section(0), section(null)],
  }
  const [input] = inputOf([{ ...chapter, title: ' ' }], (number) => `第 ${number} 章`)
  expect(input).not.toHaveProperty('id')
  expect(input).toMatchObject({
    title: '第 1 章',
    sections: [
      { require: 0, choice: 0 },
      { require: 1, choice: null },
    ],
  })
})
