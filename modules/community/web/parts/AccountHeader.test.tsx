import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
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

/** What the header shows to one who is this in the account; null: a visitor. */
function shownTo(memberType: 0 | 1 | 2 | null, change: Partial<ShareAccount> = {}): string {
  const currentMember = memberType === null ? null : { memberId: 'm', memberName: '江晚', memberType }
  return renderedMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AccountHeader account={{ ...account, currentMember, ...change }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('[COMMUNITY-029] offers the total administrator alone to edit the account, while it is not frozen', () => {
  const offers = (shown: string) => shown.includes(cn.edit.button)
  expect([0, 1, 2, null].map((type) => offers(shownTo(type as 0 | 1 | 2 | null)))).toEqual([true, false, false, false])
  expect(offers(shownTo(0, { frozen: true }))).toBe(false)
})

it('offers members and coins to members of a team, to follow it to everybody else', () => {
  const links = (shown: string) => [shown.includes(cn.members.title), shown.includes(cn.coins)]
  expect([0, 1, 2].map((type) => links(shownTo(type as 0 | 1 | 2)))).toEqual([0, 1, 2].map(() => [true, true]))
  expect(links(shownTo(null))).toEqual([false, false])
  expect(links(shownTo(0, { enjoyType: 0 }))).toEqual([false, false])
})
