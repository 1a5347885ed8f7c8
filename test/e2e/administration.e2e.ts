import { expect, expectAccessible, signInByForm, test } from './fixtures.ts'
import { proves } from './proves.ts'

test('an administrator builds organizations, finds and changes members, grants roles', async ({ open, platform }) => {
  const chief = await platform.createAccount('zhuguan', '周主管', ['super-admin'])
  const member = await platform.createAccount('chengyuan', '沈成员')
  const page = await open('cn')
  await signInByForm(page, chief)

  await page.goto('/#/admin/organizations')
  await expect(page.getByText('研发中心')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '澜舟科技 的操作' }).click()
  await page.getByRole('menuitem', { name: '新建下级组织' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '组织名称' }).fill('客户成功部')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('客户成功部', { exact: true })).toBeVisible()

  await page.goto('/#/admin/members')
  await page.getByRole('main').getByRole('searchbox').fill('沈成员')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: '沈成员' }).click()
  await page.getByLabel('职务').fill('解决方案顾问')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('已保存“沈成员”')).toBeVisible()

  await page.getByRole('button', { name: '沈成员' }).click()
  const roles = page.getByRole('region', { name: '角色' })
  await roles.getByLabel('角色', { exact: true }).click()
  await page.getByTitle('讲师').click()
  await roles.getByRole('button', { name: '授予角色' }).click()
  await expect(roles.getByText('讲师').first()).toBeVisible()

  // What the member has studied unfolds in the same drawer.
  await page.getByRole('dialog').getByText('学习档案', { exact: true }).click()
  const record = page.getByRole('dialog').getByRole('link', { name: '查看完整档案' })
  await expect(record).toHaveAttribute('href', `#/learning-record/${member.id}`)

  const learner = await open('cn', member)
  await learner.goto('/#/home-v')
  await proves('SHELL-001', () => expect(learner.getByRole('link', { name: '管理' }).first()).toBeVisible())

  await page.goto('/#/admin/roles')
  await page.getByRole('tab', { name: '全部授权' }).click()
  await expect(page.getByRole('cell', { name: /沈成员/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: '权限对照' }).click()
  await expect(page.getByRole('checkbox', { name: '讲师: 制作自己的课程' })).toBeChecked()
  await expectAccessible(page)

  await page.goto('/#/admin/sign-in-log')
  await expect(page.getByRole('cell', { name: /周主管/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test('[SHELL-001] what a learner may not open shows no permission, and no administrator entry', async ({
  open,
  platform,
}) => {
  const member = await platform.createAccount('xueyuan2', '陆学员')
  const page = await open('en', member)
  await page.goto('/#/home-v')
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0)
  await page.goto('/#/admin/members')
  await expect(page.getByText(/do not have permission|permission denied/i).first()).toBeVisible()
  await expectAccessible(page)
})
