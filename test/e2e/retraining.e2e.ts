/** A finished course that is studied once more: what is asked for and until when is said, and what was completed stays. */
import { v7 as uuid } from 'uuid'
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { coursesTables } from '#modules/learning/courses/server/db.ts'
import { openRounds } from '#modules/learning/courses/server/study/retakes.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = { cn, en } as const
const names = { cn: '安全生产年度复训', en: 'Yearly safety training' } as const

for (const language of languagesOf('cn')) {
  const text = words[language]
  const name = names[language]

  test(`a course is studied once more, beside its completion (${language})`, async ({ open, platform }) => {
    const author = await platform.createAccount(`trainer-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`trained-${language}`, '薛学员')
    const { companyId } = platform
    const course = await buildCourse(platform.db, {
      author: { id: author.id, companyId, organizationId: companyId },
      name,
      chapters: [{ sections: [{ title: 'A' }, { title: 'B' }] }],
    })
    const watched = course.sections.map((section) => ({ section, share: 1 }))
    const before = Date.now() - 86_400_000
    const input = { member: { id: learner.id, companyId }, course, watched, registeredAt: before }
    await buildLearner(platform.db, input)
    const round = { roundId: uuid(), memberId: learner.id, dueAt: Date.now() + 30 * 86_400_000 }
    await openRounds(coursesTables(platform.db), companyId, course.id, [round], Date.now())

    const page = await open(language, learner)
    await page.goto('/#/study-v')
    const card = page.locator('.co-resume')
    await expect(card).toContainText(text.retraining.until.split('{day}')[0] ?? '')
    await expect(card).toContainText(name)
    await page.goto(`/#/study/course/detail/${course.id}`)
    const note = page.locator('.co-retraining')
    const progress = note.getByRole('progressbar', { name: text.retraining.progress })
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await expect(page.getByText(text.detail.finished)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: text.detail.goOn }).first().click()
    const rows = page.locator('.co-outline-row')
    await expect(rows.nth(0)).toHaveAttribute('data-state', 'done')
    await expect(progress).toHaveAttribute('aria-valuenow', '50')
    await rows.nth(1).click()
    await expect(note).toBeHidden()
    await expect(rows.nth(1)).toHaveAttribute('data-state', 'done')
  })
}
