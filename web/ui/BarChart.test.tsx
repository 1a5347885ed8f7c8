import '#test/web/browser.ts'
import { expect, test } from 'vitest'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { BarChart } from './BarChart.tsx'

const bars = [
  { key: 'a', label: '每月', value: 12, text: '12 (75 %)', tone: 'good' as const },
  { key: 'b', label: '每年', value: 3 },
  { key: 'c', label: '<b>没有</b>', value: 0, tone: 'muted' as const },
]
const chart = <BarChart title="选项" labelHeading="选项" valueHeading="人数" bars={bars} />

test('what the bars show stands in a table as well', () => {
  const markup = renderedMarkup(chart)
  const table = /<table>.*<\/table>/.exec(markup)?.[0] ?? ''
  expect(table.match(/<tr>/g)).toHaveLength(4)
  for (const text of ['每月', '12 (75 %)', '每年', '3', '没有']) expect(readable(table)).toContain(text)
  expect(markup).not.toContain('<b>')
})

test('a full bar is the longest, or what is said to be full', () => {
  const widths = (markup: string) => [...markup.matchAll(/--sy-bar:\s*([\d.]+)%/g)].map(([, width]) => Number(width))
  expect(widths(renderedMarkup(chart))).toEqual([100, 25, 0])
  const ofTwenty = <BarChart title="选项" labelHeading="选项" valueHeading="人数" bars={bars} max={24} />
  expect(widths(renderedMarkup(ofTwenty))).toEqual([50, 12.5, 0])
  expect(
    widths(renderedMarkup(<BarChart title="" labelHeading="" valueHeading="" bars={[bars[2] as (typeof bars)[2]]} />)),
  ).toEqual([0])
})
