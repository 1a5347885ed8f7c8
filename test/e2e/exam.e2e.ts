/** An exam from its paper to its result: answered through a cut network, a closed browser and a lost session, then marked. */
import { sql } from 'kysely'
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import practiceCn from '#modules/assessment/practice/messages/cn.json' with { type: 'json' }
import practiceEn from '#modules/assessment/practice/messages/en.json' with { type: 'json' }
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import { withTables } from '#server/db/connection.ts'
import { buildFireExam } from './fire-exam.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { password } from './platform.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const
const practiceWords = { cn: practiceCn, en: practiceEn } as const
const identityWords = { cn: identityCn, en: identityEn } as const
for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`an exam is answered through a cut network, a closed browser and a lost session, and marked (${language})`, async ({
    platform,
    open,
  }) => {
    const author = await platform.createAccount('exam-author', '江讲师', ['super-admin'])
    const examinee = await platform.createAccount('examinee', '林小满')
    const examId = await buildFireExam(platform, author, examinee, { password: '246810' })
    let page = await open(language, examinee)
    const context = page.context()

    // Before the start: a wrong password is refused in place.
    await page.goto(`/#/exam/detail/${examId}`)
    await proves('EXAM-003', async () => {
      await expect(page.getByRole('heading', { name: '消防安全考试' })).toBeVisible()
      await expect(page.getByText(text.entry.minutes.replace('{count}', '30')).first()).toBeVisible()
      await expect(page.getByLabel(text.entry.password)).toBeVisible()
    })
    await expectAccessible(page)
    const start = page.getByRole('button', { name: text.entry.start })
    await expect(start).toBeDisabled()
    await page.getByLabel(text.entry.password).fill('000000')
    await start.click()
    await proves('EXAM-012', () => expect(page.getByText(text.errors['384008'].replace('{count}', '4'))).toBeVisible())
    await page.getByLabel(text.entry.password).fill('246810')
    await start.click()
    await page.waitForURL(/answer-paper/)
    const saved = () => page.locator('.ex-save')
    await proves(['EXAM-001', 'EXAM-054'], async () => {
      await expect(page.getByText('灭火器压力表的指针')).toBeVisible()
      await expect(saved()).toHaveAttribute('data-state', 'saved')
    })
    await expectAccessible(page)

    await page.getByText('绿色').click()
    await expect(saved()).toHaveAttribute('data-state', 'saving')
    await expect(saved()).toHaveAttribute('data-state', 'saved')

    // The network goes, the examinee goes on, and the browser is closed: what was answered waits in it.
    await context.setOffline(true)
    await page.locator('#question-2').getByRole('textbox').fill('119')
    await expect(saved()).toHaveAttribute('data-state', 'offline')
    await expect(page.getByText(text.answer.offline)).toBeVisible()
    await page.close()
    await context.setOffline(false)
    page = await context.newPage()
    await page.goto(`/#/exam/exam/answer-paper/${examId}`)
    await proves('EXAM-055', async () => {
      await expect(page.locator('#question-2').getByRole('textbox')).toHaveValue('119')
      await expect(page.getByRole('radio', { name: /绿色/ })).toBeChecked()
      await expect(saved()).toHaveAttribute('data-state', 'saved')
    })

    // The session ends meanwhile: a dialog asks for the sign-in, and the answers go out after it.
    await sql`update identity.session set ended_at = ${Date.now()} where member_id = ${examinee.id}`
      .execute(withTables<unknown>(platform.db))
      .catch(() =>
        sql`delete from identity.session where member_id = ${examinee.id}`.execute(withTables<unknown>(platform.db)),
      )
    await page.locator('#question-3').getByRole('textbox').fill('先报警，再组织疏散，最后用灭火器扑救。')
    const dialog = page.getByRole('dialog', { name: identityWords[language].signIn.again.title })
    await dialog.locator('input[autocomplete=username]').fill(examinee.name)
    await dialog.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(saved()).toHaveAttribute('data-state', 'saved')

    // The invigilator sees the examinee, and gives more time.
    const desk = await open(language, author)
    await desk.goto(`/#/exam/invigilation/${examId}`)
    const row = desk.getByRole('row').filter({ hasText: '林小满' })
    await proves('EXAM-057', () => expect(row.getByText(text.maps['exam-record-list-2']['2'])).toBeVisible())
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.invigilation.extendAll }).click()
    await desk.getByRole('dialog').getByRole('button').last().click()
    await expect(desk.getByText(text.invigilation.extended)).toBeVisible()

    // Submitting names what is open; here nothing is.
    await page.getByRole('button', { name: text.answer.submit }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: text.submit.confirm }).click()
    await page.waitForURL(/exam\/result/)
    await expect(page.getByText(text.result.toGrade)).toBeVisible()
    await expectAccessible(page)

    // The grader marks question by question.
    await desk.goto('/#/exam/marking')
    await desk.getByRole('link', { name: '消防安全考试' }).click()
    await expect(desk.getByText('先报警，再组织疏散')).toBeVisible()
    await expectAccessible(desk)
    await desk.getByLabel(text.marking.points).fill('1.5')
    await expect(desk.getByText(text.marking.state.draft)).toBeVisible()
    // The browser goes meanwhile: what was typed is there again, and is no mark yet.
    desk.on('dialog', (dialog) => void dialog.accept())
    await desk.reload()
    await expect(desk.getByLabel(text.marking.points)).toHaveValue('1.5')
    await desk.getByRole('button', { name: text.marking.save }).click()
    await expect(desk.getByText(text.marking.marked, { exact: true })).toBeVisible()

    // 2 + 2 + 1.5 of 6 points.
    await page.reload()
    await expect(page.getByText('5.5')).toBeVisible()
    await proves('EXAM-022', () => expect(page.getByText(text.result.of.pass, { exact: true })).toBeVisible())
    const result = page.url()
    await page.getByRole('link', { name: text.result.viewPaper }).click()
    await expect(page.getByText(text.paper.earned.replace('{points}', '1.5').replace('{max}', '2'))).toBeVisible()
    await expectAccessible(page)
    await page.goto('/#/center/exam-records')
    await proves('EXAM-004', () =>
      expect(
        page.getByRole('row').filter({ hasText: '消防安全考试' }).getByText(text.maps['exam-record']['6']),
      ).toBeVisible(),
    )
    await expectAccessible(page)

    // What was not right is practiced from the result.
    await page.goto(result)
    await page.getByRole('button', { name: practiceWords[language].offer.practiceWrong }).click()
    await page.waitForURL(/practice\/run/)
    await expect(page.locator('.pr-places button')).toHaveCount(1)
  })
}
