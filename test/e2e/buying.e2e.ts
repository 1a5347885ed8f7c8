/** A course is priced, bought with coins and paid back; another is bought in RMB by the test provider, which says so twice, or too late. */
import { sql } from 'kysely'
import cn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import paymentsCn from '#modules/commerce/payments/messages/cn.json' with { type: 'json' }
import paymentsEn from '#modules/commerce/payments/messages/en.json' with { type: 'json' }
import pricesCn from '#modules/commerce/prices/messages/cn.json' with { type: 'json' }
import pricesEn from '#modules/commerce/prices/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { text: cn, price: pricesCn, course: coursesCn, pay: paymentsCn, coins: '学币' },
  en: { text: en, price: pricesEn, course: coursesEn, pay: paymentsEn, coins: 'learning coins' },
} as const

for (const language of languagesOf('cn')) {
  const { text, price, course: courseText, pay } = words[language]

  test(`a course is priced, bought with coins, and paid back (${language})`, async ({ open, platform }) => {
    const chief = await platform.createAccount(`boss-${language}`, '赵总监', ['super-admin'])
    const buyer = await platform.createAccount(`buyer-${language}`, '钱多多')
    const author = { ...chief, companyId: platform.companyId, organizationId: platform.companyId }
    const name = language === 'cn' ? '财务分析' : 'Reading a balance sheet'
    const course = await buildCourse(platform.db, { author, name, chapters: [{ sections: [{ title: 'A1' }] }] })
    const owner = { kind: 'person', id: buyer.id } as const
    await buildIssue(platform.db, { companyId: platform.companyId, owner, amount: 5000n })

    // The price: a wrong one is named before it is sent.
    const desk = await open(language, chief)
    await desk.goto(`/#/manage/price/1/${course.id}`)
    await desk.getByText(price.maps['is-pay']['1'], { exact: true }).click()
    const fields = desk.getByRole('textbox')
    await fields.nth(0).fill('19.999')
    await fields.nth(1).fill('19.99')
    await desk.getByRole('button', { name: price.page.save }).click()
    await expect(desk.getByText(price.problem['out-of-bounds'])).toBeVisible()
    await expectAccessible(desk)
    await fields.nth(0).fill('29.99')
    await desk.getByRole('button', { name: price.page.save }).click()
    await expect(desk.getByText(price.page.saved)).toBeVisible()

    // The buyer on a phone.
    const page = await open(language, buyer, { width: 390 })
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: text.buy.button }).click()
    const dialog = page.getByRole('dialog', { name: text.buy.title })
    await expect(dialog.getByText(/19\.99/)).toBeVisible()
    await expectAccessible(page)
    await dialog.locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(page.getByText(text.buy.done)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: courseText.detail.progress })).toBeVisible()
    // The button is gone: the keyboard goes on from the content of the course.
    await expect(page.locator('#main')).toBeFocused()

    // The order, and what of it can be paid back.
    await page.goto('/#/orders')
    await expectAccessible(page)
    await page.getByRole('link', { name: text.one.open }).click()
    await expect(page.getByRole('region', { name: text.one.events }).getByText(text.event.done)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.refund.ask }).click()
    const asking = page.getByRole('dialog', { name: text.refund.ask })
    await asking.getByRole('textbox').last().fill('A')
    await asking.getByRole('button', { name: text.refund.send }).click()
    await expect(page.getByRole('region', { name: text.one.events })).toContainText(text.event['refund-requested'])

    await desk.goto('/#/manage/refunds')
    const row = desk.getByRole('row').filter({ hasText: name })
    await expectAccessible(desk)
    await row.getByRole('button', { name: text.refunds.agree }).click()
    await desk.getByRole('tooltip').getByRole('button').last().click()
    await expect(desk.getByText(text.refunds.agreed)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: text.one.events })).toContainText(text.event.refunded)
    await page.goto(`/#/study/course/detail/${course.id}`)
    await expect(page.getByRole('button', { name: text.buy.button })).toBeVisible()
    await desk.goto('/#/manage/orders')
    await desk.getByRole('row').filter({ hasText: name }).getByRole('button').click()
    await expect(desk.getByRole('dialog')).toContainText(text.event.refunded)
    await expectAccessible(desk)
  })

  test(`seats are bought in RMB, the provider says so twice, and one is given (${language})`, async ({
    open,
    platform,
  }) => {
    const chief = await platform.createAccount(`chief-${language}`, '孙经理', ['super-admin'])
    const buyer = await platform.createAccount(`lead-${language}`, '李组长')
    const author = { ...chief, companyId: platform.companyId, organizationId: platform.companyId }
    const name = language === 'cn' ? '团队管理' : 'Leading a team'
    const course = await buildCourse(platform.db, { author, name, chapters: [{ sections: [{ title: 'B1' }] }] })
    const ladder = [
      [1, 29_900],
      [10, 24_900],
    ] as const
    await buildPrice(platform.db, {
      ...{ companyId: platform.companyId, itemId: course.id, payType: 2, original: 39_900, ladder },
    })
    const page = await open(language, buyer)
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: text.buy.button }).click()
    const dialog = page.getByRole('dialog', { name: text.buy.title })
    await dialog.getByText(text.buy.forOthers).click()
    await dialog.getByRole('spinbutton').fill('10')
    await expect(dialog.getByText('¥2,490.00')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: text.buy.order, exact: true }).click()
    await expect(page.getByRole('combobox', { name: text.pay.by })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.one.pay }).click()
    await page.getByRole('button', { name: pay.test.outcomes.doubled }).click()
    await expect(page.getByText(pay.resultHints.succeeded)).toBeVisible()
    await page.goto('/#/orders/owned')
    await page.getByRole('tab', { name: text.owned.tab.seats }).click()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('10')
    await expectAccessible(page)
  })

  test(`what is paid after its order was closed comes back, and what is said twice counts once (${language})`, async ({
    open,
    platform,
  }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`late-chief-${language}`, '孙经理', ['super-admin'])
    const buyer = await platform.createAccount(`late-${language}`, '李小迟')
    const author = { ...chief, companyId, organizationId: companyId }
    const name = language === 'cn' ? '时间管理' : 'Managing time'
    const course = await buildCourse(db, { author, name, chapters: [{ sections: [{ title: 'C1' }] }] })
    await buildPrice(db, { companyId, itemId: course.id, payType: 2, original: 39_900 })
    const page = await open(language, buyer, { width: 390 })
    /** On a phone, from the course to the choice of what the test provider says. Answers the address of the order. */
    const startPaying = async () => {
      await page.goto(`/#/study/course/detail/${course.id}`)
      await page.getByRole('button', { name: text.buy.button }).click()
      await page
        .getByRole('dialog', { name: text.buy.title })
        .getByRole('button', { name: text.buy.order, exact: true })
        .click()
      await expect(page.getByRole('button', { name: text.one.pay })).toBeVisible()
      const address = page.url()
      await page.getByRole('button', { name: text.one.pay }).click()
      await expect(page.getByRole('button', { name: pay.test.outcomes.late })).toBeVisible()
      return address
    }
    const timeline = page.getByRole('region', { name: text.one.events })

    // The success is on its way when the buyer closes the order.
    const late = await startPaying()
    const paymentId = new URL(page.url()).hash.split('/').at(-1) ?? ''
    const moveNotice = (time: string) =>
      sql`update graphile_worker._private_jobs set run_at = now() + ${time}::interval
        where payload::text like ${`%${paymentId}%`}`.execute(db)
    await page.getByRole('button', { name: pay.test.outcomes.late }).click()
    await expect(page.getByText(pay.results.closed)).toBeVisible()
    await moveNotice('1 hour')
    const payment = page.url()
    await page.goto(late)
    await page.getByRole('button', { name: text.one.close }).click()
    await page.getByRole('tooltip').getByRole('button').last().click()
    await expect(timeline).toContainText(text.event.closed)
    await moveNotice('0')
    await page.goto(payment)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(pay.results.givenBack)).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 60_000 })
    await expectAccessible(page)

    // Nothing has opened by it. Bought again, and said twice.
    const second = await startPaying()
    await page.getByRole('button', { name: pay.test.outcomes.doubled }).click()
    await expect(page.getByText(pay.resultHints.succeeded)).toBeVisible()
    await page.goto(second)
    await expect(timeline).toContainText(text.event.done)
    await expect(timeline.getByText(text.event.paid, { exact: true })).toHaveCount(1)
    await page.goto(`/#/study/course/detail/${course.id}`)
    await expect(page.getByRole('progressbar', { name: courseText.detail.progress })).toBeVisible()
  })
}
