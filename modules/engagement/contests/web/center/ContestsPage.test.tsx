/** What the home of contests recommends. How many there may be, the server decides (`server/managing.test.ts`). */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import type { ContestListItem, WorkListItem } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import ContestsPage from './ContestsPage.tsx'

beforeAll(async () => {
  registerMessages('contests', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['contests', 'shell'])
})

const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`
const contest = (at: number): ContestListItem => ({
  ...{ id: idOf(at), name: `微课大赛 ${at}`, summary: '', coverFileId: null, state: 'open', round: 0, roundName: '' },
  ...{ until: null, works: 3 },
})
const work = (at: number): WorkListItem => ({
  ...{ id: idOf(at), contestId: idOf(1), contestName: '微课大赛', number: at, title: `五步查隐患 ${at}` },
  ...{ fileKind: 'video', groupKey: null, round: 0, author: null, isOwn: false, isRecommended: true, votes: 0 },
  ...{ hasVoted: false, rank: null, award: null },
})
const upTo = <T,>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at + 1))

function shown(recommended: { contests: ContestListItem[]; works: WorkListItem[] }) {
  queryClient.setQueryData(q(contests.recommendedContests, {}).queryKey, recommended)
  const markup = renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ContestsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return [...markup.matchAll(/<h3><a[^>]*>([^<]*)<\/a><\/h3>/g)].map(([, title]) => title)
}

it('shows all that is recommended: eight contests and five works at most', async () => {
  const [eight, five] = [upTo(8, contest), upTo(5, work)]
  await proves('SYSTEM-225', () => {
    expect(shown({ contests: eight, works: [] })).toEqual(eight.map(({ name }) => name))
  })
  await proves('SYSTEM-226', () => {
    expect(shown({ contests: [], works: five })).toEqual(five.map(({ title }) => title))
  })
  expect(shown({ contests: [], works: [] })).toEqual([])
})
