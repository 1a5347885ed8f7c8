import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import type { AccountCard } from '../../contract/shapes.ts'
import { community } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import ExpertsPage from './ExpertsPage.tsx'

beforeAll(async () => {
  registerMessages('community', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['community', 'shell'])
})

const expert = (at: number, change: Partial<AccountCard> = {}): AccountCard => ({
  ...{ id: `019a0000-0000-7000-8000-00000000000${at}`, name: `专家 ${at}`, desc: '', headPortraitPath: '' },
  ...{ enjoyType: 0, frozen: false, lstRelationTopic: [], attentionNum: at, attention: false, attentionId: null },
  own: false,
  ...change,
})

function shown(items: AccountCard[]) {
  const query = { page: 1, pageSize: 20, order: 'followers' as const }
  queryClient.setQueryData(q(community.experts, { query }).queryKey, { items, recordCount: items.length })
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ExpertsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('[COMMUNITY-028] lists the experts, each with a way to ask; the own one is neither followed nor asked', () => {
  const markup = shown([expert(1), expert(2, { own: true })])
  expect(readable(markup)).toContain('专家 1')
  expect(markup).toContain(`/ask/new?expert=${expert(1).id}`)
  expect(markup).not.toContain(`expert=${expert(2).id}`)
  expect(readable(markup)).toContain('2 人关注')
})

it('says what to do where there is no expert', () => {
  expect(readable(shown([]))).toContain(cn.experts.none)
})
