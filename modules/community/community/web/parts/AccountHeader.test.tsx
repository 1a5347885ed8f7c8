import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { ShareAccount } from '../../contract/shapes.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { AccountHeader } from './AccountHeader.tsx'

beforeAll(async () => {
  registerMessages('community', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['community'])
})

const account: ShareAccount = {
  id: '0190c4e0-0000-7000-8000-000000000001',
  name: '数据安全小组',
  desc: '',
  headPortrait: '',
  headPortraitPath: '',
  enjoyType: 1,
  lstRelationTopic: [],
  currentMember: null,
  memberCount: 3,
  frozen: false,
  createTime: 0,
}

/** The header for a member of this type; null means a visitor. */
function shownTo(memberType: 0 | 1 | 2 | null, change: Partial<ShareAccount> = {}): string {
  const currentMember = memberType === null ? null : { memberId: 'm', memberName: '江晚', memberType }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AccountHeader account={{ ...account, currentMember, ...change }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('offers editing to the total administrator only, while the account is not frozen', async () => {
  for (const [language, texts] of [
    ['en', en],
    ['cn', cn],
  ] as const) {
    await switchLanguage(language)
    const offers = (shown: string) => shown.includes(`>${texts.edit.button}<`)
    await proves('COMMUNITY-064', () => {
      const types = [0, 1, 2, null] as const
      expect(types.map((type) => offers(shownTo(type)))).toEqual([true, false, false, false])
    })
    expect(offers(shownTo(0, { frozen: true }))).toBe(false)
  }
})

it('offers members and coins to members of a team, and following to others', () => {
  const links = (shown: string) => [shown.includes(cn.members.title), shown.includes(cn.coins)]
  expect([0, 1, 2].map((type) => links(shownTo(type as 0 | 1 | 2)))).toEqual([0, 1, 2].map(() => [true, true]))
  expect(links(shownTo(null))).toEqual([false, false])
  expect(links(shownTo(0, { enjoyType: 0 }))).toEqual([false, false])
})
