/** What is handed in for review: a proof is returned and submitted again, and a reviewer decides one after the other by keys. */
import { v7 as uuid } from 'uuid'
import cn from '#modules/content/submissions/messages/cn.json' with { type: 'json' }
import en from '#modules/content/submissions/messages/en.json' with { type: 'json' }
import { buildSubmission } from '#modules/content/submissions/server/submissions.fixture.ts'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import pathsCn from '#modules/learning/paths/messages/cn.json' with { type: 'json' }
import pathsEn from '#modules/learning/paths/messages/en.json' with { type: 'json' }
import { pathsTables } from '#modules/learning/paths/server/db.ts'
import { buildPath, buildPathLearner } from '#modules/learning/paths/server/paths.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { block: cn, courses: coursesCn, paths: pathsCn },
  en: { block: en, courses: coursesEn, paths: pathsEn },
} as const
const drill = '现场演练'

for (const language of languagesOf('cn')) {
  const { block, courses, paths } = words[language]
  const openOf = (name: string) => block.openOf.replace('{name}', name).replace('{title}', drill)

  test(`a proof of a course is returned, submitted again and accepted (${language})`, async ({ open, platform }) => {
    const { db, companyId } = platform
    const lecturer = await platform.createAccount(`reviewer-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`handing-${language}`, '薛学员')
    const other = await platform.createAccount(`second-${language}`, '孟学员')
    const section = { title: drill, needsReview: true, reviewGuide: '上传演练照片，并写明日期和地点' }
    const author = { id: lecturer.id, companyId, organizationId: companyId }
    const course = await buildCourse(db, { author, name: '消防演练', chapters: [{ sections: [section] }] })
    await buildLearner(db, { member: { id: learner.id, companyId }, course })
    const [place] = course.sections
    const about = { companyId, kind: 'course', subjectId: course.id, partId: place?.id ?? '', title: drill }
    await buildSubmission(db, { ...about, memberId: other.id, submittedAt: Date.now() - 60_000 })

    const page = await open(language, learner)
    await page.goto(`/#/study/course/detail/${course.id}?section=${place?.id}`)
    const panel = page.getByRole('region', { name: courses.proof.panel })
    await expect(panel).toContainText(section.reviewGuide)
    await panel.getByRole('button', { name: block.submit, exact: true }).click()
    await expect(panel.getByRole('alert')).toHaveText(block.needed)
    await panel.getByLabel(block.text).fill('三号厂房门口，班组全体参加')
    await expectAccessible(page)
    await panel.getByRole('button', { name: block.submit, exact: true }).click()
    await expect(panel.getByRole('status')).toHaveText(block.waits)
    const history = page.getByRole('list', { name: courses.proof.before })
    await expect(history).toContainText('三号厂房门口')

    const reviewer = await open(language, lecturer)
    await reviewer.goto(`/#/admin/course-proofs?course=${course.id}`)
    await expect(reviewer.getByRole('row')).toHaveCount(3)
    await expectAccessible(reviewer)
    await reviewer.getByRole('button', { name: openOf('孟学员') }).click()
    const drawer = reviewer.getByRole('dialog')
    await expect(drawer).toContainText(section.reviewGuide)
    await expectAccessible(reviewer)
    // The next in the list opens by itself.
    await drawer.getByLabel(block.opinion).press('Control+Enter')
    await expect(drawer).toContainText('薛学员')
    await drawer.getByRole('button', { name: block.return, exact: true }).click()
    await expect(drawer.getByRole('alert')).toHaveText(block.opinionNeeded)
    await drawer.getByLabel(block.opinion).fill('请写明日期')
    await drawer.getByLabel(block.opinion).press('Control+Shift+Enter')
    await expect(drawer).toBeHidden()
    await expect(reviewer.getByText(block.none.waiting)).toBeVisible()

    await page.reload()
    await expect(history).toContainText('请写明日期')
    await panel.getByLabel(block.text).fill('11 月 18 日，三号厂房门口')
    await panel.getByRole('button', { name: block.submitAgain }).click()
    await expect(panel.getByRole('status')).toHaveText(block.waits)
    await reviewer.reload()
    await reviewer.getByRole('button', { name: openOf('薛学员') }).click()
    await expect(drawer.getByRole('list', { name: block.earlier })).toContainText('请写明日期')
    await drawer.getByRole('button', { name: block.accept, exact: true }).click()
    await expect(drawer).toBeHidden()
    await reviewer.getByText(block.states.accepted, { exact: true }).first().click()
    await expect(reviewer.getByRole('row')).toHaveCount(3)
    await page.reload()
    await expect(history.getByText(block.states.accepted)).toBeVisible()
  })

  test(`[COURSE-003] a proof of a learning path is handed in and decided on its screen (${language})`, async ({
    open,
    platform,
  }) => {
    const { db, companyId } = platform
    const teacher = await platform.createAccount(`path-reviewer-${language}`, '江老师', ['super-admin'])
    const learner = await platform.createAccount(`path-handing-${language}`, '薛学员')
    const author = { id: teacher.id, companyId, organizationId: companyId }
    const course = await buildCourse(db, { author, name: drill, chapters: [{ sections: [{}] }] })
    const ref = { businessType: 1, businessId: course.id }
    const path = await buildPath(db, {
      author,
      name: '店长成长路径',
      chapters: [{ sections: [{ ...ref, name: drill, needsReview: true }] }],
    })
    await buildPathLearner(db, { member: { id: learner.id, companyId }, pathId: path.id, registeredAt: Date.now() })
    const id = uuid()
    const row = { id, member_id: learner.id, path_id: path.id, company_id: companyId, opened_at: Date.now() }
    await pathsTables(db)
      .insertInto('paths.progress')
      .values({ ...row, business_type: 1, business_id: course.id })
      .execute()

    const page = await open(language, learner, { width: 390 })
    await page.goto(`/#/branch-post-learning-audit/${path.id}/${id}`)
    const panel = page.getByRole('region', { name: paths.proof.handIn })
    await panel.getByLabel(block.text).fill('收银实操已完成')
    await expectAccessible(page)
    await panel.getByRole('button', { name: block.submit, exact: true }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('list', { name: paths.proof.history })).toContainText('收银实操已完成')

    const reviewer = await open(language, teacher, { width: 390 })
    await reviewer.goto('/#/admin/path-audits')
    await expect(reviewer.getByRole('button', { name: openOf('薛学员') })).toBeVisible()
    await expectAccessible(reviewer)
    await reviewer.goto(`/#/branch-post-learning-audit/${path.id}/${id}`)
    const decision = reviewer.getByRole('region', { name: paths.proof.decide })
    await decision.getByLabel(block.opinion).fill('做得好')
    await expectAccessible(reviewer)
    await decision.getByRole('button', { name: block.accept, exact: true }).click()
    await expect(decision).toBeHidden()
    await expect(reviewer.getByRole('list', { name: paths.proof.history })).toContainText('做得好')
  })
}
