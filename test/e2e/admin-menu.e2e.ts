import { expect, expectAccessible, test } from './fixtures.ts'

test('the menu of the administration collapses, is searched by keyboard, and remembers favorites', async ({
  open,
  platform,
}) => {
  const page = await open('cn', await platform.createAccount('caidan', '池管理', ['super-admin']))
  await page.goto('/#/admin/members')
  const menu = page.getByRole('navigation', { name: '管理' })
  const group = (name: string) => menu.getByRole('button', { name, exact: true })
  await expect(group('组织与成员')).toHaveAttribute('aria-expanded', 'true')
  await expect(group('系统设置')).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('link', { name: '功能开关' })).toBeHidden()

  await page.locator('main h1').click()
  await page.keyboard.press('/')
  await expect(menu.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('switches')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '功能开关' })).toBeVisible()
  await expect(group('系统设置')).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)

  await group('组织与成员').click()
  await menu.getByRole('link', { name: '后台任务' }).hover()
  await menu.getByRole('button', { name: '常用：后台任务' }).click()
  await expect(group('常用')).toBeVisible()
  await page.reload()
  await expect(group('组织与成员')).toHaveAttribute('aria-expanded', 'false')
  await menu.getByRole('link', { name: '后台任务' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '后台任务' })).toBeVisible()
  await menu.getByRole('button', { name: '常用：后台任务' }).first().click()
  await expect(group('常用')).toBeHidden()

  await menu.getByRole('searchbox').fill('不存在')
  await expect(menu.getByRole('status')).toHaveText('没有找到相关功能')
})

test('an administrator’s job stays in the administration; a learner’s way to the same screen does not lead there', async ({
  open,
  platform,
}) => {
  const page = await open('en', await platform.createAccount('kuangjia', 'Ann Frame', ['super-admin']))
  const menu = page.getByRole('navigation', { name: 'Management' })
  await page.goto('/#/manage')
  await menu.getByRole('searchbox').fill('team learning')
  await menu.getByRole('link', { name: 'Team learning' }).click()
  await expect(page).toHaveURL(/#\/center\/director\/study$/)
  await expect(menu.getByRole('link', { name: 'Team learning' })).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(menu.first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to learning' }).click()
  await expect(menu).toHaveCount(0)
  await page.goto('/#/center/director/study')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('on a phone the menu of the administration is a drawer', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('chouti', '苗管理', ['super-admin']), { width: 390 })
  await page.goto('/#/admin/members')
  await expect(page.getByRole('navigation', { name: '管理' })).toBeHidden()
  await page.getByRole('button', { name: '菜单', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '菜单' })
  await drawer.getByRole('button', { name: '学习运营', exact: true }).click()
  await expectAccessible(page)
  await drawer.getByRole('link', { name: '学习进度' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: '学习进度' })).toBeVisible()
})

test('the overview is the first page, and each figure opens the list behind it', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('gailan', '柳管理', ['super-admin']))
  await page.goto('/#/manage')
  await expect(page.getByRole('heading', { level: 1, name: '管理概览' })).toBeVisible()
  await expect(page.getByRole('link', { name: /今日学习人数/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /审批中的申请/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '审批查询' })).toBeVisible()
  await expect(page.getByText('审批中', { exact: true })).toBeVisible()
  await page.goBack()
  await page
    .getByRole('main')
    .getByRole('link', { name: /到期的证书/ })
    .click()
  await expect(page.getByRole('tab', { name: '持证情况', selected: true })).toBeVisible()
})
