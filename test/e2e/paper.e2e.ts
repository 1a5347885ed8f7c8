import type { Page } from '@playwright/test'
import { buildDirectory, buildQuestions, contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { proves } from './proves.ts'

const section = (page: Page, number: number) =>
  page.locator('.pp-section').filter({ has: page.getByRole('heading', { name: `第 ${number} 大题` }) })
const saved = (page: Page) => page.getByText('已保存', { exact: true })

test('an author makes a paper of chosen and drawn questions, mends a shortage, tries a copy and prints it', async ({
  open,
  platform,
}) => {
  const account = await platform.createAccount('zujuan', '组卷员', ['super-admin'])
  const author = { id: account.id, companyId: platform.companyId }
  const bank = await buildDirectory(platform.db, { author, name: '消防安全', code: 'XF' })
  const stems = [
    '火警电话是119。',
    '电梯可以用于火灾逃生。',
    '灭火器要每月检查。',
    '疏散通道可以堆放物品。',
    '闻到煤气先开灯。',
  ]
  const question = (stem: string, difficulty: number) => ({
    content: { ...contentOf['true-false'], stem: `<p>${stem}</p>`, explanation: '<p>见消防手册</p>' },
    difficulty,
  })
  await buildQuestions(platform.db, { author, directoryId: bank }, [
    ...stems.map((stem) => question(stem, 2)),
    ...Array.from({ length: 4 }, (_, at) => question(`难题 ${at + 1}：灭火方法的选择`, 4)),
  ])
  const page = await open('cn', account)
  await page.goto('/#/manage/papers')

  await test.step('a directory and a paper in it', async () => {
    await expect(page.getByText('还没有试卷目录')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '新建目录' }).click()
    await page.getByRole('textbox', { name: '名称' }).fill('年度考试')
    await proves('EXAM-037', async () => {
      const code = page.getByRole('textbox', { name: '编码' })
      await code.fill('ABCDEFGHIJ12345678')
      await expect(code).toHaveValue('ABCDEFGHIJ12345')
    })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await page.getByRole('button', { name: '新建试卷' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: '试卷名称' }).fill('年度消防考试')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /新\s?建/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: '年度消防考试' })).toBeVisible()
    await expect(page.getByText('试卷还没有大题')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a section of chosen questions: found, looked at, put into order by the keyboard', async () => {
    await page.getByRole('button', { name: '添加固定选题大题' }).click()
    await section(page, 1).getByRole('button', { name: '从题库选题' }).click()
    const picker = page.getByRole('dialog', { name: /选题/ })
    await picker.getByRole('searchbox', { name: '搜索题干' }).fill('灭火器')
    await picker.getByRole('button', { name: /灭火器要每月检查/ }).click()
    await expect(picker.getByRole('group', { name: '灭火器要每月检查' })).toBeVisible()
    await picker.getByRole('checkbox', { name: /灭火器要每月检查/ }).check()
    await picker.getByRole('searchbox', { name: '搜索题干' }).fill('火警')
    await picker.getByRole('checkbox', { name: /火警电话/ }).check()
    await expectAccessible(page)
    await picker.getByRole('button', { name: '添加 2 道' }).click()
    await expect(section(page, 1).locator('.pp-item')).toHaveText([/灭火器要每月检查/, /火警电话/])
    const down = section(page, 1).getByRole('button', { name: /下移.*第 1 题/ })
    await down.focus()
    await page.keyboard.press('Enter')
    await expect(section(page, 1).locator('.pp-item')).toHaveText([/火警电话/, /灭火器要每月检查/])
    await expect(saved(page)).toBeVisible()
    await expectAccessible(page)
  })

  await proves(['EXAM-026', 'EXAM-028'], async () => {
    const points = section(page, 1).getByRole('textbox', { name: '第 1 题的分值' })
    for (const wrong of ['10.25', '100.1']) {
      await points.fill(wrong)
      await expect(section(page, 1).getByText('0–100，最多一位小数')).toBeVisible()
      await expect(page.getByText('还有 1 处需要完善，暂未保存')).toBeVisible()
    }
    await points.fill('99.5')
    await expect(page.locator('.pp-total')).toHaveText(/^101\.5/)
    await points.fill('2')
    await expect(saved(page)).toBeVisible()
  })

  await test.step('rules that ask for more than the bank has are named, with numbers, and mended', async () => {
    await page.getByRole('button', { name: '添加随机抽题大题' }).click()
    const rules = section(page, 2)
    await rules.getByRole('combobox', { name: '规则 1 的难度' }).click()
    await page.getByTitle('较难', { exact: true }).click()
    await rules.getByRole('textbox', { name: '规则 1 的题数' }).fill('4')
    await rules.getByRole('button', { name: '添加规则' }).click()
    await rules.getByRole('textbox', { name: '规则 2 的题数' }).fill('4')
    await expect(rules.getByText('可用 4 题，抽 4 题')).toHaveCount(2)
    const shortage = '“第二大题”的规则 1、2 合计需要 8 题，题库中只有 4 题'
    await expect(page.getByRole('region', { name: '检查结果' }).getByText(shortage)).toBeVisible()
    await expect(rules.getByText(shortage)).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: '设为就绪' }).click()
    await expect(page.getByText('试卷还有问题，请查看“待处理”')).toBeVisible()
    await rules.getByRole('combobox', { name: '规则 2 的难度' }).click()
    await page.getByTitle('较易', { exact: true }).last().click()
    await rules.getByRole('textbox', { name: '规则 2 的题数' }).fill('3')
    await expect(page.getByText('可以设为就绪')).toBeVisible()
    await expect(rules.getByText('可用 3 题，抽 3 题')).toBeVisible()
    await expect(page.locator('.pp-total')).toHaveText(/^18\D+9 题/)
  })

  await test.step('ready, and not to be changed until it is opened again', async () => {
    await page.getByRole('button', { name: '设为就绪' }).click()
    await expect(page.getByText('考试可以使用')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('button', { name: '重新编辑' })).toBeVisible()
    await expect(section(page, 2).locator('.pp-rule')).toHaveCount(2)
  })

  await test.step('a trial copy, another one, the key, and the PDF', async () => {
    await page.getByRole('link', { name: '试卷预览' }).click()
    const questions = page.locator('.pp-trial-question')
    await expect(questions).toHaveCount(9)
    await expect(page.getByText('见消防手册')).toHaveCount(0)
    await questions.first().getByRole('radio', { name: '正确' }).check()
    await expectAccessible(page)
    const before = await questions.allTextContents()
    await expect(async () => {
      await page.getByRole('button', { name: '换一份' }).click()
      await expect(questions).not.toHaveText(before, { timeout: 1000 })
    }).toPass()
    await page.getByRole('switch', { name: '显示答案' }).click()
    await expect(page.getByText('见消防手册')).toHaveCount(9)
    await expectAccessible(page)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
    expect(file.suggestedFilename()).toBe('年度消防考试.pdf')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('姓名 ______')).toBeVisible()
    await expect(page.getByRole('button', { name: '换一份' })).toBeHidden()
  })
})
