/** Amounts on the screen, and the ladder of the price form. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { proves, type RequirementId } from '#test/proves.ts'
import { startAllTexts } from '#test/web/all-texts.ts'
import { renderedText } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import type { Terms } from '../../contract/shapes.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { draftOf, problemsOf, type RangeDraft } from './draft.ts'
import { Price } from './Price.tsx'
import { PriceForm } from './PriceForm.tsx'

beforeAll(async () => {
  await startAllTexts()
})
afterEach(async () => {
  appState.set({ currencyName: '' })
  await switchLanguage('cn')
})

const terms: Terms = {
  ...{ isPay: 1, payType: 1, isLadderPrice: 1, coin: null, discountCoin: null, vipCardConfiguration: [] },
  payConfig: [
    { id: 'a', begin: 1, end: 9, coin: 200_000, discountCoin: 1999 },
    { id: 'b', begin: 10, end: -1, coin: 200_000, discountCoin: 5 },
  ],
}

function form(changes: readonly Partial<RangeDraft>[]): string {
  const draft = draftOf(terms)
  const shown = { ...draft, ranges: draft.ranges.map((range, place) => ({ ...range, ...changes[place] })) }
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <PriceForm draft={shown} problems={problemsOf(shown)} byCards={false} onChange={() => undefined} />
    </QueryClientProvider>,
  )
}

const wrongLadders: readonly (readonly [id: RequirementId, what: string, changes: readonly Partial<RangeDraft>[]])[] = [
  ['COMMERCE-012', 'that begins later than 1', [{ begin: 2 }, {}]],
  ['COMMERCE-014', 'with a gap', [{ end: 8 }, {}]],
  ['COMMERCE-014', 'with an overlap', [{}, { begin: 9 }]],
  ['COMMERCE-015', 'with a range that begins after its end', [{ begin: 1, end: 0 }, { begin: 1 }]],
]
it.each(wrongLadders)('%s: the form says of a ladder %s that its ranges are wrong', async (id, _what, changes) => {
  for (const [language, texts] of [
    ['cn', cn],
    ['en', en],
  ] as const) {
    await switchLanguage(language)
    await proves(id, () => {
      expect(form(changes)).toContain(texts['ladder-range-wrong'])
      expect(form([])).not.toContain(texts['ladder-range-wrong'])
    })
  }
})

it('amounts are shown in coins by their name, or in yuan, of what is stored in hundredths', async () => {
  const text = (payType: number, amount: string, original?: string) =>
    renderedText(<Price payType={payType} amount={amount} {...(original !== undefined && { original })} />)
  for (const [language, coins] of [
    ['cn', '学币'],
    ['en', 'learning coins'],
  ] as const) {
    await switchLanguage(language)
    await proves('COMMERCE-043', () => {
      expect(text(1, '123456')).toBe(`1,234.56 ${coins}`)
      expect(text(2, '123456')).toBe('¥1,234.56')
      expect(text(1, '500', '1000')).toBe(`5 ${coins}10 ${coins}`)
      appState.set({ currencyName: '云币' })
      expect(text(1, '1900000')).toBe('19,000 云币')
      appState.set({ currencyName: '' })
    })
    await proves('COMMERCE-025', () => {
      expect(text(1, '1999')).toBe(`19.99 ${coins}`)
      expect(text(2, '1999')).toBe('¥19.99')
    })
  }
})
