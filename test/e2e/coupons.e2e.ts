/**
 * A coupon is made, claimed and used; an order in RMB is paid partly with coins and comes back as both; a place in a live session
 * is bought from the list.
 */
import { sql } from 'kysely'
import couponsCn from '#modules/commerce/coupons/messages/cn.json' with { type: 'json' }
import couponsEn from '#modules/commerce/coupons/messages/en.json' with { type: 'json' }
import cn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import paymentsCn from '#modules/commerce/payments/messages/cn.json' with { type: 'json' }
import paymentsEn from '#modules/commerce/payments/messages/en.json' with { type: 'json' }
import pricesCn from '#modules/commerce/prices/messages/cn.json' with { type: 'json' }
import pricesEn from '#modules/commerce/prices/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import liveCn from '#modules/live/live/messages/cn.json' with { type: 'json' }
import liveEn from '#modules/live/live/messages/en.json' with { type: 'json' }
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { text: cn, coupon: couponsCn, pay: paymentsCn, price: pricesCn, live: liveCn, coins: '学币' },
  en: { text: en, coupon: couponsEn, pay: paymentsEn, price: pricesEn, live: liveEn, coins: 'learning coin' },
} as const

/** Coins pay up to half of an order in RMB: ten are one yuan. */
const mixedRule = {
  ...{ payMinutes: 30, refundDays: 7, receiveDays: 15, approvalFrom: 0 },
  ...{ coinsPerYuan: 10, coinSharePercent: 50 },
}

for (const language of languagesOf('cn')) {
  const { text, coupon, pay, price, live, coins } = words[language]

  test(`a coupon is made, claimed and makes a course cheaper (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`coupon-chief-${language}`, '方总监', ['super-admin'])
    const buyer = await platform.createAccount(`coupon-buyer-${language}`, '万小宝')
    const author = { ...chief, companyId, organizationId: companyId }
    const course = await buildCourse(db, { author, name: 'Negotiation', chapters: [{ sections: [{ title: 'A' }] }] })
    await buildPrice(db, { companyId, itemId: course.id, original: 2000 })
    await buildIssue(db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 1500n })

    const desk = await open(language, chief)
    await desk.goto('/#/manage/coupons')
    await desk.getByRole('button', { name: coupon.edit.new }).first().click()
    const form = desk.getByRole('dialog')
    const name = `Autumn ${language}`
    await form.getByLabel(coupon.edit.name).fill(name)
    await form.getByRole('spinbutton', { name: coupon.edit.amount }).fill('5.01')
    const year = new Date().getFullYear()
    await form.getByPlaceholder(coupon.from).fill(`${year}-01-01 00:00`)
    await form.getByPlaceholder(coupon.from).press('Enter')
    await form.getByPlaceholder(coupon.until).fill(`${year + 1}-12-31 00:00`)
    await form.getByPlaceholder(coupon.until).press('Enter')
    await expectAccessible(desk)
    await form.locator('.ant-modal-footer').getByRole('button').last().click()
    const row = desk.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name: coupon.managed.start }).click()
    await desk.getByRole('tooltip').getByRole('button').last().click()
    await expect(row.getByText(coupon.states.running)).toBeVisible()
    await expectAccessible(desk)

    // On a phone: without the coupon the coins would not be enough.
    const page = await open(language, buyer, { width: 390 })
    await page.goto('/#/coupons')
    await expectAccessible(page)
    await page.getByRole('button', { name: `${coupon.page.get} ${name}` }).click()
    await expect(page.getByText(coupon.page.got)).toBeVisible()
    await page.goto('/#/study/course')
    await expect(page.getByRole('link', { name: /Negotiation/ })).toContainText('20')
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: text.buy.button }).click()
    const dialog = page.getByRole('dialog', { name: text.buy.title })
    await expect(dialog.getByText('14.99')).toBeVisible()
    await expectAccessible(page)
    await dialog.locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(page.getByText(text.buy.done)).toBeVisible()
    await page.goto('/#/coupons')
    await page.getByRole('tab', { name: coupon.page.tabs.used, exact: true }).click()
    await expect(page.getByText(name).last()).toBeVisible()
    await page.goto('/#/study/course')
    await expect(page.getByRole('link', { name: /Negotiation/ })).toContainText(price.badge.owned)
    await desk.reload()
    await expect(row).toContainText('1 / 100')
  })

  test(`coins pay a part of an order in RMB, and both parts come back (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`mixed-chief-${language}`, '白总监', ['super-admin'])
    await sql`insert into settings.rule_config (company_id, key, value, updated_by, updated_at)
      values (${companyId}, 'ORDER_CONFIG', ${JSON.stringify(mixedRule)}::jsonb, ${chief.id}, ${Date.now()})
      on conflict (company_id, key) do update set value = excluded.value`.execute(db)
    const buyer = await platform.createAccount(`mixed-buyer-${language}`, '于半半')
    const author = { ...chief, companyId, organizationId: companyId }
    const course = await buildCourse(db, { author, name: 'Pricing', chapters: [{ sections: [{ title: 'A' }] }] })
    await buildPrice(db, { companyId, itemId: course.id, payType: 2, original: 10_000 })
    await buildIssue(db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 50_000n })

    const page = await open(language, buyer, { width: 390 })
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: text.buy.button }).click()
    await page.getByRole('dialog').getByRole('button', { name: text.buy.order, exact: true }).click()
    const part = page.getByRole('spinbutton', { name: text.pay.coinPart.replace('{coins}', coins) })
    await part.fill('40')
    await part.press('Tab')
    await expect(page.getByText('¥60.00')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.one.pay, exact: true }).click()
    await page.getByRole('button', { name: pay.test.outcomes.doubled }).click()
    await expect(page.getByText(pay.resultHints.succeeded)).toBeVisible()
    await page.goto('/#/orders')
    await page.getByRole('link', { name: text.one.open }).click()
    await expect(page.getByText(text.one.parts)).toBeVisible()
    await page.getByRole('button', { name: text.refund.ask }).click()
    const asking = page.getByRole('dialog', { name: text.refund.ask })
    await expect(asking).toContainText('¥60.00')
    await expectAccessible(page)
    await asking.getByRole('textbox').last().fill('A')
    await asking.getByRole('button', { name: text.refund.send }).click()

    const desk = await open(language, chief)
    await desk.goto('/#/manage/refunds')
    await desk.getByRole('row').filter({ hasText: 'Pricing' }).getByRole('button', { name: text.refunds.agree }).click()
    await desk.getByRole('tooltip').getByRole('button').last().click()
    await expect(desk.getByText(text.refunds.agreed)).toBeVisible()
    const timeline = page.getByRole('region', { name: text.one.events })
    await expect(async () => {
      await page.reload()
      await expect(timeline).toContainText(text.event.refunded, { timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await page.goto('/#/center/my/coins')
    await expect(page.getByText('500.00').first()).toBeVisible()
  })

  test(`a place in a live session is bought (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const host = await platform.createAccount(`sold-host-${language}`, '康主讲', ['lecturer'])
    const buyer = await platform.createAccount(`sold-buyer-${language}`, '毕一场')
    const id = await buildLive(db, { companyId, hostId: host.id, subject: 'Open house', now: Date.now() })
    await buildPrice(db, { companyId, businessType: 15, itemId: id, original: 880 })
    await buildIssue(db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 1000n })
    const page = await open(language, buyer)
    await page.goto(`/#/live/detail/${id}`)
    await expect(page.getByText(live.detail.buyHint)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.buy.button }).click()
    await page.getByRole('dialog').locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(page.getByText(text.buy.done)).toBeVisible()
    await expect(page.getByText(live.detail.buyHint)).toBeHidden()
  })
}
