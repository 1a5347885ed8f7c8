/** A member card is made, bought and opens three courses; a redeem card is made and gives its coins once. */
import { readFile } from 'node:fs/promises'
import cardsCn from '#modules/commerce/cards/messages/cn.json' with { type: 'json' }
import cardsEn from '#modules/commerce/cards/messages/en.json' with { type: 'json' }
import ordersCn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import ordersEn from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import pricesCn from '#modules/commerce/prices/messages/cn.json' with { type: 'json' }
import pricesEn from '#modules/commerce/prices/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import redeemCn from '#modules/commerce/redeem/messages/cn.json' with { type: 'json' }
import redeemEn from '#modules/commerce/redeem/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { card: cardsCn, order: ordersCn, price: pricesCn, redeem: redeemCn, course: coursesCn },
  en: { card: cardsEn, order: ordersEn, price: pricesEn, redeem: redeemEn, course: coursesEn },
} as const

for (const language of languagesOf('en')) {
  const { card, order, price, redeem, course: courseText } = words[language]

  test(`a member card is made, bought, and opens three courses (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`card-chief-${language}`, '郑总监', ['super-admin'])
    const buyer = await platform.createAccount(`card-buyer-${language}`, '贺小满')
    const author = { ...chief, companyId, organizationId: companyId }
    await buildIssue(db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 5000n })

    // The card, its price, and its sale.
    const desk = await open(language, chief)
    await desk.goto('/#/manage/member-cards')
    await desk.getByRole('button', { name: card.edit.new }).first().click()
    const form = desk.getByRole('dialog')
    await form.getByLabel(card.edit.name).fill(`Reader ${language}`)
    await form.getByLabel(card.edit.promise).fill('Three courses for a year')
    await expectAccessible(desk)
    await form.locator('.ant-modal-footer').getByRole('button').last().click()
    const row = desk.getByRole('row').filter({ hasText: `Reader ${language}` })
    const link = await row.getByRole('link', { name: `Reader ${language}` }).getAttribute('href')
    const cardId = link?.split('/').at(-1) ?? ''
    await row.getByRole('link', { name: card.managed.price }).click()
    await desk.getByText(price.maps['is-pay']['1'], { exact: true }).click()
    const amounts = desk.getByRole('textbox')
    await amounts.nth(0).fill('40')
    await amounts.nth(1).fill('30')
    await desk.getByRole('button', { name: price.page.save }).click()
    await expect(desk.getByText(price.page.saved)).toBeVisible()
    await desk.goto('/#/manage/member-cards')
    await row.getByRole('button', { name: card.managed.sell }).click()
    await desk.getByRole('tooltip').getByRole('button').last().click()
    await expect(row.getByRole('button', { name: card.managed.end })).toBeVisible()
    await expectAccessible(desk)

    // Three courses that it opens: for coins as well, in RMB as well, and by the card alone.
    const courses: { readonly id: string; readonly name: string }[] = []
    for (const payType of [1, 2, 3] as const) {
      const name = `Course ${payType}`
      const { id } = await buildCourse(db, { author, name, chapters: [{ sections: [{ title: 'A1' }] }] })
      await buildPrice(db, { companyId, itemId: id, payType, original: 9900, cardIds: [cardId] })
      courses.push({ id, name })
    }

    const page = await open(language, buyer, { width: 390 })
    await page.goto(`/#/study/course/detail/${courses[2]?.id}`)
    await expect(page.getByText(order.buy.onlyCard.replace('{cards}', `Reader ${language}`))).toBeVisible()
    await expect(page.getByRole('button', { name: courseText.detail.register })).toBeHidden()
    await page.goto('/#/member-cards')
    await expectAccessible(page)
    await page.getByRole('link', { name: `Reader ${language}` }).click()
    for (const { name } of courses) await expect(page.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: order.buy.button }).click()
    await page.getByRole('dialog').locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(page.getByText(card.preview.owned)).toBeVisible()

    for (const { id, name } of courses) {
      await page.goto(`/#/study/course/detail/${id}`)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await page.getByRole('button', { name: courseText.detail.register }).click()
      await expect(page.getByRole('progressbar', { name: courseText.detail.progress })).toBeVisible()
    }
  })

  test(`redeem cards are made, and one gives its coins once (${language})`, async ({ open, platform }) => {
    const chief = await platform.createAccount(`redeem-chief-${language}`, '史管理', ['super-admin'])
    const member = await platform.createAccount(`redeem-member-${language}`, '文小雨')
    const other = await platform.createAccount(`redeem-other-${language}`, '程大路')
    const desk = await open(language, chief)
    await desk.goto('/#/manage/redeem')
    await desk.getByRole('button', { name: redeem.create.title }).first().click()
    const form = desk.getByRole('dialog')
    await form.getByLabel(redeem.batches.name).fill(`Welcome ${language}`)
    await form.getByLabel(redeem.create.amount).fill('12.5')
    await form.getByLabel(redeem.create.quantity).fill('3')
    const day = new Date(await desk.evaluate(() => Date.now()))
    await form.getByPlaceholder(redeem.create.from).fill(`${day.getFullYear()}-01-01 00:00`)
    await form.getByPlaceholder(redeem.create.from).press('Enter')
    await form.getByPlaceholder(redeem.batches.until).fill(`${day.getFullYear() + 1}-12-31 00:00`)
    await form.getByPlaceholder(redeem.batches.until).press('Enter')
    await expectAccessible(desk)
    await form.getByRole('button', { name: redeem.create.confirm }).click()
    await expect(desk.getByText(redeem.create.done)).toBeVisible()
    await desk.getByRole('link', { name: `Welcome ${language}` }).click()
    await desk.getByRole('button', { name: redeem.make.button }).click()
    const saving = desk.waitForEvent('download')
    await desk.getByRole('button', { name: redeem.make.confirm }).click()
    const [, ...rows] = await readSpreadsheet(await readFile(await (await saving).path()))
    const codes = rows.map(([, code = '']) => code)
    expect(codes).toHaveLength(3)
    const [code = ''] = codes
    await expect(desk.getByText(redeem.cardStates.unused)).toHaveCount(3)
    await expectAccessible(desk)

    const page = await open(language, member, { width: 390 })
    await page.goto('/#/redeem')
    const field = page.getByRole('textbox', { name: redeem.page.code })
    // One symbol mistyped: the form says so, and nothing counts as a guess.
    await field.fill(code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'))
    await page.getByRole('button', { name: redeem.page.redeem }).click()
    await expect(page.getByText(redeem.code.check)).toBeVisible()
    await expectAccessible(page)
    await field.fill(code.toLowerCase())
    await page.getByRole('button', { name: redeem.page.redeem }).click()
    await expect(page.getByRole('status').filter({ hasText: redeem.page.received })).toContainText('12.5')
    await expectAccessible(page)

    const late = await open(language, other)
    await late.goto('/#/redeem')
    await late.getByRole('textbox', { name: redeem.page.code }).fill(code)
    await late.getByRole('button', { name: redeem.page.redeem }).click()
    await expect(late.getByText(redeem.errors['701102'])).toBeVisible()
    await desk.reload()
    await expect(desk.getByRole('row').filter({ hasText: code.slice(-4) })).toContainText('文小雨')
  })
}
