/** Coupons as members and managers read them, in both languages. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAllTexts } from '#test/web/all-texts.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import { TABLE_PAGE_SIZE } from '#web/ui/paging.ts'
import type { ManagedCoupon } from '../contract/shapes.ts'
import { coupons } from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import ManagedCouponsPage from './admin/ManagedCouponsPage.tsx'
import CouponsPage from './knowledge-pay/CouponsPage.tsx'

beforeAll(() => startAllTexts())
afterAll(() => switchLanguage('cn'))

const id = (place: number) => `019a0000-0000-7000-8000-00000000000${place}`
const now = 1_790_000_000_000
const face = {
  name: 'SPRING',
  kind: 'amount',
  amount: '500',
  percent: null,
  cap: null,
  payType: 2,
  minimum: '1000',
  scope: 'all',
  validFrom: now,
  validUntil: now + 86_400_000,
} as const
const managed: ManagedCoupon = {
  ...face,
  ...{ kindNames: [], items: [], id: id(3), businessTypes: [], way: 'claim', code: '', total: 50, memberMax: 1 },
  ...{
    state: 'running',
    givenCount: 7,
    reservedCount: 0,
    usedCount: 0,
    createdByName: 'A',
    createdAt: now,
    revision: 1,
  },
}
const cjk = /[一-鿿]/

for (const [language, text] of [
  ['cn', cn],
  ['en', en],
] as const) {
  const read = (screen: ReactNode) =>
    readable(
      renderedMarkup(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>{screen}</MemoryRouter>
        </QueryClientProvider>,
      ),
    )

  it(`says what a coupon takes off, how many are left, and what the own ones can be used for (${language})`, async () => {
    await switchLanguage(language)
    const page = { page: 1, pageSize: 12 }
    queryClient.setQueryData(q(coupons.claimableCoupons, { query: page }).queryKey, {
      items: [{ ...face, kindNames: [], items: [], id: id(1), memberMax: 1, ownCount: 0, left: 20 }],
      recordCount: 1,
    })
    queryClient.setQueryData(q(coupons.ownCoupons, { query: { ...page, is: 'open' } }).queryKey, {
      items: [{ ...face, kindNames: [], items: [], id: id(2), state: 'usable', gotAt: now, orderId: null }],
      recordCount: 1,
    })
    const shown = read(<CouponsPage />)
    for (const said of [text.page.claimable, text.page.get, text.page.mine, text.own.usable, '¥5.00', '¥10.00', '20'])
      expect(shown).toContain(said)
    expect(cjk.test(shown)).toBe(language === 'cn')
  })

  it(`lists for managers how many were given, and what can be done (${language})`, async () => {
    await switchLanguage(language)
    const query = { page: 1, pageSize: TABLE_PAGE_SIZE }
    queryClient.setQueryData(q(coupons.managedCoupons, { query }).queryKey, { items: [managed], recordCount: 1 })
    const shown = read(<ManagedCouponsPage />)
    for (const said of ['SPRING', '7 / 50', text.managed.give, text.managed.holders, text.states.running])
      expect(shown).toContain(said)
    expect(cjk.test(shown)).toBe(language === 'cn')
  })
}
