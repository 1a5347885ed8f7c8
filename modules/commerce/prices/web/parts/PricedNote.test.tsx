import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllTexts } from '#test/web/all-texts.ts'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import type { PriceTag } from '../../contract/shapes.ts'
import { prices } from '../../contract.ts'
import PricedNote from './PricedNote.tsx'

beforeAll(() => startAllTexts())
afterEach(() => switchLanguage('cn'))

const id = (place: number) => `019a0000-0000-7000-8000-00000000000${place}`
const tag = (place: number, access: PriceTag['access']): PriceTag => ({
  ...{ id: id(place), access, payType: access === 'free' ? null : 1, ranges: [], cards: [], validUntil: null },
})
function known(businessType: number, items: readonly PriceTag[]) {
  const query = { businessType, ids: items.map((one) => one.id).join(',') }
  queryClient.setQueryData(q(prices.priceTags, { query }).queryKey, { items: [...items] })
}
const shown = (items: readonly { businessType: number; businessId: string }[]) =>
  renderedText(
    <QueryClientProvider client={queryClient}>
      <PricedNote items={items} />
    </QueryClientProvider>,
  )

it('says to whoever assigns items how many of them have to be bought, and nothing where none has', async () => {
  known(1, [tag(1, 'free'), tag(2, 'unpaid')])
  known(15, [tag(3, 'entitled')])
  const courses = [1, 2].map((place) => ({ businessType: 1, businessId: id(place) }))
  const all = [...courses, { businessType: 15, businessId: id(3) }]
  expect(shown(all)).toContain('2 项内容需要购买')
  await switchLanguage('en')
  expect(shown(all)).toContain('2 items have a price')
  known(1, [tag(1, 'free')])
  expect(shown(courses.slice(0, 1))).toBe('')
})
