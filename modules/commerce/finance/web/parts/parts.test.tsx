/** Parts of the reports, in both languages. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAllTexts } from '#test/web/all-texts.ts'
import { readable, renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import { finance } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { Change } from './Change.tsx'
import { OpenRefunds } from './OpenRefunds.tsx'
import { PeriodChart } from './PeriodChart.tsx'

beforeAll(() => startAllTexts())
afterAll(() => switchLanguage('cn'))
const cjk = /[一-鿿]/

for (const [language, text] of [
  ['cn', cn],
  ['en', en],
] as const) {
  it(`says how an amount has changed, and that it has not (${language})`, async () => {
    await switchLanguage(language)
    const changes = [
      ['150', '100'],
      ['100', '100'],
      ['100', '0'],
    ] as const
    const said = changes.map(([current, previous]) => renderedText(<Change current={current} previous={previous} />))
    expect(said).toEqual([text.revenue.upDown.replace('{change}', '+50%'), text.same, text.noPrevious])
  })

  it(`draws periods, and gives their numbers as a table (${language})`, async () => {
    await switchLanguage(language)
    const points = [
      { key: 'a', label: '2026-03-01', value: 5, text: '5.00', previous: 2, previousText: '2.00' },
      { key: 'b', label: '2026-03-02', value: -1, text: '-1.00', previous: 0, previousText: '0.00' },
    ]
    const markup = renderedMarkup(<PeriodChart title="X" valueHeading="Y" points={points} />)
    expect(markup.match(/data-below="true"/g)).toHaveLength(1)
    const shown = readable(markup)
    for (const said of [text.period, text.previous, '2026-03-02', '-1.00']) expect(shown).toContain(said)
    expect(cjk.test(shown)).toBe(language === 'cn')
  })

  it(`says which refunds wait, and how long (${language})`, async () => {
    await switchLanguage(language)
    queryClient.setQueryData(q(finance.openRefunds).queryKey, {
      items: [
        ...[
          {
            payType: 2,
            status: 'requested',
            count: 3,
            amount: '29900',
            coinValue: '1500',
            oldestAt: 1_790_000_000_000,
            waiting: [1, 0, 2, 0],
          },
        ],
      ],
    } as never)
    const shown = readable(
      renderedMarkup(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <OpenRefunds />
          </MemoryRouter>
        </QueryClientProvider>,
      ),
    )
    const { statuses, waits } = text.refunds
    for (const said of [statuses.requested, '¥299.00', '¥15.00', `${waits.day} × 1`, `${waits.week} × 2`])
      expect(shown).toContain(said)
    expect(shown).not.toContain(waits.longer)
    expect(cjk.test(shown)).toBe(language === 'cn')
  })
}
