import '#test/web/browser.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { Cover } from './Cover.tsx'

const titles = [
  '安全',
  '新员工入职培训',
  '数据安全与个人信息保护法规要点解读（2026 年修订版）',
  'Onboarding',
  'Writing a post-incident review that people read, and that changes what they do',
  ...Array.from({ length: 40 }, (_, index) => `课程 ${index}`),
]

const css = readFileSync(join(import.meta.dirname, 'ui.css'), 'utf8')
/** A percentage of the rule that places the title. */
const place = (property: string) =>
  Number(new RegExp(`\\.sy-cover-drawn b \\{[^}]*?\\b${property}: (\\d+)%`).exec(css)?.[1])

test('the whole title stands on a drawn cover, and the sun beside it', () => {
  const end = (320 * (place('left') + place('max-width'))) / 100
  expect(end).toBeGreaterThan(160)
  for (const title of titles) {
    const markup = renderedMarkup(<Cover name={title} url={null} titled />)
    expect(readable(markup)).toBe(title)
    const [, x, radius] = /<circle cx="([\d.]+)" cy="[\d.]+" r="(\d+)"/.exec(markup) ?? []
    expect(Number(x) - Number(radius)).toBeGreaterThan(end)
  }
})

test('a cover with a motif has no title', () => {
  expect(readable(renderedMarkup(<Cover name="安全" url={null} motif={<path d="M0 0" />} />))).toBe('')
})
