import topicsCn from '#modules/content/topics/messages/cn.json' with { type: 'json' }
import topicsEn from '#modules/content/topics/messages/en.json' with { type: 'json' }
import wordsCn from '#modules/platform/words/messages/cn.json' with { type: 'json' }
import wordsEn from '#modules/platform/words/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const topicTexts = { cn: topicsCn, en: topicsEn } as const
const wordTexts = { cn: wordsCn, en: wordsEn } as const

for (const language of languagesOf('en')) {
  const inTopics = topicTexts[language]
  const inWords = wordTexts[language]
  const [first, second] = language === 'cn' ? ['数据安全', '信息安全'] : ['security', 'data']

  test(`an administrator keeps words, topics and comments (${language})`, async ({ open, platform }) => {
    const account = await platform.createAccount(`guanli-${language}`, '关管理', ['super-admin'])
    const page = await open(language, account, { dark: language === 'en' })

    // A file of words: looked through first, imported then, tried at once.
    await page.goto('/#/manage/words')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: inWords.list.import }).click()
    const lines = language === 'cn' ? '代考,作弊\n***\n刷单' : 'cheating,exams\n***\nspam'
    const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) }
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect(dialog.getByText(inWords.problem.unfindable)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: inWords.import.go.replace('{count}', '2') }).click()
    await expect(dialog).toBeHidden()

    // A word that is written: a fault stands at the field, and Enter in the category sends nothing yet.
    await page.getByRole('button', { name: inWords.list.add, exact: true }).click()
    const save = dialog.getByRole('button', { name: inWords.form.save })
    await save.click()
    await expect(dialog.getByText(inWords.form.missing)).toBeVisible()
    await dialog.getByRole('textbox').fill('***')
    await expect(dialog.getByText(inWords.form.missing)).toBeHidden()
    await save.click()
    await expect(dialog.getByText(inWords.errors['900022'].replace('{word}', '***'))).toBeVisible()
    await expectAccessible(page)
    const written = language === 'cn' ? '枪手' : 'ghostwriter'
    await dialog.getByRole('textbox').fill(written)
    await dialog.getByRole('combobox').fill(first)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('combobox')).toHaveValue(first)
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: written })).toContainText(first)
    await page
      .getByRole('textbox', { name: inWords.try.text })
      .fill(language === 'cn' ? '替人代 考' : 'no ＣＨＥＡＴＩＮＧ')
    await page.getByRole('button', { name: inWords.try.go, exact: true }).click()
    await expect(page.locator('mark')).toHaveText(language === 'cn' ? '代 考' : 'ＣＨＥＡＴＩＮＧ')
    await page.getByRole('tab', { name: inWords.page.options }).click()
    await expect(page.getByRole('switch').first()).toBeVisible()
    await expectAccessible(page)

    // Two topics are made and merged into one.
    await page.goto('/#/manage/topics')
    for (const name of [first, second]) {
      await page.getByRole('button', { name: inTopics.manage.add }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(name)
      await page.getByRole('dialog').getByRole('button', { name: inTopics.manage.save }).click()
      await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('row', { name: first }).getByRole('checkbox').check()
    await page.getByRole('row', { name: second }).getByRole('checkbox').check()
    await page.getByRole('button', { name: inTopics.manage.merge, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: inTopics.manage.merge, exact: true }).click()
    await expect(page.getByRole('cell', { name: second, exact: true })).toBeHidden()
    await expect(page.getByRole('cell', { name: first, exact: true })).toBeVisible()
    await page.getByRole('tab', { name: inTopics.manage.types }).click()
    await expect(page.getByText(inTopics.types.none)).toBeVisible()

    for (const address of ['/#/manage/comments', '/#/center/collections']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })
}
