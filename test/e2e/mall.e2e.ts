/** Goods are put on sale, exchanged with an address, shipped and received; who has too few points loses none. */
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import cn from '#modules/commerce/goods/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/goods/messages/en.json' with { type: 'json' }
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import ordersCn from '#modules/commerce/orders/messages/cn.json' with { type: 'json' }
import ordersEn from '#modules/commerce/orders/messages/en.json' with { type: 'json' }
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn: { text: cn, order: ordersCn }, en: { text: en, order: ordersEn } } as const

for (const language of languagesOf('en')) {
  const { text, order } = words[language]

  test(`goods are exchanged, shipped and received (${language})`, async ({ open, platform }) => {
    const { companyId } = platform
    const chief = await platform.createAccount(`mall-chief-${language}`, '赵总监', ['super-admin'])
    const member = await platform.createAccount(`mall-member-${language}`, '钱多多')
    const name = language === 'cn' ? '旅行背包' : 'Travel backpack'
    const owner = { kind: 'person', id: member.id } as const
    await buildIssue(platform.db, { companyId, owner, kind: 2, amount: 30_000n })
    await buildAddresses(platform.db, { companyId, id: member.id }, [addressInput({ isDefault: true })])

    // The administrator makes goods and puts them on sale.
    const desk = await open(language, chief)
    await desk.goto('/#/manage/goods/new')
    await desk.getByLabel(text.edit.name).fill(name)
    await desk.getByRole('spinbutton', { name: text.edit.points }).fill('200')
    await desk.getByRole('spinbutton', { name: text.mall.stock }).fill('3')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.edit.save }).click()
    const row = desk.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(text.statuses.draft)
    await row.getByRole('button', { name: text.managed.sell }).click()
    await desk.getByRole('tooltip').getByRole('button').last().click()
    await expect(row).toContainText(text.statuses['on-sale'])
    await expectAccessible(desk)

    // The member exchanges them on a phone.
    const page = await open(language, member, { width: 390 })
    await page.goto('/#/mall')
    await proves('COMMERCE-004', async () => {
      await expect(page.getByRole('link', { name })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: text.exchange.button }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/林知远/)).toBeVisible()
      await expectAccessible(page)
      await dialog.locator('.ant-modal-footer').getByRole('button').last().click()
      await expect(page.getByText(text.exchange.done)).toBeVisible()
    })
    await expect(page.getByRole('button', { name: order.one.changeAddress })).toBeVisible()
    await expectAccessible(page)

    // It is shipped, and the member says that it has arrived.
    await desk.goto('/#/manage/orders')
    await desk.getByRole('row').filter({ hasText: name }).getByRole('button').click()
    await desk.getByRole('button', { name: order.managed.ship }).click()
    const shipping = desk.getByRole('dialog', { name: order.managed.ship })
    await shipping.getByLabel(order.managed.shippingCompany).fill('SF')
    await shipping.getByLabel(order.managed.trackingNumber).fill('SF1420938475612')
    await shipping.getByRole('button', { name: order.managed.ship }).click()
    await expect(desk.getByText(/SF1420938475612/).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(/SF1420938475612/).first()).toBeVisible()
    await page.getByRole('button', { name: order.one.receive }).click()
    await page.getByRole('tooltip').getByRole('button').last().click()
    await expect(page.getByRole('region', { name: order.one.events })).toContainText(order.event.done)
  })

  test(`too few points are said before anything is lost (${language})`, async ({ open, platform }) => {
    const { companyId } = platform
    const member = await platform.createAccount(`mall-poor-${language}`, '孙节俭')
    const owner = { kind: 'person', id: member.id } as const
    await buildIssue(platform.db, { companyId, owner, kind: 2, amount: 10_000n })
    const name = language === 'cn' ? '咖啡券' : 'Coffee voucher'
    const codes = ['CAFE-1', 'CAFE-2', 'CAFE-3']
    const { id } = await buildGoods(platform.db, { companyId, name, kind: 'codes', codes, points: 6000 })
    const page = await open(language, member)
    await page.goto(`/#/mall/${id}`)
    await page.getByRole('button', { name: text.exchange.button }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.locator('.ant-modal-footer').getByRole('button').last()
    await dialog.getByRole('spinbutton').fill('2')
    await expect(dialog.getByRole('alert')).toHaveText(text.exchange.lacksPoints)
    await expect(confirm).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('spinbutton').fill('1')
    await confirm.click()
    await expect(page.getByRole('region', { name: order.one.handedOut })).toContainText('CAFE-1')
    await proves('COMMERCE-116', async () => {
      await expect(page.getByText(order.refund.refusal['701204'])).toBeVisible()
    })
    await expectAccessible(page)
    await page.goto('/#/mall')
    // 40 are left, and one more came with the sign-in.
    await expect(page.getByText(/4[01] /).first()).toBeVisible()
  })
}
