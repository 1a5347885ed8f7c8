import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { prices } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { type PriceDraft, problemsOf, withRange } from './draft.ts'
import { PriceForm } from './PriceForm.tsx'

const languages = [
  ['cn', cn],
  ['en', en],
] as const

beforeAll(async () => {
  registerMessages('prices', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['prices'])
})

const card = { id: '019a0000-0000-7000-8000-000000000001', cardName: '年度会员' }
const draft = (change: Partial<PriceDraft>): PriceDraft => ({
  ...{ isPay: 1, payType: 3, isLadderPrice: 0, coin: '', discountCoin: '', ranges: [], cards: [], ...change },
})

function form(shown: PriceDraft, byCards = true): string {
  queryClient.setQueryData(q(prices.priceCards, { query: {} }).queryKey, { items: [card] })
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <PriceForm draft={shown} problems={problemsOf(shown)} byCards={byCards} onChange={() => undefined} />
    </QueryClientProvider>,
  )
}

it('shows price, pay type, ladder ranges and member cards', async () => {
  for (const [language, texts] of languages) {
    await switchLanguage(language)
    await proves('COMMERCE-003', () => {
      const single = form(draft({ payType: 1, cards: [card] }))
      const labels = [texts.form.coin, texts.form.discountCoin]
      const ways = Object.values(texts.maps['pay-type'])
      for (const said of [...labels, ...ways, ...Object.values(texts.maps['is-pay']), card.cardName])
        expect(single).toContain(said)
      for (const said of Object.values(texts.maps['is-ladder-price'])) expect(single).toContain(said)
      expect(single).not.toContain(texts.ladder.add)
      const ladder = form(draft({ payType: 2, isLadderPrice: 1, ranges: withRange([]) ?? [] }))
      for (const said of [...labels, texts.ladder.begin, texts.ladder.end, texts.ladder.add])
        expect(ladder).toContain(said)
      // What is free has none of them.
      expect(form(draft({ isPay: 0 }))).not.toContain(texts.form.payType)
    })
  }
})

it('offers member cards alone and besides the other ways to pay, and asks for one where nothing else opens the item', async () => {
  for (const [language, texts] of languages) {
    await switchLanguage(language)
    for (const payType of [1, 2] as const) expect(form(draft({ payType }))).toContain(texts.form.cardsToo)
    await proves(['COMMERCE-024', 'COMMERCE-124'], () => {
      expect(form(draft({}))).toContain(texts['member-card-empty'])
      expect(form(draft({ cards: [card] }))).not.toContain(texts['member-card-empty'])
    })
    const ofCard = form(draft({ payType: 1 }), false)
    expect(ofCard).not.toContain(texts.form.cardsToo)
    expect(ofCard).not.toContain(texts.maps['pay-type'][3])
  }
})
