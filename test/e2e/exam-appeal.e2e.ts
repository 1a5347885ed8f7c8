/** A submitted exam is marked by a rubric, appealed against, and its key is fixed for everybody. */
import { newMarking } from '#modules/assessment/exams/contract/marking.ts'
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import { examsTables } from '#modules/assessment/exams/server/db.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { changeMarkingSettings } from '#modules/assessment/exams/server/marking/settings.ts'
import { submitAttempt } from '#modules/assessment/exams/server/outcomes.ts'
import { recordEvents } from '#modules/assessment/exams/server/saving.ts'
import { startAttempt } from '#modules/assessment/exams/server/starting.ts'
import { buildPaper, buildPaperDirectory, fixedSection } from '#modules/assessment/papers/server/papers.fixture.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Context } from '#server/module.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'

const words = { cn, en } as const
const writer = '0198c0de-0000-7000-8000-000000000001'

const callerOf = ({ companyId }: Platform, { id }: Account) => ({
  ...{ memberId: id, companyId, organizationId: companyId, sessionId: id, roles: [] },
  permissions: new Map([['course.manage', [companyId]]]),
})

async function submitted(platform: Platform, author: Account, examinee: Account) {
  const { db: connection, companyId } = platform
  const db = examsTables(connection)
  const owner = { id: author.id, companyId, organizationId: companyId }
  const explanation = ''
  const choice = {
    explanation,
    kind: 'single-choice',
    stem: '<p>灭火器多久检查一次？</p>',
    options: ['每月', '每年'],
    right: 0,
  } as const
  const written = {
    explanation,
    kind: 'short-answer',
    stem: '<p>说明步骤。</p>',
    reference: '<p>略</p>',
    lengthMax: 500,
  } as const
  const questions = await buildQuestions(
    connection,
    { author: owner, directoryId: await buildDirectory(connection, { author: owner }) },
    [
      { content: { ...choice, options: [...choice.options] }, scoreTenths: 400 },
      { content: written, scoreTenths: 300 },
    ],
  )
  const items = questions.map((questionId, at) => ({ questionId, scoreTenths: at === 0 ? 400 : 300 }))
  const directoryId = await buildPaperDirectory(connection, { author: owner })
  const sections = [fixedSection(questions, { title: '第一大题', items })]
  const { id: paperId } = await buildPaper(connection, { author: owner, directoryId, sections, isReady: true })
  const now = Date.now()
  const examId = await buildExam(connection, {
    ...{ author: owner, now, name: '消防安全考试', memberIds: [examinee.id], graderIds: [author.id] },
    rules: { paperId, passTenths: 500, viewingRule: 'after-submission' },
  })
  const caller = callerOf(platform, examinee)
  const { id } = await startAttempt(db, examId, {}, { caller, now, ip: '127.0.0.1' })
  const events = [
    { place: 1, answer: { kind: 'single-choice' as const, chosen: [1] }, at: now },
    { place: 2, answer: { kind: 'short-answer' as const, text: '先报警，再疏散。' }, at: now },
  ]
  await recordEvents(db, caller, id, { writer, first: 1, events }, now)
  await submitAttempt(db, caller, id, { writer, lastNumber: 2 }, now)
  const context = { caller: callerOf(platform, author), now, audit: () => undefined } as unknown as Context
  await changeMarkingSettings(db, examId, { ...newMarking, appealDays: 3 }, context)
  return { examId, id }
}

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a paper is marked by a rubric, appealed against, and scored again by a fixed key (${language})`, async ({
    platform,
    open,
  }) => {
    const author = await platform.createAccount('appeal-author', '江讲师', ['super-admin'])
    const examinee = await platform.createAccount('appellant', '林小满')
    const { examId, id } = await submitted(platform, author, examinee)

    // The author writes a rubric of the question.
    const desk = await open(language, author)
    await desk.goto(`/#/exam/marking/${examId}/settings`)
    await desk.getByRole('button', { name: text.marking.editQuestion }).click()
    const rubric = desk.getByRole('dialog')
    await rubric.getByRole('button', { name: text.marking.addCriterion }).click()
    await rubric.getByLabel(text.marking.criterion.replace('{number}', '1'), { exact: true }).fill('步骤')
    await rubric.getByLabel(text.marking.level.replace('{number}', '1'), { exact: true }).fill('完整')
    await rubric.getByLabel(text.marking.points).first().fill('20')
    await expect(rubric.getByRole('status')).toBeVisible()
    await rubric.getByRole('button', { name: text.marking.saveSettings }).click()
    await expect(desk.getByText('完整 20')).toBeVisible()
    await desk.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(desk)

    // Marked by question: a level of the rubric gives the points.
    await desk.goto(`/#/exam/marking/${examId}`)
    await desk.getByRole('button', { name: /^完整/ }).click()
    await expect(desk.getByLabel(text.marking.points)).toHaveValue('20.0')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.marking.save }).click()
    await expect(desk.getByRole('button', { name: text.marking.restart })).toBeVisible()
    await desk.getByText(text.marking.view['by-person'], { exact: true }).click()
    await expect(desk.getByText('林小满')).toBeVisible()
    await desk.getByText(text.marking.view.progress, { exact: true }).click()
    await expect(desk.getByRole('row').filter({ hasText: '江讲师' })).toContainText('66.7%')
    await expectAccessible(desk)

    // The examinee reads the result, and appeals against the key on a phone.
    const page = await open(language, examinee)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/#/exam/result/${id}`)
    await expect(page.getByText(text.result.of.fail)).toBeVisible()
    await page.goto(`/#/exam/paper/${id}`)
    await page.getByRole('button', { name: text.appeal.of.replace('{place}', '1') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text.appeal.subjects.key).click()
    await dialog.getByLabel(text.appeal.text).fill('每年检查也符合规定')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: text.appeal.send }).click()
    await expect(dialog).toBeHidden()

    // It is upheld, and the key is fixed for everybody: first it is said what that changes.
    await desk.goto(`/#/exam/appeals/${examId}`)
    await expect(desk.getByText('每年检查也符合规定')).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.appeal.reply }).click()
    const reply = desk.getByRole('dialog')
    await reply.getByLabel(text.appeal.answer).fill('成立，为所有人更正')
    await reply.getByRole('button', { name: /OK|确\s*定/ }).click()
    await expect(desk.getByText(text.appeal.none)).toBeVisible()
    await desk.goto(`/#/exam/fixing/${examId}`)
    await desk.getByRole('button', { name: text.fixing.fix }).first().click()
    await desk.getByRole('dialog').getByLabel(text.fixing.reason).fill('每年检查也符合规定')
    await desk.getByRole('button', { name: text.fixing.next }).click()
    const { changed, ask } = { changed: text.fixing.results, ask: text.fixing.ask['award-all'] }
    await expect(desk.getByText(ask)).toBeVisible()
    await expect(desk.getByText(changed.replace('{passed}', '1').replace('{failed}', '0'))).toBeVisible()
    await desk.getByRole('button', { name: text.fixing.confirm, exact: true }).click()

    // The new result, and how it came about.
    await expect(async () => {
      await page.goto(`/#/exam/result/${id}?${Date.now()}`)
      await page.reload()
      await expect(page.getByRole('heading', { name: text.result.of.pass, exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 45_000 })
    const trail = page.getByRole('region', { name: text.trail.title })
    await expect(trail.getByText(text.fixing.kinds['award-all'])).toBeVisible()
    await expect(trail.getByText(text.appeal.answered.replace('{text}', '成立，为所有人更正'))).toBeVisible()
    await expectAccessible(page)
  })
}
