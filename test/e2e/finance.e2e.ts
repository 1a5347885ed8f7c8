/** An order is bought with coins and paid back; finance sees both, the check says that it agrees, and the report is exported. */
import { readSheet } from 'read-excel-file/node'
import cn from '#modules/commerce/finance/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/finance/messages/en.json' with { type: 'json' }
import ordersCn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import ordersEn from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = { cn: { text: cn, order: ordersCn }, en: { text: en, order: ordersEn } } as const

for (const language of languagesOf('en')) {
  const { text, order } = words[language]

  test(`finance sees what was bought and paid back, and that it agrees (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`cfo-${language}`, '周总监', ['super-admin'])
    const buyer = await platform.createAccount(`payer-${language}`, '钱多多')
    const author = { ...chief, companyId, organizationId: companyId }
    const [kept, returned] = [
      language === 'cn' ? '预算管理' : 'Budgeting',
      language === 'cn' ? '成本管理' : 'Cutting costs',
    ]
    const itemIds: string[] = []
    for (const [name, original] of [
      [kept, 2500],
      [returned, 1200],
    ] as const) {
      const course = await buildCourse(db, { author, name, chapters: [{ sections: [{ title: 'A1' }] }] })
      await buildPrice(db, { companyId, itemId: course.id, original })
      itemIds.push(course.id)
    }
    const owner = { kind: 'person', id: buyer.id } as const
    await buildIssue(db, { companyId, owner, amount: 9000n })

    const desk = await open(language, chief)
    const post = async (account: typeof buyer, path: string, data: object = {}) => {
      const headers = { authorization: `Bearer ${await buildSession(db, account)}` }
      return (await desk.request.post(`${platform.origin}/api/v1${path}`, { headers, data })).json()
    }
    const bought = []
    for (const itemId of itemIds) {
      const quote = await post(buyer, '/price/quote', { businessType: 1, itemId, quantity: 1 })
      const placed = await post(buyer, '/order', { key: crypto.randomUUID(), quoteIds: [quote.id] })
      bought.push(await post(buyer, `/order/${placed.id}/coins`))
    }
    const back = bought[1]
    const lines = [{ lineId: back.lines[0].id, quantity: 1 }]
    const refund = await post(buyer, `/order/own/${back.id}/refund`, { lines, reason: 'A' })
    await post(chief, `/order-refund/${refund.id}/decision`, { isAgreed: true })

    await desk.goto('/#/manage/finance')
    await expect(desk.getByText(text.checks.agrees).first()).toBeVisible()
    await expectAccessible(desk)

    await desk.getByRole('tab', { name: text.tabs.revenue }).click()
    const row = (name: string) => desk.getByRole('row').filter({ hasText: name })
    await expect(row(kept)).toContainText('25')
    await expect(row(returned)).toContainText('12')
    await expectAccessible(desk)
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: text.export }).click()
    const file = await (await downloading).path()
    const items = await readSheet(file, text.by.item)
    expect(items.find(([name]) => name === kept)?.[7]).toBe(25)
    expect(items.find(([name]) => name === returned)?.slice(4, 8)).toEqual([12, 0, 12, 0])

    // From the figure to the orders behind it.
    await row(returned).getByRole('link').click()
    await expect(desk.getByText(order.managed.asked)).toBeVisible()
    await expect(row(returned)).toBeVisible()
    await expect(row(kept)).toHaveCount(0)
    await expectAccessible(desk)
    await desk.getByRole('button', { name: order.managed.showAll }).click()
    await expect(row(kept)).toBeVisible()

    await desk.goto('/#/manage/finance?tab=ledger')
    await expect(desk.getByRole('region', { name: text.total })).toContainText('37.00')
    await expectAccessible(desk)
    await desk.goto('/#/manage/finance?tab=checks')
    const coins = desk.getByRole('region', { name: text.checks.title1 })
    await expect(coins).toContainText(text.checks.allAgree)
    await expectAccessible(desk)

    const phone = await open(language, chief, { width: 390 })
    for (const tab of ['overview', 'settlement'] as const) {
      await phone.goto(`/#/manage/finance?tab=${tab}`)
      await expect(phone.getByText(text.refunds.none).first()).toBeVisible()
      await expectAccessible(phone)
    }
  })
}
