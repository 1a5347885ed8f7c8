import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'

const words = {
  cn: {
    saved: '已修改，待检查',

    all: '应用到全部 2 行',
    recheck: '重新检查',
    cell: (row: number, heading: string) => `第 ${row} 行，${heading}`,
    unknown: '组织不存在，可填名称、编码或路径',
    commit: '导入 4 人',
    confirm: '导入',
    done: '导入完成',
  },
  en: {
    saved: 'Changed, not checked yet',

    all: 'Apply to all 2 rows',
    recheck: 'Check again',
    cell: (row: number, heading: string) => `Row ${row}, ${heading}`,
    unknown: 'Unknown organization. Use its name, code or path.',
    commit: 'Import 4 members',
    confirm: 'Import',
    done: 'Imported',
  },
} as const

const heading = ['用户名', '姓名', '组织', '手机号']

/** Four members: two of an organization that is written wrong, one with a wrong phone, and a right one. */
async function uploadMembers(page: Page, account: Account): Promise<void> {
  const mark = account.name.replace(/\W/g, '').slice(-8)
  const rows = [
    heading,
    [`yi.${mark}`, '林一', '研发中新', ''],
    [`er.${mark}`, '周二', '研发中新', ''],
    [`san.${mark}`, '赵三', '平台组', '12345'],
    [`si.${mark}`, '钱四', '研发中心', ''],
  ]
  await page.goto('/#/admin/members/import')
  const buffered = await buffer(xlsxBytes(rows))
  await page.locator('input[type=file]').setInputFiles({ name: 'members.xlsx', mimeType: '', buffer: buffered })
}

async function prepare(platform: Platform): Promise<string> {
  const { companyId } = platform
  return buildOrganization(platform.db, { companyId, parentId: companyId, name: '平台组' })
}

for (const language of languagesOf('cn'))
  test(`${language}: wrong cells of an import are corrected in the table, checked again and imported`, async ({
    open,
    platform,
  }) => {
    const say = words[language]
    await prepare(platform)
    const account = await platform.createAccount('daoru', '沈管理', ['super-admin'])
    const page = await open(language, account)
    await uploadMembers(page, account)

    const cell = (row: number, title: string) => page.getByRole('textbox', { name: say.cell(row, title) })
    await expect(cell(2, '组织')).toHaveValue('研发中新')
    await expect(page.getByText(say.unknown)).toHaveCount(2)
    await expectAccessible(page)

    // The keyboard alone: Tab and Enter lead on, what is typed is saved.
    await cell(4, '手机号').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('13912340004')
    await page.keyboard.press('Shift+Enter')
    await expect(cell(3, '组织')).toBeFocused()
    await page.keyboard.press('Shift+Enter')
    await expect(cell(2, '组织')).toBeFocused()
    await expect(page.getByText(say.saved)).toHaveCount(1)

    // A suggestion for both rows by one click.
    await page.getByRole('button', { name: say.all }).first().click()
    await expect(page.getByText(say.saved)).toHaveCount(3)
    await expect(cell(3, '组织')).toHaveValue(/研发中心$/)
    await expectAccessible(page)

    await page.reload()
    await expect(cell(4, '手机号')).toHaveValue('13912340004')
    await expect(cell(2, '组织')).toHaveValue(/研发中心$/)

    await page.getByRole('button', { name: say.recheck }).click()
    await page.getByRole('button', { name: say.commit }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.confirm, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: say.done })).toBeVisible()
    await expectAccessible(page)
  })

test('on a phone each row is a card, and text that cannot be saved stays with another try', async ({
  open,
  platform,
}) => {
  await prepare(platform)
  const account = await platform.createAccount('shouji', '沈手机', ['super-admin'])
  const page = await open('cn', account, { width: 390 })
  await uploadMembers(page, account)
  const phone = page.getByRole('textbox', { name: '第 4 行，手机号' })
  await expect(phone).toHaveValue('12345')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)

  await page.route('**/cells', (route) => route.abort())
  await phone.fill('13912340005')
  await phone.blur()
  await expect(page.getByRole('alert').filter({ hasText: '未保存' })).toBeVisible()
  await expect(phone).toHaveValue('13912340005')
  await page.unroute('**/cells')
  // The table saves it by itself, too, when the server is back: then the button is gone before it is pressed.
  const again = page.getByRole('button', { name: '重试' })
  await again.click({ timeout: 5_000 }).catch(() => expect(again).toHaveCount(0))
  await expect(page.getByText('已修改，待检查')).toHaveCount(1)
})
