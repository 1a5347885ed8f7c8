import { expect, expectAccessible, test } from './fixtures.ts'

test('an administrator makes a role by copying one, gives it to a member there, and takes it away', async ({
  open,
  platform,
}) => {
  const chief = await platform.createAccount('juese', '姜主管', ['super-admin'])
  const member = await platform.createAccount('zhuanyuan', '穆专员')
  const page = await open('cn', chief)
  await page.goto('/#/admin/roles')
  await page.getByRole('link', { name: /^讲师/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '讲师' })).toBeVisible()
  await page.getByRole('button', { name: '复制为新角色' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('角色名称').fill('课程助理')
  await dialog.getByRole('button', { name: '新建角色' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /课程助理/ })).toBeVisible()
  const may = (permission: string) => page.getByRole('switch', { name: `允许“课程助理”：${permission}` })
  await expect(may('制作自己的课程')).toBeChecked()
  await may('查看学习进度').click()
  await expect(may('查看学习进度')).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('tab', { name: '成员' }).click()
  await expect(page.getByText('还没有成员持有这个角色')).toBeVisible()
  await page.getByRole('button', { name: '添加成员' }).click()
  const adding = page.getByRole('dialog', { name: '授予“课程助理”' })
  const who = adding.getByRole('combobox', { name: '成员' })
  await who.fill('穆专员')
  await expect(page.locator('.ant-select-item-option', { hasText: '穆专员' })).toBeVisible()
  await who.press('Enter')
  const where = adding.getByRole('combobox', { name: '适用组织' })
  await where.fill('研发')
  await page.locator('.ant-select-tree-node-content-wrapper', { hasText: '研发中心' }).click()
  await adding.getByRole('button', { name: '添加成员' }).click()
  await expect(page.getByText('已添加 1 人')).toBeVisible()
  const row = page.getByRole('row', { name: /穆专员/ })
  await expect(row).toContainText('研发中心')
  await expectAccessible(page)

  const learner = await open('cn', member)
  await learner.goto('/#/manage')
  await expect(learner.getByRole('navigation', { name: '管理' }).getByRole('link', { name: '学习进度' })).toBeAttached()

  await row.getByRole('button', { name: '移除' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('还没有成员持有这个角色')).toBeVisible()
  await page.getByRole('button', { name: '删除角色' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/#\/admin\/roles$/)
  await expect(page.getByRole('link', { name: /课程助理/ })).toHaveCount(0)
})
