/** A lottery from its publication to its proof: joined and drawn by QR codes, handed out, ended, and drawn again by anybody. */
import cn from '#modules/engagement/lotteries/messages/cn.json' with { type: 'json' }
import en from '#modules/engagement/lotteries/messages/en.json' with { type: 'json' }
import { buildLottery, prizesWith } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

for (const language of languagesOf('cn')) {
  const text = language === 'cn' ? cn : en
  test(`a lottery is joined, drawn, handed out and proven (${language})`, async ({ platform, open }) => {
    const { companyId } = platform
    const chief = await platform.createAccount(`lottery-chief-${language}`, '沈墨', ['super-admin'])
    const member = await platform.createAccount(`lottery-member-${language}`, '陆一')
    const now = Date.now()
    const id = await buildLottery(platform.db, {
      ...{
        author: { id: chief.id, companyId, organizationId: companyId },
        now,
        status: 'draft',
        needsAttendance: true,
      },
      ...{ name: '年会抽奖', opensAt: null, closesAt: now + 3_600_000, prizes: prizesWith(100, 1, '保温杯') },
    })
    const desk = await open(language, chief)
    await desk.goto('/#/admin/lotteries')
    await desk.getByRole('link', { name: '年会抽奖' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: '年会抽奖' })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.actions.publish }).click()
    await desk.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click()
    await expect(desk.getByRole('region', { name: text.codes.title })).toBeVisible()
    await expectAccessible(desk)

    const page = await open(language, member, { width: 390 })
    const codeOf = (type: number) => `/pc/share?businessType=${type}&businessId=${id}&organization=${companyId}`
    await proves(['TRAINING-005', 'TRAINING-060'], async () => {
      await page.goto(codeOf(7))
      await expect(page.getByRole('heading', { level: 1, name: '年会抽奖' })).toBeVisible()
      await expect(page.getByText(text.draw.obstacle['not-joined'])).toBeVisible()
      await page.goto(codeOf(10))
      await page.getByRole('button', { name: text.attendance.action }).click()
      await expect(page.getByRole('link', { name: text.attendance.draw })).toBeVisible()
    })
    await expectAccessible(page)
    await page.getByRole('link', { name: text.attendance.draw }).click()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: text.draw.action, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '保温杯' })).toBeVisible()
    await expect(page.getByText(text.draw.obstacle['none-left'])).toBeVisible()
    await expectAccessible(page)
    await page.goto('/#/lottery/prizes')
    await expect(page.getByText(text.winners.open)).toBeVisible()
    await expectAccessible(page)

    await desk.goto(`/#/admin/lotteries/${id}/winners`)
    await desk.getByRole('row').filter({ hasText: '陆一' }).getByRole('checkbox').check()
    await desk.getByRole('button', { name: text.winners.deliver }).click()
    await expect(desk.getByRole('row').filter({ hasText: '陆一' })).toContainText('沈墨')
    await expectAccessible(desk)
    await desk.goto(`/#/admin/lotteries/${id}`)
    await desk.getByRole('button', { name: text.actions.end }).click()
    await desk.locator('.ant-popconfirm .ant-btn-primary').click()
    await expect(desk.getByText(text.states.over, { exact: true }).first()).toBeVisible()

    await page.goto(`/#/lottery/proof/${id}`)
    await page.getByRole('button', { name: text.proof.checkAction }).click()
    await expect(page.getByText(text.proof.seedRight)).toBeVisible()
    await expect(page.getByText(text.proof.allRight.replace('{count}', '1'))).toBeVisible()
    await expectAccessible(page)
  })
}
