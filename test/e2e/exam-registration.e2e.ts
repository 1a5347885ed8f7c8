/** An exam that is registered for, with a review, and a paper whose sections have a time of their own. */
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import messagesCn from '#modules/platform/messages/messages/cn.json' with { type: 'json' }
import messagesEn from '#modules/platform/messages/messages/en.json' with { type: 'json' }
import { buildFireExam } from './fire-exam.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn: { ...cn, todo: messagesCn.todoAction }, en: { ...en, todo: messagesEn.todoAction } } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`an examinee registers, is accepted, and answers one timed section after the other (${language})`, async ({
    platform,
    open,
  }) => {
    const author = await platform.createAccount('exam-author', '江讲师', ['super-admin'])
    const examinee = await platform.createAccount('examinee', '林小满')
    const registration = { startAt: null, endAt: null, places: 1, isReviewed: true }
    const examId = await buildFireExam(platform, author, examinee, { registration }, { minutes: [10, 15] })
    const page = await open(language, examinee, { width: 390 })
    const desk = await open(language, author)

    await page.goto(`/#/exam/detail/${examId}`)
    const box = page.getByRole('region', { name: text.registration.title })
    const start = page.getByRole('button', { name: text.entry.start })
    await expect(box.getByText(text.registration.reviewed)).toBeVisible()
    await expect(start).toHaveCount(0)
    await expectAccessible(page)
    await box.getByRole('button', { name: text.registration.action, exact: true }).click()
    await expect(box.getByText(text.maps.registration.pending)).toBeVisible()
    await expect(start).toHaveCount(0)

    // The author accepts it in the list of the exam.
    await desk.goto(`/#/admin/exams/${examId}`)
    await desk.getByRole('link', { name: text.registration.list }).click()
    const row = desk.getByRole('row').filter({ hasText: '林小满' })
    await row.getByRole('checkbox').check()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.registration.accept, exact: true }).click()
    await expect(row.getByText(text.maps.registration.registered)).toBeVisible()

    // The first section alone is shown, with its own time.
    await page.reload()
    await expect(box.getByText(text.maps.registration.registered)).toBeVisible()
    await start.click()
    await page.waitForURL(/answer-paper/)
    const position = (number: number) =>
      page.getByText(text.answer.sectionOf.replace('{count}', String(number)).replace('{total}', '2'))
    await expect(position(1)).toBeVisible()
    await expect(page.getByText(text.answer.sectionTimeLeft)).toBeVisible()
    await expect(page.locator('#question-2')).toHaveCount(0)
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: text.answer.submit })).toHaveCount(0)
    // Going on says that a question is open.
    await page.getByRole('button', { name: text.answer.nextSection }).click()
    await expect(page.getByText(text.answer.nextOpen_one.replace('{count}', '1'))).toBeVisible()
    await page.locator('.ant-popconfirm .ant-btn:not(.ant-btn-primary)').click()
    await page.getByText('绿色').click()

    // Going on closes it for good: neither a reload nor the end shows it again.
    await page.getByRole('button', { name: text.answer.nextSection }).click()
    await expect(page.getByText(text.answer.nextConsequence)).toBeVisible()
    await page.locator('.ant-popconfirm .ant-btn-primary').click()
    await expect(position(2)).toBeVisible()
    await expect(page.locator('#question-1')).toHaveCount(0)
    await page.locator('#question-2').getByRole('textbox').fill('119')
    await expect(page.locator('.ex-save')).toHaveAttribute('data-state', 'saving')
    await expect(page.locator('.ex-save')).toHaveAttribute('data-state', 'saved')
    await page.reload()
    await expect(position(2)).toBeVisible()
    await expect(page.locator('#question-1')).toHaveCount(0)
    await expect(page.locator('#question-2').getByRole('textbox')).toHaveValue('119')
    await page.locator('#question-3').getByRole('textbox').fill('先报警，再疏散。')
    await page.getByRole('button', { name: text.answer.submit }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: text.submit.confirm }).click()
    await page.waitForURL(/exam\/result/)
    await expect(page.getByText(text.result.toGrade)).toBeVisible()

    // Proctors and graders come from their to-do list.
    const todo = async (action: string) => {
      await desk.goto('/#/center/student-todo-menu/all')
      await desk.getByRole('link', { name: action }).click()
    }
    await proves('EXAM-005', async () => {
      await todo(text.todo['enter-invigilation'])
      await desk.waitForURL(new RegExp(`exam/invigilation/${examId}$`))
      await expect(desk.getByRole('row').filter({ hasText: '林小满' })).toBeVisible()
    })
    await proves('EXAM-006', async () => {
      await todo(text.todo['start-marking'])
      await desk.waitForURL(new RegExp(`exam/marking/${examId}$`))
      await expect(desk.getByLabel(text.marking.points)).toBeVisible()
    })
  })
}
