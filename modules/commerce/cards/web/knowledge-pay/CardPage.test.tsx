import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { MemberCard } from '../../contract/shapes.ts'
import { cards } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import CardPage from './CardPage.tsx'
import CardsPage from './CardsPage.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const languages = [
  ['cn', cn],
  ['en', en],
] as const

beforeAll(async () => {
  registerMessages('cards', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['cards'])
})

const card: MemberCard = {
  ...{ id, name: '年度会员', promise: '全部课程任您学', color: 'jade', validityDays: 365, status: 'on-sale' },
  ...{ isOwned: false, ownedUntil: null },
}

function page(path: string, shown: MemberCard): string {
  const opened = { id, businessType: 1, kindName: '课程', name: '谈判的艺术', link: '/study', coverFileId: null }
  const list = { items: [shown], recordCount: 1 }
  queryClient.setQueryData(q(cards.memberCards, { query: { page: 1, pageSize: 12 } }).queryKey, list)
  queryClient.setQueryData(q(cards.memberCard, { params: { id } }).queryKey, shown)
  queryClient.setQueryData(q(cards.memberCardItems, { params: { id }, query: { page: 1, pageSize: 10 } }).queryKey, {
    ...{ items: [opened], recordCount: 3 },
  })
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/member-cards" element={<CardsPage />} />
          <Route path="/member-card-preview/:id" element={<CardPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows a card with its promise, its validity and what it opens', async () => {
  for (const [language, texts] of languages) {
    await switchLanguage(language)
    const validity = texts.face.days_other.replace('{count}', '365')
    const hidden = texts.opened.hidden_other.replace('{count}', '2')
    await proves('COMMERCE-002', () => {
      const text = page(`/member-card-preview/${id}`, card)
      for (const said of [card.name, card.promise, validity, texts.preview.refund, '谈判的艺术', hidden])
        expect(text).toContain(said)
    })
    const ended = page(`/member-card-preview/${id}`, { ...card, status: 'ended' })
    expect(ended).toContain(texts.preview.ended)
    const owned = { ...card, isOwned: true, ownedUntil: null }
    expect(page(`/member-card-preview/${id}`, owned)).toContain(texts.preview.owned)
    expect(page('/member-cards', owned)).toContain(texts.face.ownedForever)
  }
})
