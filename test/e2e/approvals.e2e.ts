/**
 * A course is published by approval: two steps, given back once, decided once in the place of somebody who is away. The
 * second approver's bell rings on another server process.
 */
import type { Page } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import approvalsCn from '#modules/platform/approvals/messages/cn.json' with { type: 'json' }
import approvalsEn from '#modules/platform/approvals/messages/en.json' with { type: 'json' }
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import messagesCn from '#modules/platform/messages/messages/cn.json' with { type: 'json' }
import messagesEn from '#modules/platform/messages/messages/en.json' with { type: 'json' }
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

const words = {
  cn: { approvals: approvalsCn, courses: coursesCn, messages: messagesCn, shell: shellCn },
  en: { approvals: approvalsEn, courses: coursesEn, messages: messagesEn, shell: shellEn },
} as const

const hourMs = 3_600_000

/** Names who decides meanwhile, as the screen of absences does. */
async function leaveTo(platform: Platform, away: Account, substitute: Account): Promise<void> {
  const now = Date.now()
  const absence = { substituteId: substitute.id, startsAt: now, endsAt: now + hourMs, reason: '年假' }
  expect(await platform.call(away, 'POST', '/workflow/absence', absence)).toBe(200)
}

async function draft(platform: Platform, author: Account, organizationId: string, name: string): Promise<string> {
  const owner = { id: author.id, companyId: platform.companyId, organizationId }
  const course = await buildCourse(platform.db, {
    author: owner,
    name,
    status: 'draft',
    chapters: [{ sections: [{ kind: 'text' }] }],
  })
  return course.id
}

function steps(language: Language) {
  const { approvals, courses } = words[language]
  const { actions, dialog, done } = approvals
  return {
    /** The lecturer hands the course in. */
    async apply(desk: Page, courseId: string) {
      await desk.goto(`/#/admin/courses/${courseId}`)
      await desk.getByRole('button', { name: courses.authoring.do.apply }).click()
      await desk.getByRole('dialog').getByRole('button', { name: courses.authoring.do.apply }).click()
      await expect(desk.getByText(courses.approval.waiting)).toBeVisible()
    },
    /** Opens what waits, the only one. */
    async openWaiting(page: Page, name: string) {
      await page.goto('/#/center/approvals/list/waiting')
      await page
        .getByRole('link', { name: new RegExp(name) })
        .first()
        .click()
      await expect(page.getByRole('button', { name: actions.agree, exact: true })).toBeVisible()
    },
    async agree(page: Page) {
      await page.getByRole('button', { name: actions.agree, exact: true }).click()
      await page.getByRole('dialog').locator('.ant-modal-footer').getByRole('button', { name: actions.agree }).click()
      // The words of a step that was agreed to before are the same: the dialog closes once the answer has come.
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByText(done.agree).first()).toBeVisible()
    },
    async giveBack(page: Page, reason: string) {
      await page.getByRole('button', { name: actions.return }).click()
      const ask = page.getByRole('dialog')
      await ask.getByRole('button', { name: actions.return }).click()
      // A reason is needed: nothing is sent without.
      await expect(ask.getByText(dialog.opinionNeeded)).toBeVisible()
      await ask.getByLabel(dialog.reason).fill(reason)
      await expectAccessible(page)
      await ask.getByRole('button', { name: actions.return }).click()
      await expect(page.getByText(done.return).first()).toBeVisible()
    },
  }
}

for (const language of languagesOf('cn')) {
  const { approvals, courses, messages, shell } = words[language]
  const name = language === 'cn' ? '合同审查要点' : 'Reviewing contracts'
  test(`a course is published in two steps, with a return and a delegation (${language})`, async ({
    platform,
    open,
  }) => {
    const { apply, openWaiting, agree, giveBack } = steps(language)
    const account = (key: string, fullName: string, roles: Parameters<Platform['createAccount']>[2] = []) =>
      platform.createAccount(`${key}-${language}`, fullName, roles)
    const lecturer = await account('apply', '江讲师', ['lecturer'])
    const [reviewer, director, deputy] = [
      await account('review', '程审核'),
      await account('direct', '何主任'),
      await account('deputy', '宋副主任'),
    ]
    // An organization of its own: elsewhere courses are published without asking.
    const { companyId } = platform
    const organizationId = await buildOrganization(platform.db, {
      companyId,
      parentId: companyId,
      name: `法务部 ${language}`,
    })
    const place = { companyId, organizationId, businessType: 1 }
    await buildTemplate(platform.db, { ...place, now: Date.now() }, [
      buildStep([reviewer.id], { name: '内容审核' }),
      buildStep([director.id], { name: '主任审批' }),
    ])
    const courseId = await draft(platform, lecturer, organizationId, name)
    await leaveTo(platform, director, deputy)

    const desk = await open(language, lecturer)
    await apply(desk, courseId)
    await expectAccessible(desk)

    // The reviewer gives it back; the lecturer reads why, and hands it in again.
    const review = await open(language, reviewer)
    await openWaiting(review, name)
    await expectAccessible(review)
    // Looks at it, moves within the preview, and comes back to the application.
    const application = new URL(review.url()).hash
    await review.getByRole('link', { name: approvals.detail.see }).click()
    await expect(review.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(review.getByText(language === 'cn' ? '1 节' : '1 section', { exact: true })).toBeVisible()
    await expect(review.getByRole('link', { name: courses.detail.backToEditor })).toHaveCount(0)
    await expectAccessible(review)
    await review.getByRole('button', { name: courses.detail.preview, exact: true }).click()
    await expect(review).toHaveURL(/section=/)
    await review.getByRole('navigation', { name: shell.back }).getByRole('link').click()
    await expect(review).toHaveURL((url) => url.hash === application)
    await giveBack(review, '请补充第二章的案例')
    await desk.reload()
    await proves('SYSTEM-201', async () => {
      await expect(desk.getByText(courses.approval.returned)).toBeVisible()
      await expect(desk.getByText('请补充第二章的案例')).toBeVisible()
    })
    await apply(desk, courseId)

    // The deputy's bell rings, on another server process, as soon as it is the director's turn.
    const deputysPage = await open(language, deputy, { origin: await platform.second(), width: 390 })
    await deputysPage.goto('/#/home-v')
    const bell = deputysPage.getByRole('button', { name: new RegExp(`^${messages.bell.label}`) })
    await expect(bell).toBeVisible()
    await openWaiting(review, name)
    await agree(review)
    await expect(bell).toHaveAccessibleName(/1/)

    // In the director's place, and shown as that.
    await openWaiting(deputysPage, name)
    await expectAccessible(deputysPage)
    await agree(deputysPage)
    await desk.goto(`/#/center/approvals/list/mine`)
    await proves('SYSTEM-194', () => expect(desk.getByText(approvals.states.agreed).first()).toBeVisible())
    await expectAccessible(desk)
    await desk
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click()
    await expect(desk.getByText(/何主任/).first()).toBeVisible()
    await expectAccessible(desk)

    // It is published, for everybody.
    const learner = await open(language, await account('learn', '薛学员'))
    await learner.goto(`/#/study/course/detail/${courseId}`)
    await expect(learner.getByRole('heading', { level: 1, name })).toBeVisible()
  })
}
