/** An anonymous survey from a template: published, answered by a guest on a phone and by a member, and its report. */
import type { Page } from '@playwright/test'
import cn from '#modules/assessment/surveys/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/surveys/messages/en.json' with { type: 'json' }
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn: { ...cn, catalog: catalogCn }, en: { ...en, catalog: catalogEn } } as const
const name = '高效沟通培训反馈'
const followUp = '这条建议最希望谁来落实？'

for (const language of languagesOf('cn')) {
  const text = words[language]

  /** All that must be answered: stars, a matrix, and the score of NPS. */
  async function answerRequired(page: Page): Promise<void> {
    await page.locator('[data-look=star] label').nth(3).click()
    const rows = page.locator('.sv-matrix-row')
    for (let at = 0; at < (await rows.count()); at += 1) await rows.nth(at).locator('label').nth(3).click()
    await page.locator('[data-look=number] label').nth(9).click()
  }
  const submit = (page: Page) => page.getByRole('button', { name: text.answer.submit, exact: true })
  const ending = (page: Page) => page.getByRole('heading', { name: text.end.thanks })

  test(`an anonymous survey is made from a template, answered by a guest and a member, and reported (${language})`, async ({
    platform,
    open,
  }) => {
    const author = await platform.createAccount('survey-author', '江讲师', ['super-admin'])
    const member = await platform.createAccount('survey-member', '林小满')
    const desk = await open(language, author)
    await desk.goto('/#/admin/surveys')
    await desk.getByRole('button', { name: text.authoring.create }).first().click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByText(text.template['kirkpatrick-reaction'].name).click()
    await dialog.getByLabel(text.form.name).fill(name)
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: text.authoring.createOk }).click()
    await desk.waitForURL(/admin\/surveys\/[0-9a-f-]{36}$/)
    const surveyId = desk.url().slice(-36)

    // A branch: who leaves a suggestion is asked one question more.
    await desk.getByRole('button', { name: text.builder.addQuestion }).last().click()
    await desk.getByRole('menuitem', { name: text.kind.text, exact: true }).click()
    await desk.getByRole('textbox', { name: text.builder.title, exact: true }).fill(followUp)
    await desk
      .locator('.sb-item[data-open=true]')
      .getByRole('button', { name: text.condition.add, exact: true })
      .click()
    await expect(desk.locator('.sb-item[data-open=true] .sb-chip')).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('tab', { name: text.editor.tab.audience }).click()
    await desk.getByRole('switch', { name: text.guest.allow }).click()
    await expect(desk.locator('.sy-saving[data-saving=saved]')).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: `${text.catalog.do.publish} ${name}` }).click()
    await desk.getByRole('tooltip').getByRole('button').last().click()
    await proves('EXAM-019', () => expect(desk.getByText(text.maps['survey-status']['3'])).toBeVisible())
    const link = await desk.getByRole('textbox', { name: text.guest.link }).inputValue()
    expect(link).toContain('/#/survey/')

    // A guest without an account, on a phone.
    const guest = await open(language, undefined, { width: 390 })
    await guest.goto(link.replace(/^[^#]*/, '/'))
    await expect(guest.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(guest.getByText(text.promise.anonymous)).toBeVisible()
    await expectAccessible(guest)
    await guest.getByRole('button', { name: text.entry.start }).click()
    await submit(guest).click()
    await expect(guest.getByText(text.problem.missing).first()).toBeVisible()
    await answerRequired(guest)
    // The second of two texts: the follow-up question comes after it.
    const suggestion = guest.getByRole('textbox').nth(1)
    await expect(guest.getByText(followUp)).toHaveCount(0)
    await suggestion.fill('多一些练习')
    await expect(guest.getByText(followUp)).toBeVisible()
    await expectAccessible(guest)
    // What was answered is there after a reload: in this browser alone.
    await expect(guest.locator('.sv-save[data-state=saved]')).toBeVisible()
    await guest.reload()
    await guest.getByRole('button', { name: text.entry.goOn }).click()
    await expect(suggestion).toHaveValue('多一些练习')
    await submit(guest).click()
    await expect(ending(guest)).toBeVisible()
    await expectAccessible(guest)
    await guest.reload()
    await proves('EXAM-059', () => expect(guest.getByText(text.obstacle.answered)).toBeVisible())
    await expect(guest.getByRole('button', { name: text.entry.start })).toHaveCount(0)

    // A member finds it among the own surveys.
    const own = await open(language, member)
    await own.goto('/#/center/surveys')
    await expectAccessible(own)
    await own.getByRole('link', { name }).click()
    await proves('EXAM-002', async () => {
      expect(own.url()).toContain(`#/exam/research-activity/index/${surveyId}`)
      await expect(own.getByRole('heading', { level: 1, name })).toBeVisible()
    })
    await own.getByRole('button', { name: text.entry.start }).click()
    await answerRequired(own)
    await submit(own).click()
    await expect(ending(own)).toBeVisible()
    await own.getByRole('link', { name: text.mine.title }).click()
    await expect(own.getByText(text.list.answered)).toBeVisible()

    // Two responses are fewer than the minimum group: the report says so, and who took part is seen apart from it.
    await desk.goto(`/#/admin/surveys/${surveyId}/report`)
    await expect(desk.getByText(text.report.belowMinimum)).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('tab', { name: text.report.tab.participants }).click()
    const row = desk.getByRole('row').filter({ hasText: '林小满' })
    await expect(row.getByText(text.participation.answered)).toBeVisible()
    await expectAccessible(desk)
  })
}
