import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllTexts } from '#test/web/all-texts.ts'
import { renderedMarkup, renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import type { IsPay } from '../../contract/shapes.ts'
import { prices } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import PaidFilter from './PaidFilter.tsx'
import { isPayOf } from './use-is-pay.ts'

beforeAll(() => startAllTexts())
afterEach(() => switchLanguage('cn'))

const part = (businessTypes: readonly number[], value?: IsPay) => (
  <QueryClientProvider client={queryClient}>
    <PaidFilter businessTypes={businessTypes} value={value} onChange={() => undefined} />
  </QueryClientProvider>
)
const checkedOf = (markup: string) => [...markup.matchAll(/<input[^>]*>/g)].map(([input]) => input.includes('checked'))

it.each([
  ['cn', cn],
  ['en', en],
] as const)(
  'offers what is free and what is paid only where the company sells something of the list (%s)',
  async (language, texts) => {
    await switchLanguage(language)
    queryClient.setQueryData(q(prices.paidKinds).queryKey, { items: [1, 15] })
    const offered = texts.filter.all + texts.maps['is-pay'][0] + texts.maps['is-pay'][1]
    expect(renderedText(part([1]))).toBe(offered)
    expect(renderedText(part([5, 15]))).toBe(offered)
    expect(renderedText(part([2]))).toBe('')
    // An address that filters can be changed back, though nothing of the kind is sold any more.
    expect(renderedText(part([2], 1))).toBe(offered)
    expect(checkedOf(renderedMarkup(part([1])))).toEqual([true, false, false])
    expect(checkedOf(renderedMarkup(part([1], 0)))).toEqual([false, true, false])
    expect(renderedMarkup(part([1]))).toContain(`aria-label="${texts.filter.label}"`)
  },
)

it('takes from the address what it can mean, and nothing else', () => {
  const said = ['isPay=0', 'isPay=1', 'isPay=2', 'isPay=', 'isPay=01', ''].map((text) =>
    isPayOf(new URLSearchParams(text)),
  )
  expect(said).toEqual([0, 1, undefined, undefined, undefined, undefined])
})
