/**
 * A lottery from its publication to its proof: joined and drawn by QR codes, handed out, ended, and drawn again by anybody. And one
 * whose prizes come from the points mall: drawn free and for points, and sent to where its winner says.
 */
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import ordersCn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import ordersEn from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import cn from '#modules/engagement/lotteries/messages/cn.json' with { type: 'json' }
import en from '#modules/engagement/lotteries/messages/en.json' with { type: 'json' }
import { buildLottery, prizesWith } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
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

for (const [language, width] of [
  ['cn', 1366],
  ['en', 390],
] as const) {
  const text = language === 'cn' ? cn : en
  const orderText = language === 'cn' ? ordersCn : ordersEn
  test(`a marketing lottery is drawn free and for points, and its prizes are sent (${language})`, async ({
    platform,
    open,
  }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`marketing-chief-${language}`, '沈墨', ['super-admin'])
    const member = await platform.createAccount(`marketing-member-${language}`, '陆小一')
    const other = await platform.createAccount(`marketing-other-${language}`, '顾二')
    const now = Date.now()
    await buildGoods(db, { companyId, name: '降噪耳机', stock: 5, now })
    await buildAddresses(db, { companyId, id: member.id }, [addressInput()], now)
    const owner = { kind: 'person', id: member.id } as const
    // The point of the day comes with the first page.
    await buildIssue(db, { companyId, owner, kind: 2, amount: 2400n, now })
    const id = await buildLottery(db, {
      ...{ author: { id: chief.id, companyId, organizationId: companyId }, now, status: 'draft' },
      ...{ name: '周年庆抽奖', opensAt: null, closesAt: now + 3_600_000, prizes: prizesWith(100, 2, '耳机') },
    })
    const desk = await open(language, chief, { width })
    await desk.goto(`/#/admin/lotteries/${id}`)
    await desk.getByRole('switch', { name: text.form.paidDraws }).click()
    await desk.getByRole('combobox', { name: text.form.prizeGoods.replace('{number}', '1') }).click()
    await desk.locator('.ant-select-item-option').filter({ hasText: '降噪耳机' }).click()
    await expect(desk.getByRole('textbox', { name: text.form.prizeName.replace('{number}', '1') })).toHaveValue(
      '降噪耳机',
    )
    await expectAccessible(desk)
    await desk.keyboard.press('Escape')
    await desk.getByRole('button', { name: language === 'cn' ? '保存' : 'Save', exact: true }).click()
    await desk.getByRole('button', { name: text.actions.publish }).click()
    await desk.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click()
    await expect(desk.getByRole('region', { name: text.codes.title })).toBeVisible()

    const page = await open(language, member, { width: 390 })
    await page.goto(`/#/lottery/${id}`)
    await page.getByRole('button', { name: text.draw.action, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '降噪耳机' })).toBeVisible()
    const points = (count: number) => `${count} ${language === 'cn' ? '积分' : 'points'}`
    await page.getByRole('button', { name: `${text.draw.action} ${points(10)}` }).click()
    const asked = page.getByRole('dialog')
    await expect(asked).toContainText(points(25))
    await expect(asked).toContainText(points(15))
    await expectAccessible(page)
    await asked.getByRole('button', { name: text.draw.paid.agree.replace('{price}', points(10)) }).click()
    await expect(page.getByText(text.draw.balance.replace('{balance}', points(15)))).toBeVisible()
    await proves('COMMERCE-006', async () => {
      const wins = page.getByRole('region', { name: text.wins.title })
      await expect(wins.getByText('陆小一')).toHaveCount(2)
      await expect(page.getByRole('region', { name: text.prizes.title })).toContainText('降噪耳机')
      const guest = await open(language, other, { width: 390 })
      await guest.goto(`/#/lottery/${id}`)
      await expect(guest.getByRole('region', { name: text.wins.title }).getByText('陆*一')).toHaveCount(2)
      await expect(guest.getByText('陆小一')).toHaveCount(0)
    })
    await expectAccessible(page)

    await page
      .getByRole('region', { name: text.draw.own })
      .getByRole('link', { name: text.own.giveAddress })
      .first()
      .click()
    await page.getByRole('button', { name: orderText.one.giveAddress }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.locator('.ant-select-item-option').first().click()
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
    await expect(page.getByText('林知远').first()).toBeVisible()
    await page.goto('/#/lottery/prizes')
    await expect(page.getByText(text.winners.orders.waiting)).toBeVisible()
    await expectAccessible(page)

    await desk.goto(`/#/admin/lotteries/${id}/winners`)
    await expect(desk.getByText(text.winners.orders.waiting)).toBeVisible()
    await expectAccessible(desk)
    await desk.goto(`/#/admin/lotteries/${id}`)
    await desk.getByRole('button', { name: text.actions.end }).click()
    await desk.locator('.ant-popconfirm .ant-btn-primary').click()
    await expect(desk.getByText(text.states.over, { exact: true }).first()).toBeVisible()
    await page.goto(`/#/lottery/proof/${id}`)
    await page.getByRole('button', { name: text.proof.checkAction }).click()
    await expect(page.getByText(text.proof.allRight.replace('{count}', '2'))).toBeVisible()
  })
}
