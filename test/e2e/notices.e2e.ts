/** A notice is written, published, read by a member, and its receipt seen by the administrator. */
import noticesCn from '#modules/portal/notices/messages/cn.json' with { type: 'json' }
import noticesEn from '#modules/portal/notices/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

for (const language of languagesOf('cn')) {
  const text = language === 'cn' ? noticesCn : noticesEn
  test(`a notice is written, published and read (${language})`, async ({ platform, open }) => {
    const chief = await platform.createAccount(`notice-chief-${language}`, '关管理', ['super-admin'])
    const member = await platform.createAccount(`notice-member-${language}`, '徐成员')
    const desk = await open(language, chief)
    await desk.goto('/#/manage/notices')
    await expect(desk.getByText(text.admin.none)).toBeVisible()
    await expectAccessible(desk)

    await desk.getByRole('button', { name: text.admin.create }).click()
    const form = desk.getByRole('dialog')
    await form.getByLabel(text.form.title).fill('消防演练')
    const content = form.getByLabel(text.form.content)
    await content.fill('字'.repeat(1001))
    await proves('SYSTEM-186', () => expect(content).toHaveValue('字'.repeat(1000)))
    await content.fill('周五下午三点，请从最近的楼梯离开。\n集合地点：南门。')
    await expectAccessible(desk)
    await form.locator('.ant-modal-footer .ant-btn-primary').click()
    await expect(desk.getByText(text.form.saved)).toBeVisible()
    const row = desk.getByRole('row').filter({ hasText: '消防演练' })
    await expect(row).toContainText(text.statuses.draft)

    // Not shown before it is published.
    const page = await open(language, member, { width: 390 })
    await page.goto('/#/notices')
    await expect(page.getByText(text.own.none)).toBeVisible()

    await row.getByRole('button', { name: new RegExp(`^${text.actions.publish}`) }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
    await expect(row).toContainText(text.statuses.published)
    await expect(row).toContainText('0 / 2')

    await page.goto('/#/home-v')
    const section = page.getByRole('region', { name: text.home.title })
    await expect(section.getByRole('listitem').filter({ hasText: text.own.new })).toBeVisible()
    await expectAccessible(page)
    await section.getByRole('link', { name: /消防演练/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: '消防演练' })).toBeVisible()
    await expect(page.getByText('集合地点：南门。')).toBeVisible()
    await expect(page.getByText(text.own.readAt)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: text.own.back }).click()
    await expect(page.getByRole('link', { name: /消防演练/ })).toBeVisible()
    await expect(page.getByText(text.own.new, { exact: true })).toBeHidden()

    await desk.reload()
    await row.getByRole('button', { name: text.admin.showReaders.replace('{title}', '消防演练') }).click()
    const readers = desk.getByRole('dialog')
    await expect(readers.getByRole('row').filter({ hasText: '徐成员' })).not.toContainText(text.readers.notRead)
    await expect(readers.getByRole('row').filter({ hasText: '关管理' })).toContainText(text.readers.notRead)
    await expectAccessible(desk)

    // On a phone each row of the drawer is a card that names its values, and still a row of a table to screen readers.
    await desk.setViewportSize({ width: 390, height: 860 })
    const card = readers.getByRole('table').getByRole('row').filter({ hasText: '关管理' })
    await expect(readers.getByRole('columnheader')).toHaveCount(0)
    const organization = card.getByRole('cell').nth(1)
    await expect(organization).toHaveCSS('display', 'flex')
    const named = await organization.evaluate((cell) => getComputedStyle(cell, '::before').content)
    expect(named).toBe(`"${text.readers.organization}"`)
    await expect(card).toBeInViewport({ ratio: 1 })
    await expectAccessible(desk)
  })
}
