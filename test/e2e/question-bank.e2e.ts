import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

async function makeDirectory(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '新建目录' }).first().click()
  await page.getByRole('textbox', { name: '名称' }).fill(name)
  await page
    .getByRole('button', { name: '保 存' })
    .or(page.getByRole('button', { name: '保存' }))
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const directories = (page: Page) => page.getByRole('navigation', { name: '目录', exact: true })
const preview = (page: Page) => page.getByRole('tabpanel', { name: '预览与试答' })

async function write(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).click()
  await page.keyboard.type(text)
}

const save = (page: Page) => page.getByRole('region', { name: '保存修改' }).getByRole('button', { name: /^保\s?存$/ })

test('an administrator fills the question bank: directories, questions with preview, an import, the recycle bin', async ({
  open,
  platform,
}) => {
  const account = await platform.createAccount('tiku', '沈题库', ['super-admin'])
  const page = await open('cn', account)
  await page.goto('/#/manage/questions')
  await expect(page.getByText('题库还是空的')).toBeVisible()
  await expectAccessible(page)

  await test.step('directories', async () => {
    await makeDirectory(page, '消防安全')
    await directories(page).getByRole('button', { name: '目录 消防安全 的操作' }).click()
    await page.getByRole('menuitem', { name: '新建下级目录' }).click()
    await page.getByRole('textbox', { name: '名称' }).fill('灭火器')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await expect(directories(page).getByRole('button', { name: /^灭火器/ })).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page)
  })

  await test.step('a single choice, tried before it is saved', async () => {
    await page.getByRole('button', { name: '新建试题' }).first().click()
    await write(page, '题干', '火警电话是哪个？')
    for (const [letter, text] of Object.entries({ A: '110', B: '119', C: '120' }))
      await write(page, `选项 ${letter}`, text)
    await save(page).click()
    // The last option is empty, and none is marked as right.
    await expect(page.getByText('请选择正确答案')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '移除：选项 D' }).click()
    await page.getByRole('radio', { name: '选项 B 是正确答案' }).check()
    await preview(page).getByRole('radio', { name: /110/ }).check()
    await preview(page)
      .getByRole('button', { name: /判\s?分/ })
      .click()
    await expect(preview(page).getByText('错误', { exact: true })).toBeVisible()
    await preview(page).getByRole('radio', { name: /119/ }).check()
    await preview(page)
      .getByRole('button', { name: /判\s?分/ })
      .click()
    await expect(preview(page).getByText('得 2 分，满分 2 分')).toBeVisible()
    await save(page).click()
    await expect(page.getByRole('heading', { name: '编辑试题' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a fill-in: a blank of the stem is a field', async () => {
    await page.getByRole('link', { name: '题库', exact: true }).first().click()
    await page.getByRole('button', { name: '新建试题' }).first().click()
    await page.getByText('填空题', { exact: true }).first().click()
    await write(page, '题干', '灭火器压力表指针在____区为正常。')
    await page.getByRole('textbox', { name: '第 1 空的答案' }).fill('绿|绿色')
    await preview(page).getByRole('textbox', { name: '第 1 空，共 1 空' }).fill('绿色')
    await preview(page)
      .getByRole('button', { name: /判\s?分/ })
      .click()
    await expect(preview(page).getByText('正确', { exact: true })).toBeVisible()
    // Leaving asks first.
    await page.getByRole('link', { name: '题库', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
    await save(page).click()
    await expect(page.getByRole('heading', { name: '编辑试题' })).toBeVisible()
    await write(page, '解析', '绿区表示压力正常')
    await save(page).click()
    await expect(page.getByText('已保存').first()).toBeVisible()
    await page.getByRole('button', { name: '版本历史' }).click()
    await expect(page.getByRole('dialog').getByText('绿区表示压力正常')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('an import with a wrong row, which is corrected', async () => {
    await page.getByRole('link', { name: '题库', exact: true }).first().click()
    await page.getByRole('link', { name: '导入' }).click()
    await expectAccessible(page)
    const rows = [
      ['题型', '题干', '选项A', '选项B', '正确答案', '分值'],
      ['单选题', '干粉灭火器适用于哪类火灾？', '电气火灾', '金属火灾', 'A', '2'],
      ['判断题', '灭火时应站在上风口。', '', '', '对', '2.25'],
    ]
    const file = { name: '灭火器.xlsx', mimeType: '', buffer: await buffer(xlsxBytes(rows)) }
    await page.locator('input[type=file]').setInputFiles(file)
    const cell = page.getByRole('textbox', { name: '第 3 行，分值' })
    await expect(cell).toHaveValue('2.25')
    await expect(page.getByText('分值须为 0–100，最多一位小数')).toBeVisible()
    await expectAccessible(page)
    await cell.fill('2.5')
    await cell.press('Enter')
    await page.getByRole('button', { name: '导入 2 道试题' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /导\s?入/ })
      .click()
    await expect(page.getByRole('status').filter({ hasText: '导入完成' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: '查看题库' }).click()
  })

  await test.step('questions are moved, and go to the recycle bin', async () => {
    const choose = (name: string) => page.getByRole('checkbox', { name: `选择试题：${name}` })
    await choose('火警电话是哪个？').check()
    await page.getByRole('button', { name: /移\s?动/ }).click()
    await page.getByRole('dialog').getByRole('combobox').click()
    await page.getByTitle('消防安全', { exact: true }).last().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /移\s?动/ })
      .click()
    await expect(page.getByText('已修改 1 道试题')).toBeVisible()
    await choose('灭火时应站在上风口。').check()
    await page.getByRole('button', { name: '移入回收站' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移入回收站' }).click()
    await expect(choose('灭火时应站在上风口。')).toHaveCount(0)
    await page.getByRole('tab', { name: '回收站' }).click()
    await expect(page.getByText('灭火时应站在上风口。')).toBeVisible()
    await expectAccessible(page)
  })
})

test('en: on a phone the directories are a drawer, and a matching is answered by the keyboard', async ({
  open,
  platform,
}) => {
  const account = await platform.createAccount('bank', 'Bank', ['super-admin'])
  expect(
    await platform.call(account, 'POST', '/exam/question-directory', {
      name: 'Safety',
      code: account.name.slice(0, 15).replace(/\W/g, ''),
    }),
  ).toBe(200)
  const page = await open('en', account, { width: 390 })
  await page.goto('/#/manage/questions')
  await page.getByRole('button', { name: 'All questions' }).click()
  await expect(page.getByRole('dialog', { name: 'Directories' })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Safety/ })
    .click()
  await expect(page.getByText('No questions here yet')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByRole('button', { name: 'New question' }).first().click()
  await page.getByText('Matching', { exact: true }).click()
  for (const [field, text] of Object.entries({
    Stem: 'Match the colors',
    'Pair 1, left': 'Red',
    'Pair 1, right': 'Stop',
    'Pair 2, left': 'Green',
    'Pair 2, right': 'Go',
  })) {
    await page.getByRole('textbox', { name: field, exact: true }).focus()
    await page.keyboard.type(text)
  }
  await page.getByRole('button', { name: 'Remove: Pair 3' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Preview and try' })
  await panel.getByRole('combobox', { name: 'Red' }).focus()
  await page.keyboard.press('S')
  await panel.getByRole('combobox', { name: 'Red' }).selectOption({ label: 'B. Stop' })
  await panel.getByRole('combobox', { name: 'Green' }).selectOption({ label: 'A. Go' })
  await panel.getByRole('button', { name: 'Score it' }).press('Enter')
  await expect(panel.getByText('Right', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
