import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeAll, expect, it } from 'vitest'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import cn from '../messages/cn.json' with { type: 'json' }
import FollowButton from './FollowButton.tsx'

beforeAll(async () => {
  registerMessages('following', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['following', 'shell'])
})

it('[COMMUNITY-028] a follow button says whether something is followed, and by how many', () => {
  const button = (following: boolean) =>
    renderedMarkup(
      <QueryClientProvider client={queryClient}>
        <FollowButton
          businessType={101}
          businessId="019a0000-0000-7000-8000-000000000001"
          name="专家 1"
          state={{ following, attentionNum: 12 }}
        />
      </QueryClientProvider>,
    )
  expect(button(false)).toContain('aria-pressed="false"')
  expect(readable(button(false))).toBe(`${cn.follow}12`)
  expect(button(true)).toContain('aria-pressed="true"')
  expect(readable(button(true))).toBe(`${cn.followed}12`)
})
