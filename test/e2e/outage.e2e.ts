/** The server is busy for some seconds: the screen stays, a calm line says so, reads go on, and no form loses what it holds. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    line: '服务器繁忙，正在自动重试…',
    busy: '服务器繁忙',
    away: '平台暂时无法提供服务',
    database: '数据库',
    actions: '澜舟科技 的操作',
    add: '新建下级组织',
    name: '组织名称',
    create: '新建',
  },
  en: {
    line: 'The server is busy. Trying again…',
    busy: 'Server busy',
    away: 'The platform cannot serve requests at the moment',
    database: 'Database',
    actions: 'Actions for 澜舟科技',
    add: 'Add below',
    name: 'Name',
    create: 'Create',
  },
} as const

/** Every call is answered as by a server without its database, until the answered function is called. */
async function takeAway(page: Page, health: object): Promise<() => Promise<void>> {
  const headers = { 'Retry-After': '1' }
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, headers, json: { errorCode: 999001 } }))
  await page.route('**/health', (route) => route.fulfill({ status: 503, json: health }))
  return async () => {
    await page.unroute('**/api/v1/**')
    await page.unroute('**/health')
  }
}

for (const language of languagesOf('cn')) {
  const said = words[language]

  test(`a server that is busy for some seconds loses nothing (${language})`, async ({ open, platform }) => {
    const chief = await platform.createAccount('fanmang', '周主管', ['super-admin'])
    const page = await open(language, chief)
    await page.goto('/#/admin/organizations')
    await expect(page.getByText('研发中心')).toBeVisible()
    await page.getByRole('button', { name: said.actions }).click()
    await page.getByRole('menuitem', { name: said.add }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: said.name })
    await name.fill('客户成功部')
    const bringBack = await takeAway(page, { status: 'database unreachable', database: 'absent' })
    const create = dialog.getByRole('button', { name: said.create, exact: true })
    await create.click()
    await proves('SHELL-131', async () => {
      await expect(page.locator('.sy-notice', { hasText: said.busy })).toBeVisible()
      await expect(name).toHaveValue('客户成功部')
    })
    await bringBack()
    await create.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('客户成功部', { exact: true })).toBeVisible()

    const comeBack = await takeAway(page, { status: 'database unreachable', database: 'absent' })
    await page.goto('/#/admin/members')
    const line = page.getByRole('status').filter({ hasText: said.line })
    await expect(line).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await comeBack()
    await expect(page.getByText('周主管').first()).toBeVisible()
    await expect(line).toBeHidden()
  })

  test(`the status page says what is away (${language})`, async ({ open, platform }) => {
    const page = await open(language, await platform.createAccount('zhuangtai', '周主管', ['super-admin']))
    await page.goto('/#/manage/status')
    await expect(page.locator('.status-part').first()).toBeVisible()
    const comeBack = await takeAway(page, { status: 'database does not answer', database: 'silent' })
    await page.getByRole('button', { name: language === 'cn' ? '重新检查' : 'Check again' }).click()
    await expect(page.getByText(said.away)).toBeVisible()
    const part = page.getByRole('region', { name: said.database })
    await expect(part).toContainText(language === 'cn' ? '数据库没有响应' : 'The database does not answer')
    await expectAccessible(page)
    await comeBack()
    await expect(page.getByText(said.away)).toBeHidden()
    expect(await page.locator('.status-part').count()).toBeGreaterThan(3)
  })
}
