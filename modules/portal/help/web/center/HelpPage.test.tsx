import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { help } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import HelpPage from './HelpPage.tsx'

const directoryId = '019a0000-0000-7000-8000-000000000001'
const article = (id: string, title: string) => ({
  ...{ id, title, excerpt: '先打开首页', directoryId, directoryName: '学习', updatedAt: 0 },
})

beforeAll(async () => {
  registerMessages('help', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['help'])
})

function shown(address: string): string {
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <HelpPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** What the server answers for this member: articles of other audiences are not among it (server/routes.test.ts). */
function answer() {
  const list = { page: 1, pageSize: 20, directoryId: undefined, search: '' }
  const forAll = article('019a0000-0000-7000-8000-00000000000a', '怎样学习课程')
  queryClient.setQueryData(q(help.helpArticles, { query: list }).queryKey, { items: [forAll], recordCount: 1 })
  const about = article('019a0000-0000-7000-8000-00000000000b', '参加考试')
  const query = { path: '/exam', pageSize: 5 }
  queryClient.setQueryData(q(help.helpArticles, { query }).queryKey, { items: [about], recordCount: 1 })
  const items = [{ id: directoryId, name: '学习', parentId: null, articleCount: 1 }]
  queryClient.setQueryData(q(help.helpDirectories, {}).queryKey, { items })
}

it('[SYSTEM-247] lists the articles and directories that the server answers for the member, and no others', async () => {
  answer()
  for (const [language, texts] of [
    ['en', en],
    ['cn', cn],
  ] as const) {
    await switchLanguage(language)
    answer()
    const markup = shown('/help')
    expect(markup.match(/#?\/help\/article\/[\w-]+/g)).toHaveLength(1)
    expect(readable(markup)).toContain('怎样学习课程')
    expect(readable(markup)).toContain(texts.center.all)
    expect(readable(markup)).not.toContain('参加考试')
  }
})

it('opened from a screen, shows what is about that screen first', () => {
  answer()
  const text = readable(shown('/help?from=%2Fexam'))
  expect(text.indexOf('参加考试')).toBeGreaterThan(0)
  expect(text.indexOf('参加考试')).toBeLessThan(text.indexOf('怎样学习课程'))
})
