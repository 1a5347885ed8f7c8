/**
 * An exam from its questions to its last score: written, answered through a cut network, a killed browser and a lost session,
 * marked, appealed against, and scored again with a fixed key.
 */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import messagesCn from '#modules/platform/messages/messages/cn.json' with { type: 'json' }
import messagesEn from '#modules/platform/messages/messages/en.json' with { type: 'json' }
import { withTables } from '#server/db/connection.ts'
import { changeKey, makeExam, makePaper, words, writeQuestions } from './exam-author.ts'
import { expect, expectAccessible, killBrowser, languagesOf, test } from './fixtures.ts'
import { type Account, type Platform, password } from './platform.ts'
import { proves } from './proves.ts'

const others = {
  cn: { again: identityCn.signIn.again.title, todo: messagesCn.todoAction, ofTodo: messagesCn.todo.actionOf },
  en: { again: identityEn.signIn.again.title, todo: messagesEn.todoAction, ofTodo: messagesEn.todo.actionOf },
} as const

const name = '消防安全考试'
const paper = '消防安全卷'
const [choice, blank, written] = ['灭火器多久检查一次？', '火警电话是____。', '发现火情后如何处置？'] as const
const questions = [
  // The key is wrong.
  { stem: choice, options: ['每年', '每月'], key: 0 },
  { stem: blank, key: '119' },
  { stem: written },
]

/** As if somebody else had ended it. */
const endSessions = ({ db }: Platform, { id }: Account) =>
  sql`update identity.session set ended_at = ${Date.now()} where member_id = ${id}`.execute(withTables<unknown>(db))

async function finishedFixes({ db }: Platform, examId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exams.key_fix where exam_id = ${examId} and finished_at is not null`.execute(
    withTables<unknown>(db),
  )
  return rows[0]?.count ?? 0
}

const textOf = (page: Page, place: number) => page.locator(`#question-${place}`).getByRole('textbox')
const saved = (page: Page) => page.locator('.ex-save')

async function expectSaved(page: Page): Promise<void> {
  await expect(saved(page)).toHaveAttribute('data-state', 'saving')
  await expect(saved(page)).toHaveAttribute('data-state', 'saved')
}

for (const language of languagesOf('cn')) {
  const { exams: text } = words[language]
  const { again, todo, ofTodo } = others[language]

  test(`an exam lives from its questions to a fixed key: nothing that was answered is lost (${language})`, async ({
    platform,
    open,
  }, testInfo) => {
    const author = await platform.createAccount('exam-author', '江讲师', ['super-admin'])
    const grader = await platform.createAccount('exam-grader', '何阅卷')
    const examinee = await platform.createAccount('examinee', '林小满')
    const desk = await open(language, author)
    const profile = testInfo.outputPath('profile')
    let page = await open(language, examinee, { profile })
    const setUp = { name, paper, password: '246810', pass: 4, examinee: '林小满', grader: '何阅卷' }

    const examId = await test.step('the author writes questions, a paper and an exam', async () => {
      await writeQuestions(desk, language, { directory: '消防安全', questions })
      await makePaper(desk, language, { name: paper, stems: [choice, blank, written] })
      return makeExam(desk, language, setUp)
    })

    await test.step('before the start, a wrong password is refused in place', async () => {
      await page.goto('/#/exam')
      await page.getByRole('link', { name }).click()
      await proves('EXAM-003', async () => {
        await expect(page.getByRole('heading', { name })).toBeVisible()
        await expect(page.getByText(text.entry.minutes.replace('{count}', '30')).first()).toBeVisible()
        await expect(page.getByLabel(text.entry.password)).toBeVisible()
      })
      await expectAccessible(page)
      const start = page.getByRole('button', { name: text.entry.start })
      await expect(start).toBeDisabled()
      await page.getByLabel(text.entry.password).fill('000000')
      await start.click()
      await proves('EXAM-012', () =>
        expect(page.getByText(text.errors['384008'].replace('{count}', '4'))).toBeVisible(),
      )
      await page.getByLabel(text.entry.password).fill(setUp.password)
      await start.click()
      await page.waitForURL(/answer-paper/)
      await proves(['EXAM-001', 'EXAM-054'], async () => {
        await expect(page.getByText(choice)).toBeVisible()
        await expect(saved(page)).toHaveAttribute('data-state', 'saved')
      })
      await expectAccessible(page)
    })

    await test.step('the network is cut, and comes back', async () => {
      await page.getByText('每月').click()
      await expectSaved(page)
      await page.context().setOffline(true)
      await textOf(page, 2).fill('119')
      await expect(saved(page)).toHaveAttribute('data-state', 'offline')
      await expect(page.getByText(text.answer.offline)).toBeVisible()
      await page.context().setOffline(false)
      await expect(saved(page)).toHaveAttribute('data-state', 'saved')
    })

    await test.step('the browser is killed: what was saved, and what waited, is there when it opens again', async () => {
      await page.context().setOffline(true)
      await textOf(page, 3).fill('先报警，')
      await expect(saved(page)).toHaveText(text.save.offline.replace('{count}', '1'))
      await killBrowser(page)
      page = await open(language, examinee, { profile })
      await page.goto(`/#/exam/exam/answer-paper/${examId}`)
      await proves('EXAM-055', async () => {
        await expect(page.getByRole('radio', { name: /每月/ })).toBeChecked()
        await expect(textOf(page, 2)).toHaveValue('119')
        await expect(textOf(page, 3)).toHaveValue('先报警，')
        await expect(saved(page)).toHaveAttribute('data-state', 'saved')
      })
    })

    await test.step('the session ends: a dialog asks for the sign-in, and the answers go out after it', async () => {
      await endSessions(platform, examinee)
      await textOf(page, 3).fill('先报警，再疏散。')
      const dialog = page.getByRole('dialog', { name: again })
      await dialog.locator('input[autocomplete=username]').fill(examinee.name)
      await dialog.locator('input[autocomplete=current-password]').fill(password)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(saved(page)).toHaveAttribute('data-state', 'saved')
    })

    const marking = await open(language, grader)
    const openTodo = async (action: string) => {
      await marking.goto('/#/center/student-todo-menu/all')
      const link = ofTodo.replace('{action}', action).replace('{title}', name)
      await marking.getByRole('link', { name: link, exact: true }).click()
    }
    await test.step('the proctor sees the examinee, and gives more time', async () => {
      await openTodo(todo['enter-invigilation'])
      const row = marking.getByRole('row').filter({ hasText: '林小满' })
      await proves('EXAM-057', () => expect(row.getByText(text.maps['exam-record-list-2']['2'])).toBeVisible())
      await expectAccessible(marking)
      await marking.getByRole('button', { name: text.invigilation.extendAll }).click()
      await marking.getByRole('dialog').getByRole('button').last().click()
      await expect(marking.getByText(text.invigilation.extended)).toBeVisible()
    })

    const attemptId = await test.step('the examinee submits', async () => {
      await page.getByRole('button', { name: text.answer.submit }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: text.submit.confirm }).click()
      await page.waitForURL(/exam\/result/)
      await expect(page.getByText(text.result.toGrade)).toBeVisible()
      await expectAccessible(page)
      return page.url().slice(-36)
    })

    await test.step('the author sets a time for appeals, and a rubric', async () => {
      await desk.goto(`/#/exam/marking/${examId}/settings`)
      await desk.getByLabel(text.marking.appealDays).fill('3')
      await desk.getByRole('button', { name: text.marking.saveSettings }).click()
      await expect(desk.getByText(text.form.saved, { exact: true })).toBeVisible()
      await desk.getByRole('button', { name: text.marking.editQuestion }).click()
      const rubric = desk.getByRole('dialog')
      await rubric.getByRole('button', { name: text.marking.addCriterion }).click()
      await rubric.getByLabel(text.marking.criterion.replace('{number}', '1'), { exact: true }).fill('步骤')
      await rubric.getByLabel(text.marking.level.replace('{number}', '1'), { exact: true }).fill('完整')
      await rubric.getByLabel(text.marking.points).first().fill('1.5')
      await expect(rubric.getByRole('status')).toBeVisible()
      await rubric.getByRole('button', { name: text.marking.saveSettings }).click()
      await expect(desk.getByText('完整 1.5')).toBeVisible()
      await desk.evaluate(() => window.scrollTo(0, 0))
      await expectAccessible(desk)
    })

    await test.step('the grader marks by question', async () => {
      await proves('EXAM-056', async () => {
        await openTodo(todo['start-marking'])
        await marking.waitForURL(new RegExp(`exam/marking/${examId}$`))
        await expect(marking.getByText('先报警，再疏散。')).toBeVisible()
        await expectAccessible(marking)
        await marking.getByRole('button', { name: /^完整/ }).click()
        await expect(marking.getByLabel(text.marking.points)).toHaveValue('1.5')
        await marking.getByRole('button', { name: text.marking.save }).click()
        // Marking that was opened again is another thing to do.
        await marking.getByRole('button', { name: text.marking.restart }).click()
        await expect(marking.getByText(text.marking.restarted)).toBeVisible()
        await openTodo(todo['restart-marking'])
        await marking.getByRole('button', { name: text.marking.save }).click()
        await expect(marking.getByRole('button', { name: text.marking.restart })).toBeVisible()
      })
      await marking.getByText(text.marking.view['by-person'], { exact: true }).click()
      await expect(marking.getByText('林小满')).toBeVisible()
      await marking.getByText(text.marking.view.progress, { exact: true }).click()
      await expect(marking.getByRole('row').filter({ hasText: '何阅卷' })).toContainText('75.0%')
      await expectAccessible(marking)
    })

    await test.step('the examinee reads the result, and appeals against the key on a phone', async () => {
      // 0 + 2 + 1.5 of 6 points.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.reload()
      await expect(page.getByText('3.5')).toBeVisible()
      await expect(page.getByText(text.result.of.fail, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: text.result.viewPaper }).click()
      await expect(page.getByText(text.paper.earned.replace('{points}', '1.5').replace('{max}', '2'))).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: text.appeal.of.replace('{place}', '1') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text.appeal.subjects.key).click()
      await dialog.getByLabel(text.appeal.text).fill('规定是每月检查')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: text.appeal.send }).click()
      await expect(dialog).toBeHidden()
    })

    await test.step('the grader upholds the appeal', async () => {
      await openTodo(todo['go-answer'])
      await expect(marking.getByText('规定是每月检查')).toBeVisible()
      await expectAccessible(marking)
      await marking.getByRole('button', { name: text.appeal.reply }).click()
      const dialog = marking.getByRole('dialog')
      await dialog.getByLabel(text.appeal.answer).fill('成立，为所有人更正')
      await dialog.getByRole('button', { name: /OK|确\s*定/ }).click()
      await expect(marking.getByText(text.appeal.none)).toBeVisible()
    })

    await test.step('the author fixes the key: first it is said what that changes', async () => {
      await changeKey(desk, language, choice, 1)
      await desk.goto(`/#/exam/fixing/${examId}`)
      await desk.getByRole('button', { name: text.fixing.fix }).first().click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByRole('radio', { name: text.fixing.kinds['new-key'] }).check()
      await dialog.getByRole('combobox', { name: text.fixing.version }).click()
      await desk.getByTitle(text.fixing.versionNumber.replace('{number}', '2'), { exact: true }).click()
      await dialog.getByLabel(text.fixing.reason).fill('规定是每月检查')
      await desk.getByRole('button', { name: text.fixing.next }).click()
      await expect(desk.getByText(text.fixing.ask['new-key'])).toBeVisible()
      await expect(desk.getByText(text.fixing.results.replace('{passed}', '1').replace('{failed}', '0'))).toBeVisible()
      await desk.getByRole('dialog').getByRole('button', { name: text.fixing.confirm, exact: true }).click()
    })

    await test.step('the new result, and how it came about', async () => {
      await expect.poll(() => finishedFixes(platform, examId)).toBe(1)
      await page.goto(`/#/exam/result/${attemptId}`)
      await page.reload()
      await expect(page.getByRole('heading', { name: text.result.of.pass, exact: true })).toBeVisible()
      await expect(page.locator('.ex-result-score')).toHaveText('5.5')
      const trail = page.getByRole('region', { name: text.trail.title })
      await expect(trail.getByText(text.fixing.kinds['new-key'])).toBeVisible()
      await expect(trail.getByText('3.5 / 6 → 5.5 / 6')).toBeVisible()
      await expect(trail.getByText(text.appeal.answered.replace('{text}', '成立，为所有人更正'))).toBeVisible()
      await expectAccessible(page)
      await page.goto('/#/center/exam-records')
      await proves(['EXAM-004', 'EXAM-022'], () =>
        expect(page.getByRole('row').filter({ hasText: name }).getByText(text.maps['exam-record']['6'])).toBeVisible(),
      )
      await expectAccessible(page)
    })

    await test.step('the author reads the same numbers', async () => {
      await desk.goto(`/#/admin/exams/${examId}/results`)
      const scores = desk.getByRole('tabpanel', { name: text.results.overview })
      await expect(scores.getByText('100%', { exact: true })).toBeVisible()
      await expect(scores.getByText('5.5', { exact: true }).first()).toBeVisible()
      await desk.getByRole('tab', { name: text.results.people }).click()
      await expect(desk.getByRole('row').filter({ hasText: '林小满' })).toContainText('5.5 / 6')
    })
  })
}
