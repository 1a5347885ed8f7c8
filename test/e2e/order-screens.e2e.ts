/** The screens of orders: the buyer's list and order with its payment and refund, the parcel that staff send and the buyer receives. */
import { sql } from 'kysely'
import cn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
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
}
