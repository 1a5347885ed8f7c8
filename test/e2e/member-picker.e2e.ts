/** The picker of members, as all screens have it: by name or organization, by keys alone, at a phone's width. */
import { expect, expectAccessible, test } from './fixtures.ts'

const words = {
  cn: { add: '设置外出', substitute: '代理人', self: '不能选自己' },
  en: { add: 'Add absence', substitute: 'Substitute', self: 'You cannot select yourself' },
} as const

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

    // Enter before the answer chooses nobody: the list of an earlier text is gone.
    await field.fill('江晚')
    await field.press('Enter')
    await expect(page.getByRole('dialog', { name: t.add })).not.toContainText(/江晚|沈墨/)
    await field.fill('江')
    await expect(option('江晚')).toBeVisible()
    await expect(option('沈墨')).toHaveCount(0)
    await field.press('Enter')
    await expect(page.getByRole('dialog', { name: t.add })).toContainText('江晚')
  })
}
