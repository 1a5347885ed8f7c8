/** An author sets up an exam: what is missing is said, a mistake in another tab is shown, and the calendar speaks Chinese. */
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import { buildFireExam } from './fire-exam.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('an author publishes an exam, and is shown what keeps it from being published', async ({ platform, open }) => {
  const author = await platform.createAccount('exam-founder', '江出卷', ['super-admin'])
  // A ready paper of 6 points.
  await buildFireExam(platform, author, author)
  const page = await open('cn', author)
  await page.goto('/#/admin/exams')
  await page.getByRole('button', { name: cn.authoring.create }).first().click()
  await page.getByRole('dialog').getByLabel(cn.form.name).fill('消防月考')
  await page.getByRole('dialog').getByRole('button', { name: cn.authoring.createOk }).click()
  const missing = page.getByRole('region', { name: cn.notReady.title })
  await expect(missing.getByText(cn.notReady.paper)).toBeVisible()

  await page.getByPlaceholder(cn.form.from, { exact: true }).click()
  await expect(page.locator('.ant-picker-dropdown').getByText('一', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '试卷' }).click()
  await page.locator('.ant-select-item-option').first().click()

  // The usual pass mark is above the total of this paper. The tab that says so opens by itself.
  const save = page.getByRole('region', { name: '保存修改' }).getByRole('button', { name: /^保\s?存$/ })
  await save.click()
  await expect(page.getByText(cn.form.aboveTotal.replace('{points}', '6'))).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(cn.form.pass).fill('4')
  await save.click()
  await expect(missing).toHaveCount(0)
  await page.getByRole('tab', { name: cn.form.tab.people }).click()
  // Its author marks and watches it until others are named.
  await expect(page.getByTitle('江出卷')).toHaveCount(2)
  await page.getByRole('button', { name: /^发布 / }).click()
  await page.locator('.ant-popconfirm .ant-btn-primary').click()
  await page.getByRole('link', { name: cn.authoring.mark }).click()
  await expect(page.getByRole('heading', { name: '消防月考' })).toBeVisible()
})
