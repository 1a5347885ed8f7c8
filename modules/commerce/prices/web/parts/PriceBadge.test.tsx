import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllTexts } from '#test/web/all-texts.ts'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import type { PriceTag } from '../../contract/shapes.ts'
import { prices } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import PriceBadge from './PriceBadge.tsx'

beforeAll(() => startAllTexts())
afterEach(async () => {
  appState.set({ currencyName: '' })
  await switchLanguage('cn')
})

const id = (place: number) => `019a0000-0000-7000-8000-00000000000${place}`
const tag = (place: number, part: Partial<PriceTag>): PriceTag => ({
  ...{ id: id(place), access: 'unpaid', payType: 1, ranges: [], cards: [], validUntil: null },
  ...part,
})
const range = (unit: string) => ({ begin: 1, end: -1, original: unit, unit })
const tags = [
  tag(0, { access: 'free', payType: null }),
  tag(1, { ranges: [range('1999')] }),
  tag(2, { payType: 2, ranges: [range('29900')] }),
  tag(3, { payType: 3, cards: [{ id: id(9), cardName: '年卡' }] }),
  tag(4, { access: 'entitled', ranges: [range('1999')] }),
]
const ids = [...tags.map((one) => one.id), id(8)]

it('says what each item of a list costs, or that it is owned; nothing of what is free or gone', async () => {
  queryClient.setQueryData(q(prices.priceTags, { query: { businessType: 1, ids: ids.join(',') } }).queryKey, {
    items: tags,
  })
  appState.set({ currencyName: '学分币' })
  const shown = () =>
    ids.map((one) =>
      renderedText(
        <QueryClientProvider client={queryClient}>
          <PriceBadge businessType={1} id={one} ids={ids} />
        </QueryClientProvider>,
      ),
    )
  expect(shown()).toEqual(['', '19.99 学分币', '¥299.00', cn.badge.byCard, cn.badge.owned, ''])
  await switchLanguage('en')
  expect(shown().slice(3, 5)).toEqual([en.badge.byCard, en.badge.owned])
})
