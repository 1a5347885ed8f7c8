/** The points mall and its administration, in both languages. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAllTexts } from '#test/web/all-texts.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import type { MallItem } from '../contract/shapes.ts'
import { goods } from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import MallPage from './knowledge-pay/MallPage.tsx'

beforeAll(() => startAllTexts())
afterAll(() => switchLanguage('cn'))

const item = (place: number, part: Partial<MallItem>): MallItem => ({
  ...{ id: `019a0000-0000-7000-8000-00000000000${place}`, name: `Item ${place}`, categoryId: null, kind: 'physical' },
  ...{ pictureIds: [], points: '20000', coins: '0', stock: 64, limitPerMember: null },
  ...part,
})
const cjk = /[一-鿿]/

for (const [language, text] of [
  ['cn', cn],
  ['en', en],
] as const) {
  const read = (items: readonly MallItem[]) => {
    const query = { page: 1, pageSize: 24, sort: 'newest' as const, search: undefined }
    queryClient.setQueryData(q(goods.mall, { query }).queryKey, { items: [...items], recordCount: items.length })
    return readable(
      renderedMarkup(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <MallPage />
          </MemoryRouter>
        </QueryClientProvider>,
      ),
    )
  }

  it(`says what goods cost and how many are left; what is sold out says so (${language})`, async () => {
    await switchLanguage(language)
    const shown = read([item(1, {}), item(2, { stock: 0, coins: '2000' }), item(3, { stock: null })])
    for (const said of ['Item 1', '200', '64', text.mall.soldOut, text.mall.own]) expect(shown).toContain(said)
    expect(cjk.test(shown)).toBe(language === 'cn')
  })

  it(`says that there is nothing yet (${language})`, async () => {
    await switchLanguage(language)
    expect(read([])).toContain(text.mall.none + text.mall.noneHint)
  })
}
