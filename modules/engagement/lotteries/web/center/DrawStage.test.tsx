/** The stage as a member meets it: what can be won, and why there is nothing to draw now. */
import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { renderedMarkup } from '#test/web/rendered.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { LotteryDetails } from '../../contract/drawing.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { DrawStage } from './DrawStage.tsx'

beforeAll(async () => {
  registerMessages('lotteries', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['lotteries'])
})

const lottery: LotteryDetails = {
  ...{ id: '01a1fdaa-c672-74fb-8330-3df9166daa01', name: '年会抽奖', description: '', state: 'open' },
  ...{ opensAt: 1, closesAt: 2, drawsPerMember: 3, drawsPerDay: 2, needsAttendance: false, commitment: null },
  ...{ qualifications: [], paidDraws: null },
  prizes: [
    { place: 0, kind: 'goods', name: '超长名称的平板电脑', weight: 1000, stock: 1, remaining: 1, goodsId: null },
    { place: 1, kind: 'goods', name: '保温杯', weight: 9000, stock: 5, remaining: 0, goodsId: null },
    { place: 2, kind: 'thanks', name: '谢谢参与', weight: 990_000, stock: null, remaining: null, goodsId: null },
  ],
  ...{ joinedAt: null, drawsLeft: 3, drawsLeftToday: 1, obstacle: null, isRun: false },
}

const shown = (change: Partial<LotteryDetails> = {}) =>
  renderedMarkup(<DrawStage lottery={{ ...lottery, ...change }} onTurning={() => undefined} />)

it('shows every prize on the wheel, and the chances that are left', async () => {
  const markup = shown()
  for (const name of ['超长名称的平…', '保温杯', '谢谢参与']) expect(markup).toContain(`>${name}<`)
  expect(markup).not.toContain('disabled')
  expect(markup).toContain('还可抽 3 次')
  expect(markup).toContain('今日还可抽 1 次')
  await switchLanguage('en')
  expect(shown()).toContain('3 draws left')
  expect(shown()).toContain('1 draw left today')
  await switchLanguage('cn')
})

it('says what the next draw costs once no free one is left, and nothing before', async () => {
  const paidDraws = { priceHundredths: 1050, perMember: 3, left: 2, balance: '220100' }
  const free = shown({ paidDraws })
  expect(free).toContain('免费机会还有 3 次')
  expect(free).toContain('抽奖</button>')
  const paid = shown({ paidDraws, drawsLeft: 0, drawsLeftToday: 5 })
  expect(paid).toContain('<small>10.50 积分</small>')
  expect(paid).toContain('积分抽奖还有 2 次，每次 10.50 积分')
  expect(paid).toContain('今日还可抽 2 次')
  expect(paid).toContain('您有 2,201 积分')
  await switchLanguage('en')
  expect(shown({ paidDraws: { ...paidDraws, priceHundredths: 100 }, drawsLeft: 0 })).toContain('<small>1 point</small>')
  await switchLanguage('cn')
})

it('says why nothing can be drawn', async () => {
  for (const [language, texts] of [
    ['en', en],
    ['cn', cn],
  ] as const) {
    await switchLanguage(language)
    for (const [obstacle, text] of Object.entries(texts.draw.obstacle)) {
      const markup = shown({ obstacle: obstacle as LotteryDetails['obstacle'] })
      expect(markup).toContain(text)
      expect(markup).toContain('disabled')
    }
  }
})
