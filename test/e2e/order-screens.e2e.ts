/** The screens of orders: the buyer's list and order with its payment and refund, the parcel that staff send and the buyer receives. */
import { sql } from 'kysely'
import { buildCoupon, buildOwnCoupon } from '#modules/commerce/coupons/server/coupons.fixture.ts'
import cn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`an order is listed, opened, sent, received and paid back (${language})`, async ({ open, platform }) => {
    const { companyId } = platform
    const chief = await platform.createAccount(`sender-${language}`, '赵总监', ['super-admin'])
    const buyer = await platform.createAccount(`reader-${language}`, '钱多多')
    const author = { ...chief, companyId, organizationId: companyId }
    const course = await buildCourse(platform.db, {
      author,
      name: '包装设计',
      chapters: [{ sections: [{ title: 'A1' }] }],
    })
    await buildPrice(platform.db, { companyId, itemId: course.id, original: 1999 })
    await buildIssue(platform.db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 5000n })
    const page = await open(language, buyer, { width: 390 })
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: text.buy.button }).click()
    const buying = page.getByRole('dialog', { name: text.buy.title })
    await buying.locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(page.getByText(text.buy.done)).toBeVisible()
    // Nothing that is sold here is sent by post: the order is made one that is.
    const receiver = { name: '钱多多', phone: '13800000000', address: '北京市东城区 1 号', postalCode: '100010' }
    await sql`update orders.order set delivery = 'not-shipped', status = 'paid', done_at = null,
      receiver = ${JSON.stringify(receiver)}::jsonb where buyer_id = ${buyer.id}`.execute(platform.db)

    const desk = await open(language, chief)
    const events = page.getByRole('region', { name: text.one.events })
    await proves('COMMERCE-005', async () => {
      // The buyer's list, and the order with its payment.
      await page.goto('/#/orders')
      await expect(page.getByText('包装设计')).toBeVisible()
      await page.getByRole('link', { name: text.one.open }).click()
      await expect(events).toContainText(text.event.paid)
      await expect(page.getByText(text.delivery['not-shipped'])).toBeVisible()
      await expectAccessible(page)

      // Staff send the parcel.
      await desk.goto('/#/manage/orders')
      await desk.getByRole('row').filter({ hasText: '包装设计' }).getByRole('button').click()
      await desk.getByRole('button', { name: text.managed.ship }).click()
      const parcel = desk.getByRole('dialog', { name: text.managed.ship })
      await parcel.locator('.ant-modal-footer').getByRole('button').last().click()
      await expect(parcel.getByText(text.managed.needed).first()).toBeVisible()
      await parcel.getByLabel(text.managed.shippingCompany).fill('顺丰')
      await parcel.getByLabel(text.managed.trackingNumber).fill('SF1234567890')
      await expectAccessible(desk)
      await parcel.locator('.ant-modal-footer').getByRole('button').last().click()
      await expect(desk.getByText('顺丰 SF1234567890').first()).toBeVisible()

      // The buyer has it, and wants the money back.
      await page.reload()
      await expect(page.getByText('顺丰 SF1234567890').first()).toBeVisible()
      await page.getByRole('button', { name: text.one.receive }).click()
      await page.getByRole('tooltip').getByRole('button').last().click()
      await expect(events).toContainText(text.event.done)
      await page.getByRole('button', { name: text.refund.ask }).click()
      const asking = page.getByRole('dialog', { name: text.refund.ask })
      await asking.getByRole('textbox').last().fill('A')
      await asking.getByRole('button', { name: text.refund.send }).click()
      await expect(events).toContainText(text.event['refund-requested'])
    })
  })
  test(`an unpaid order is changed and paid (${language})`, async ({ open, platform }) => {
    const { companyId } = platform
    const chief = await platform.createAccount(`changer-${language}`, '赵总监', ['super-admin'])
    const buyer = await platform.createAccount(`chooser-${language}`, '钱多多')
    const author = { ...chief, companyId, organizationId: companyId }
    const course = await buildCourse(platform.db, {
      author,
      name: '仓储管理',
      chapters: [{ sections: [{ title: 'A1' }] }],
    })
    await buildPrice(platform.db, { companyId, itemId: course.id, original: 1900 })
    await buildIssue(platform.db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 10_000n })
    const coupon = await buildCoupon(platform.db, { companyId, name: '满减五元' })
    await buildOwnCoupon(platform.db, { companyId, memberId: buyer.id, couponId: coupon.id })
    const page = await open(language, buyer, { width: 390 })
    const post = async (path: string, data: object) => {
      const headers = { authorization: `Bearer ${await buildSession(platform.db, { id: buyer.id, companyId })}` }
      return (await page.request.post(`${platform.origin}/api/v1${path}`, { headers, data })).json()
    }
    const quote = await post('/price/quote', { businessType: 1, itemId: course.id, quantity: 3 })
    const placing = { key: crypto.randomUUID(), quoteIds: [quote.id], forOthers: true }
    const placed = await post('/order', placing)
    await page.goto(`/#/orders/${placed.id}`)
    await page.getByRole('button', { name: text.change.title }).click()
    const changing = page.getByRole('dialog', { name: text.change.title })
    const after = changing.getByRole('term').filter({ hasText: text.change.after }).locator('..')
    // The best coupon is proposed.
    await expect(after).toContainText('52')
    await changing.getByRole('spinbutton').fill('2')
    await expect(after).toContainText('33')
    await expectAccessible(page)
    await changing.getByRole('button', { name: text.change.save }).click()
    const events = page.getByRole('region', { name: text.one.events })
    await expect(events).toContainText('仓储管理 3 → 2')
    await expect(events).toContainText('满减五元')
    await page.getByRole('button', { name: text.buy.payCoins.split('{')[0] ?? '' }).click()
    await expect(events).toContainText(text.event.paid)
    await expect(page.getByRole('button', { name: text.change.title })).toHaveCount(0)

    const desk = await open(language, chief)
    await desk.goto('/#/manage/orders')
    await desk.getByRole('row').filter({ hasText: '仓储管理' }).getByRole('button').click()
    await expect(desk.getByText('仓储管理 3 → 2')).toBeVisible()
  })
}
