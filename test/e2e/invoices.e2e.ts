/** An order that was paid in RMB is invoiced: title, application, review, PDF, and the red-letter invoice after a refund. */
import { PDFDocument } from 'pdf-lib'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import cn from '#modules/commerce/invoices/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/invoices/messages/en.json' with { type: 'json' }
import paymentsCn from '#modules/commerce/payments/messages/cn.json' with { type: 'json' }
import paymentsEn from '#modules/commerce/payments/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn: { text: cn, pay: paymentsCn }, en: { text: en, pay: paymentsEn } } as const

const pdf = async () => {
  const document = await PDFDocument.create()
  document.addPage()
  return { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

for (const language of languagesOf('cn')) {
  const { text, pay } = words[language]
  const states = text.maps['invoice-status']

  test(`an order in RMB is invoiced, and its refund reverses the invoice (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`tax-${language}`, '周财务', ['super-admin'])
    const buyer = await platform.createAccount(`invoiced-${language}`, '林知远', ['purchaser'])
    const author = { ...chief, companyId, organizationId: companyId }
    const name = language === 'cn' ? '税务入门' : 'Taxes for beginners'
    const course = await buildCourse(db, { author, name, chapters: [{ sections: [{ title: 'A1' }] }] })
    await buildPrice(db, { companyId, itemId: course.id, payType: 2, original: 19_900 })

    const page = await open(language, buyer, { width: 390 })
    const post = async (account: typeof buyer, path: string, data: object) => {
      const headers = { authorization: `Bearer ${await buildSession(db, account)}` }
      return (await page.request.post(`${platform.origin}/api/v1${path}`, { headers, data })).json()
    }
    const quote = await post(buyer, '/price/quote', { businessType: 1, itemId: course.id, quantity: 1 })
    const order = await post(buyer, '/order', { key: crypto.randomUUID(), quoteIds: [quote.id] })
    const { paymentId } = await post(buyer, `/order/${order.id}/payment`, { provider: 'test' })
    await page.goto(`/#/payment/${paymentId}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: pay.test.outcomes.paid, exact: true }).click()
    await expect(page.getByText(pay.resultHints.succeeded)).toBeVisible()
    await expectAccessible(page)

    await buildAddresses(db, { companyId, id: buyer.id }, [addressInput()])

    // A title with a taxpayer id: a wrong one is named at its field.
    await page.goto('/#/invoice-management/individual')
    await page.getByRole('tab', { name: text.tabs.infos }).click()
    await page.getByRole('button', { name: text.info.add }).click()
    const adding = page.getByRole('dialog', { name: text.info.add })
    await adding.getByLabel(text.info.title, { exact: true }).fill('澄岚智能科技有限公司')
    const taxpayerId = adding.getByLabel(text.info.taxpayerId, { exact: true })
    await taxpayerId.fill('91350100M000100Y44')
    await taxpayerId.blur()
    await expect(adding.getByText(text.info.taxpayerIdWrong)).toBeVisible()
    await expectAccessible(page)
    await taxpayerId.fill('91350100M000100Y43')
    await adding.locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(page.getByText(text.info.saved)).toBeVisible()

    await page.getByRole('tab', { name: text.tabs.invoices, exact: true }).click()
    await page.getByRole('button', { name: text.apply.title }).click()
    const applying = page.getByRole('dialog', { name: text.apply.title })
    await applying.getByRole('checkbox', { name: name }).check()
    await expect(applying.getByText('¥199.00').last()).toBeVisible()
    await expectAccessible(page)
    await applying.getByRole('button', { name: text.apply.send }).click()
    await expect(page.getByText(text.apply.done)).toBeVisible()

    // What the screen shows of a buyer for oneself; as a buyer for others there is no invoice yet.
    await proves('COMMERCE-001', async () => {
      await expect(page.getByRole('button', { name: '澄岚智能科技有限公司' })).toBeVisible()
      await page.getByRole('tab', { name: text.tabs.infos }).click()
      await expect(page.getByText('91350100M000100Y43')).toBeVisible()
      await page.getByRole('tab', { name: text.tabs.addresses }).click()
      await expect(page.getByText(/科技园路1号/)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: text.title.purchaser }).click()
      await expect(page.getByRole('heading', { level: 1, name: text.title.purchaser })).toBeVisible()
      await expect(page.getByText(text.none)).toBeVisible()
    })
    await page.goto('/#/invoice-management/individual')

    // Finance agrees, and records the number with the PDF.
    const desk = await open(language, chief)
    await desk.goto('/#/invoice-management/admin')
    await desk.getByRole('row').filter({ hasText: '林知远' }).getByRole('button').click()
    const drawer = desk.getByRole('dialog', { name: text.detail.title })
    await drawer.getByRole('button', { name: text.managed.agree }).click()
    await drawer.getByRole('button', { name: text.managed.issue }).click()
    const issuing = desk.getByRole('dialog', { name: text.managed.issue })
    const number = String(Date.now()).padStart(20, '2')
    await issuing.getByLabel(text.number, { exact: true }).fill(number)
    await issuing.locator('input[type=file]').setInputFiles(await pdf())
    await expectAccessible(desk)
    const record = issuing.locator('.ant-modal-footer').getByRole('button').last()
    await expect(record).toBeEnabled()
    await record.click()
    await expect(desk.getByText(text.managed.issued)).toBeVisible()
    await expect(drawer.getByText(number).first()).toBeVisible()
    await expectAccessible(desk)

    // The buyer opens the PDF.
    await page.reload()
    const opened = () => page.getByRole('dialog', { name: text.detail.title })
    await page.getByRole('button', { name: '澄岚智能科技有限公司' }).click()
    await expect(opened()).toContainText(states['2'])
    await expectAccessible(page)
    const address = await opened()
      .getByRole('link', { name: /\.pdf$/ })
      .getAttribute('href')
    const file = await page.request.get(new URL(address ?? '', platform.origin).href)
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')

    // A refund waits for a red-letter invoice, which finance records.
    const lines = [{ lineId: order.lines[0].id, quantity: 1 }]
    const refund = await post(buyer, `/order/own/${order.id}/refund`, { lines, reason: 'A' })
    await post(chief, `/order-refund/${refund.id}/decision`, { isAgreed: true })
    await expect(async () => {
      await desk.reload()
      await expect(drawer).toContainText(states['4'], { timeout: 3000 })
    }).toPass()
    await drawer.getByRole('button', { name: text.managed.reverse }).click()
    const reversing = desk.getByRole('dialog', { name: text.managed.reverse })
    await reversing.getByLabel(text.managed.redLetterNumber).fill(String(Date.now()).padStart(20, '3'))
    await reversing.locator('.ant-modal-footer').getByRole('button').last().click()
    await expect(desk.getByText(text.managed.reversed)).toBeVisible()
    await page.reload()
    await expect(opened()).toContainText(states['5'])
    await expectAccessible(page)
  })
}
