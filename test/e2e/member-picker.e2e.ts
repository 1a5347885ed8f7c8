/** The picker of members, as all screens have it: by name or organization, by keys alone, at a phone's width. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const words = {
  cn: { add: '设置外出', substitute: '代理人', self: '不能选自己' },
  en: { add: 'Add absence', substitute: 'Substitute', self: 'You cannot select yourself' },
} as const

/** Holds back what the search for the keyword finds, until it is let through. */
async function holdSearch(page: Page, keyword: string): Promise<{ let: () => void }> {
  const released = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === '/api/v1/human/member/search' && url.searchParams.get('keyword') === keyword,
    async (route) => {
      await released.promise
      await route.continue()
    },
  )
  return { let: released.resolve }
}

for (const [language, width] of [
  ['cn', 1366],
  ['en', 390],
] as const) {
  test(`members are found by name and organization, and chosen by keys (${language}, ${width} px)`, async ({
    open,
    platform,
  }) => {
    const t = words[language]
    const self = await platform.createAccount(`picker-${language}`, '沈墨')
    await platform.createAccount(`picked-${language}`, '江晚')
    const page = await open(language, self, { width })
    await page.goto('/#/center/approvals/list/away')
    await page.getByRole('button', { name: t.add }).first().click()
    const field = page.getByRole('dialog', { name: t.add }).getByRole('combobox', { name: t.substitute })
    const option = (name: string) => page.locator('.ant-select-item-option', { hasText: name })

    // Both are in the department; who asks is shown, with the reason why not.
    await field.fill('研发')
    await expect(option('江晚')).toContainText('研发中心')
    await expect(option('沈墨')).toContainText(t.self)
    await expect(option('沈墨')).toHaveClass(/option-disabled/)
    await expectAccessible(page)

    // Enter before the answer chooses nobody: the list of an earlier text is gone, and stays open for the answer.
    const answer = await holdSearch(page, '江')
    await field.fill('江')
    await field.press('Enter')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('dialog', { name: t.add })).not.toContainText(/江晚|沈墨/)
    answer.let()
    await expect(option('江晚')).toBeVisible()
    await expect(option('沈墨')).toHaveCount(0)
    await field.press('Enter')
    await expect(page.getByRole('dialog', { name: t.add })).toContainText('江晚')
  })
}

test('of several members, Enter adds the first that was found, and takes off none', async ({ open, platform }) => {
  const chief = await platform.createAccount('picker-chief', '何主管', ['super-admin'])
  for (const [name, fullName] of [
    ['picker-first', '林知夏'],
    ['picker-second', '周屿'],
  ] as const)
    await platform.createAccount(name, fullName)
  const page = await open('cn', chief)
  await page.goto('/#/admin/roles/lecturer')
  await page.getByRole('button', { name: '添加成员' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: '成员' })
  const option = (name: string) => page.locator('.ant-select-item-option', { hasText: name })
  await field.fill('林知夏')
  await expect(option('林知夏')).toBeVisible()
  await field.press('Enter')
  await expect(dialog.getByTitle('林知夏')).toBeVisible()
  const answer = await holdSearch(page, '周屿')
  await field.fill('周屿')
  await field.press('Enter')
  answer.let()
  await expect(option('周屿')).toBeVisible()
  await expect(option('林知夏')).toHaveCount(0)
  await field.press('Enter')
  for (const name of ['林知夏', '周屿']) await expect(dialog.getByTitle(name)).toBeVisible()
})
