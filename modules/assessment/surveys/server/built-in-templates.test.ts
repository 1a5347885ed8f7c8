import { expect, it } from 'vitest'
import { builtInTemplates } from '../contract/authoring.ts'
import { problemsOf } from '../contract/check-content.ts'
import { questionsOf } from '../contract/content.ts'
import { pathOf } from '../contract/path.ts'
import { builtInTemplate } from './built-in-templates.ts'

it.each(builtInTemplates)('%s asks the same in both languages, and holds together', (key) => {
  const [cn, en] = [builtInTemplate(key, 'cn'), builtInTemplate(key, 'en')]
  for (const { content } of [cn, en]) {
    expect(problemsOf(content)).toEqual([])
    expect(content.introduction).not.toBe('')
  }
  const kinds = (one: typeof cn) => questionsOf(one.content).map(({ kind, isRequired }) => [kind, isRequired])
  expect(kinds(en)).toEqual(kinds(cn))
  expect(kinds(cn).length).toBeGreaterThanOrEqual(5)
  const textsOf = (one: typeof cn) => JSON.stringify(one).match(/"(?:title|text|lowLabel|name|summary)":"[^"]+"/g) ?? []
  for (const text of textsOf(en)) expect(text).not.toMatch(/\p{Script=Han}/u)
  for (const text of textsOf(cn).filter((one) => !one.includes('%'))) expect(text).toMatch(/\p{Script=Han}/u)
})

it('asks those who would not recommend a training why', () => {
  const { content } = builtInTemplate('kirkpatrick-reaction', 'cn')
  const nps = questionsOf(content).find(({ kind }) => kind === 'nps')
  const shownAfter = (value: number) => pathOf(content, new Map([[nps?.id ?? '', { kind: 'nps', value }]])).shown.length
  expect(shownAfter(6)).toBe(shownAfter(7) + 1)
})
