/** An exam as the section of a course: opened from it, passed on its own screens, and section and course are done. */
import examsCn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import examsEn from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildFireExam } from './fire-exam.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = { cn: { ...cn, exams: examsCn }, en: { ...en, exams: examsEn } } as const

for (const language of languagesOf('en')) {
  const text = words[language]

  test(`an exam in a course is passed, and its section and the course are done (${language})`, async ({
    open,
    platform,
  }) => {
    const lecturer = await platform.createAccount('course-exam', '江讲师', ['lecturer'])
    const learner = await platform.createAccount('course-examinee', '林小满')
    const activityId = await buildFireExam(platform, lecturer, learner)
    const course = await buildCourse(platform.db, {
      author: { ...lecturer, organizationId: platform.companyId },
      chapters: [{ sections: [{ kind: 'exam', title: '结业考试', activityId }] }],
    })
    const page = await open(language, learner)
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: text.detail.register }).first().click()
    await expect(page.getByText(text.activity.hint.exam)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: text.activity.go.exam }).click()
    await page.getByRole('button', { name: text.exams.entry.start }).click()
    await page.waitForURL(/answer-paper/)
    await page.getByText('绿色').click()
    await page.locator('#question-2').getByRole('textbox').fill('119')
    await page.getByRole('button', { name: text.exams.answer.submit }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: text.exams.submit.confirm }).click()
    await page.waitForURL(/exam\/result/)
    await expect(page.getByRole('heading', { name: text.exams.result.of.pass, exact: true })).toBeVisible()

    await expect(async () => {
      await page.goto(`/#/study/course/detail/${course.id}`)
      await page.reload()
      await expect(page.getByText(text.detail.finished, { exact: true })).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText(text.detail.sectionFinished, { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  })
}
