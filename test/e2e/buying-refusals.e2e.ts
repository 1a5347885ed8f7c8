/**
 * What the server refuses of buying, as whoever asked for it reads it: the screen was open while something changed elsewhere, so the
 * real call is refused and a notification says why.
 */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import kitCn from '#kit/messages/cn.json' with { type: 'json' }
import kitEn from '#kit/messages/en.json' with { type: 'json' }
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import invoicesCn from '#modules/commerce/invoices/messages/cn.json' with { type: 'json' }
import invoicesEn from '#modules/commerce/invoices/messages/en.json' with { type: 'json' }
import { buildInfo } from '#modules/commerce/invoices/server/invoices.fixture.ts'
import ordersCn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import ordersEn from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import redeemCn from '#modules/commerce/redeem/messages/cn.json' with { type: 'json' }
import redeemEn from '#modules/commerce/redeem/messages/en.json' with { type: 'json' }
import lotteriesCn from '#modules/engagement/lotteries/messages/cn.json' with { type: 'json' }
import lotteriesEn from '#modules/engagement/lotteries/messages/en.json' with { type: 'json' }
import { buildLottery } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

const words = {
  cn: { order: ordersCn, invoice: invoicesCn, redeem: redeemCn, lottery: lotteriesCn, kit: kitCn },
  en: { order: ordersEn, invoice: invoicesEn, redeem: redeemEn, lottery: lotteriesEn, kit: kitEn },
} as const

/** A call of an account elsewhere, while the screen is open. */
const elsewhere =
  (page: Page, platform: Platform) =>
  async (account: Account, path: string, data: object = {}) => {
    const headers = { authorization: `Bearer ${await buildSession(platform.db, account)}` }
    const answer = await page.request.post(`${platform.origin}/api/v1${path}`, { headers, data })
    expect([path, answer.ok()]).toEqual([path, true])
    return answer.json()
  }
const expectNotified = async (page: Page, text: string) => {
  await expect(page.locator('.sy-notice-error').filter({ hasText: text })).toBeVisible()
}

for (const language of languagesOf('en')) {
  const { order: text, invoice, redeem, lottery, kit } = words[language]
  const { errors } = kit

  test(`a refund that is refused meanwhile says why (${language})`, async ({ open, platform }) => {
    test.slow()
    const { companyId, db } = platform
    const chief = await platform.createAccount(`refuser-${language}`, '赵总监', ['super-admin'])
    const buyer = await platform.createAccount(`refused-${language}`, '钱多多')
    const colleague = await platform.createAccount(`holder-${language}`, '孙同事')
    await buildIssue(db, { companyId, owner: { kind: 'person', id: buyer.id }, amount: 100_000n })
    const page = await open(language, buyer, { width: 390 })
    const post = elsewhere(page, platform)
    const buy = async (quantity = 1) => {
      const author = { ...chief, companyId, organizationId: companyId }
      const course = await buildCourse(db, { author, name: 'Mentoring', chapters: [{ sections: [{ title: 'A' }] }] })
      await buildPrice(db, { companyId, itemId: course.id, original: 100 })
      const quote = await post(buyer, '/price/quote', { businessType: 1, itemId: course.id, quantity })
      const body = { key: crypto.randomUUID(), quoteIds: [quote.id], forOthers: quantity > 1 }
      const { id } = await post(buyer, '/order', body)
      const { lines } = await post(buyer, `/order/${id}/coins`)
      return { id: id as string, lineId: lines[0].id as string, course }
    }
    type Bought = Awaited<ReturnType<typeof buy>>
    const ask = ({ id, lineId }: Bought, quantity = 1) =>
      post(buyer, `/order/own/${id}/refund`, { lines: [{ lineId, quantity }], reason: 'A' })
    const change = (what: string) => (bought: Bought) =>
      sql.raw(`update orders.order set ${what} where id = '${bought.id}'`).execute(db)
    const seat = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from entitlements.seats where owner_id = ${buyer.id}`.execute(db)
      await post(buyer, `/entitlement/own-seats/${rows[0]?.id}/holder`, { memberIds: [colleague.id] })
    }
    /** The request is sent on for goods that were handed out at once: of them the screen offers no refund. */
    const askForVirtual = async () => {
      const { id: goodsId } = await buildGoods(db, { companyId, kind: 'text', points: 100 })
      await buildIssue(db, { companyId, owner: { kind: 'person', id: buyer.id }, kind: 2, amount: 100n })
      const quote = await post(buyer, '/price/quote', { businessType: goodsType, itemId: goodsId, quantity: 1 })
      const { id } = await post(buyer, '/order', { key: crypto.randomUUID(), quoteIds: [quote.id] })
      const { lines } = await post(buyer, `/order/${id}/coins`)
      const postData = JSON.stringify({ lines: [{ lineId: lines[0].id, quantity: 1 }], reason: 'A' })
      const url = `${platform.origin}/api/v1/order/own/${id}/refund`
      await page.route('**/api/v1/order/own/*/refund', (route) => route.continue({ url, postData }), { times: 1 })
    }
    const meanwhile = [
      [
        'COMMERCE-113',
        701201,
        1,
        async (bought: Bought) => post(chief, `/order-refund/${(await ask(bought)).id}/decision`, { isAgreed: true }),
      ],
      ['COMMERCE-114', 701202, 5, seat],
      ['COMMERCE-115', 701203, 1, ask],
      ['COMMERCE-116', 701204, 1, askForVirtual],
      [
        'COMMERCE-117',
        701205,
        1,
        change(
          "status = 'closed', paid = 0, paid_at = null, done_at = null, closed_at = created_at, close_reason = 'time'",
        ),
      ],
      ['COMMERCE-118', 701206, 1, change('paid_at = paid_at - 7 * 86400000')],
      [
        'COMMERCE-119',
        701207,
        1,
        async ({ course }: Bought) =>
          post(buyer, `/course-study/course-front/${course.id}/sections/${course.sections[0]?.id}/playback`),
      ],
    ] as const
    for (const [id, code, quantity, happens] of meanwhile) {
      const bought = await buy(quantity)
      await page.goto(`/#/orders/${bought.id}`)
      await page.getByRole('button', { name: text.refund.ask }).click()
      const asking = page.getByRole('dialog', { name: text.refund.ask })
      await asking.getByRole('textbox').last().fill('A')
      await happens(bought)
      await proves(id, async () => {
        await asking.getByRole('button', { name: text.refund.send }).click()
        await expectNotified(page, errors[`${code}`])
      })
    }
  })

  test(`a purchase and a draw that are refused meanwhile say why (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`seller-${language}`, '赵总监', ['super-admin'])
    const buyer = await platform.createAccount(`hasty-${language}`, '钱多多')
    const author = { ...chief, companyId, organizationId: companyId }
    const owner = { kind: 'person', id: buyer.id } as const
    await buildIssue(db, { companyId, owner, amount: 2500n })
    const page = await open(language, buyer, { width: 390 })
    const post = elsewhere(page, platform)
    const newCourse = async () => {
      const { id } = await buildCourse(db, { author, name: 'Mentoring', chapters: [{ sections: [{ title: 'A' }] }] })
      await buildPrice(db, { companyId, itemId: id, original: 1000 })
      return id
    }
    const buyMeanwhile = async (itemId: string) => {
      const quote = await post(buyer, '/price/quote', { businessType: 1, itemId, quantity: 1 })
      const { id } = await post(buyer, '/order', { key: crypto.randomUUID(), quoteIds: [quote.id] })
      await post(buyer, `/order/${id}/coins`)
    }
    const spendMeanwhile = () => buildIssue(db, { companyId, owner, amount: -1000n })
    for (const [id, code, happens] of [
      ['COMMERCE-106', 2000111, buyMeanwhile],
      ['COMMERCE-105', 2000103, spendMeanwhile],
    ] as const) {
      const course = await newCourse()
      await page.goto(`/#/study/course/detail/${course}`)
      await page.getByRole('button', { name: text.buy.button }).click()
      const confirm = page.getByRole('dialog').locator('.ant-modal-footer').getByRole('button').last()
      await expect(confirm).toBeEnabled()
      await happens(course)
      await proves(id, async () => {
        await confirm.click()
        await expectNotified(page, errors[`${code}`])
      })
    }

    const now = Date.now()
    const drawn = (name: string) => buildLottery(db, { author, name, now })
    const endMeanwhile = (id: string) =>
      sql`update lotteries.lottery set closes_at = ${Date.now() - 1} where id = ${id}`.execute(db)
    const drawMeanwhile = (id: string) => post(buyer, `/activity/lottery/${id}/draw`, { key: crypto.randomUUID() })
    for (const [id, code, happens] of [
      ['COMMERCE-103', 86002, endMeanwhile],
      ['COMMERCE-104', 86003, drawMeanwhile],
    ] as const) {
      const lotteryId = await drawn(`Draw ${code}`)
      await page.goto(`/#/lottery/${lotteryId}`)
      await expect(page.getByRole('button', { name: lottery.draw.action, exact: true })).toBeEnabled()
      await happens(lotteryId)
      await proves(id, async () => {
        await page.getByRole('button', { name: lottery.draw.action, exact: true }).click()
        await expectNotified(page, errors[`${code}`])
      })
    }
  })

  test(`an invoice and a batch of cards that are refused say why (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`maker-${language}`, '赵总监', ['super-admin'])
    const buyer = await platform.createAccount(`titled-${language}`, '钱多多')
    const author = { ...chief, companyId, organizationId: companyId }
    const { id: itemId } = await buildCourse(db, { author, name: 'Taxes', chapters: [{ sections: [{ title: 'A' }] }] })
    await buildPrice(db, { companyId, itemId, payType: 2, original: 9900 })
    const infoId = await buildInfo(db, { id: buyer.id, companyId }, undefined, Date.now())
    const page = await open(language, buyer, { width: 390 })
    const post = elsewhere(page, platform)
    const quote = await post(buyer, '/price/quote', { businessType: 1, itemId, quantity: 1 })
    const { id: orderId } = await post(buyer, '/order', { key: crypto.randomUUID(), quoteIds: [quote.id] })
    const { paymentId } = await post(buyer, `/order/${orderId}/payment`, { provider: 'test' })
    await post(buyer, `/payment/${paymentId}/test`, { outcome: 'paid' })
    await page.goto(`/#/orders/${orderId}`)
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('button', { name: text.refund.ask })).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 60_000 })
    const apply = () =>
      post(buyer, '/commerce/invoice', {
        ...{ memberType: 'individual', orders: [{ source: 'order', id: orderId }], infoId, amount: '9900' },
        ...{ invoiceType: 'vat-ordinary', invoiceMedium: 'electronic', billingType: 'details' },
      })
    const loseTaxId = () => sql`update invoices.info set taxpayer_id = '' where id = ${infoId}`.execute(db)
    const findTaxId = () =>
      sql`update invoices.info set taxpayer_id = '91350100M000100Y43' where id = ${infoId}`.execute(db)
    const payBack = () => sql`update orders.order set refunded = paid where id = ${orderId}`.execute(db)
    const payAgain = () => sql`update orders.order set refunded = 0 where id = ${orderId}`.execute(db)
    for (const [id, code, happens, undo] of [
      ['COMMERCE-111', 2000223, loseTaxId, findTaxId],
      ['COMMERCE-109', 2000221, payBack, payAgain],
      ['COMMERCE-110', 2000222, apply, async () => undefined],
    ] as const) {
      await page.goto('about:blank')
      await page.goto('/#/invoice-management/individual')
      await page.getByRole('button', { name: invoice.apply.title }).click()
      const applying = page.getByRole('dialog', { name: invoice.apply.title })
      await applying.getByRole('checkbox', { name: 'Taxes' }).check()
      await happens()
      await proves(id, async () => {
        await applying.getByRole('button', { name: invoice.apply.send }).click()
        await expectNotified(page, invoice.errors[`${code}`])
      })
      await undo()
    }

    // The form itself takes no more than the limits: what it sends is changed on its way.
    const desk = await open(language, chief)
    await desk.goto('/#/manage/redeem')
    await desk.getByRole('button', { name: redeem.create.title }).first().click()
    const form = desk.getByRole('dialog')
    await form.getByLabel(redeem.batches.name).fill('Welcome')
    await form.getByLabel(redeem.create.amount).fill('1')
    await form.getByLabel(redeem.create.quantity).fill('1')
    const year = new Date().getFullYear()
    await form.getByPlaceholder(redeem.create.from).fill(`${year}-01-01 00:00`)
    await form.getByPlaceholder(redeem.create.from).press('Enter')
    await form.getByPlaceholder(redeem.batches.until).fill(`${year + 1}-12-31 00:00`)
    await form.getByPlaceholder(redeem.batches.until).press('Enter')
    for (const [id, code, change] of [
      ['COMMERCE-120', 701031, { quantity: 10_001 }],
      ['COMMERCE-121', 701032, { reward: { kind: 'coins', amount: '10000001' } }],
    ] as const) {
      await desk.route('**/api/v1/redeem-card/batch', (route) =>
        route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...change }) }),
      )
      await proves(id, async () => {
        await form.getByRole('button', { name: redeem.create.confirm }).click()
        await expectNotified(desk, errors[`${code}`])
      })
      await desk.unroute('**/api/v1/redeem-card/batch')
    }
  })
}
