import '#test/web/browser.ts'
import { expect, it } from 'vitest'
import { renderedMarkup } from '#test/web/rendered.ts'
import { Marked } from './Marked.tsx'

it.each([
  ['消防安全', [[0, 2]], '<mark>消防</mark>安全'],
  [
    '消防安全',
    [
      [2, 4],
      [0, 2],
    ],
    '<mark>消防</mark><mark>安全</mark>',
  ],
  [
    '消防安全',
    [
      [0, 3],
      [1, 4],
    ],
    '<mark>消防安</mark><mark>全</mark>',
  ],
  [
    '消防',
    [
      [1, 9],
      [9, 12],
    ],
    '消<mark>防</mark>',
  ],
  ['<b>粗</b>', [[3, 4]], '&lt;b&gt;<mark>粗</mark>&lt;/b&gt;'],
  ['', [[0, 2]], ''],
] as [string, [number, number][], string][])('%s with %j', (text, marks, markup) => {
  expect(renderedMarkup(<Marked text={text} marks={marks} />)).toBe(markup)
})
