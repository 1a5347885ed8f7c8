/** Subjects of the four types: made, agreed to, published, and studied; the learning map to its goal. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Language } from '#kit/caller.ts'
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import certificatesCn from '#modules/learning/certificates/messages/cn.json' with { type: 'json' }
import certificatesEn from '#modules/learning/certificates/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import cn from '#modules/learning/subjects/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/subjects/messages/en.json' with { type: 'json' }
import approvalsCn from '#modules/platform/approvals/messages/cn.json' with { type: 'json' }
import approvalsEn from '#modules/platform/approvals/messages/en.json' with { type: 'json' }
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'
import { leavePublished } from './published.ts'

const words = {
  cn: {
    subjects: cn,
    pick: catalogCn.pick,
    row: shellCn.row,
    editing: shellCn.editing,
    courses: coursesCn,
    approvals: approvalsCn,
    certificates: certificatesCn,
  },
  en: {
    subjects: en,
    pick: catalogEn.pick,
    row: shellEn.row,
    editing: shellEn.editing,
    courses: coursesEn,
    approvals: approvalsEn,
    certificates: certificatesEn,
  },
} as const

const named = {
  cn: { map: '新人成长地图', stages: ['认识公司', '上手工作'], courses: ['企业文化', '信息安全', '岗位实操'] },
  en: {
    map: 'Map for newcomers',
    stages: ['The company', 'The work'],
    courses: ['Our culture', 'Information security', 'On the job'],
  },
} as const

const ownedBy = ({ id }: Account, { companyId }: Platform, organizationId = companyId) => ({
  id,
  companyId,
  organizationId,
})

/** Courses of one page, which are finished by reading it. */
async function coursesOf(platform: Platform, lecturer: Account, names: readonly string[]): Promise<void> {
  const author = ownedBy(lecturer, platform)
  for (const name of names)
    await buildCourse(platform.db, { author, name, chapters: [{ sections: [{ kind: 'text' }] }] })
}

function steps(language: Language) {
  const { subjects, pick, courses, approvals, editing } = words[language]
  const { authoring, editor } = subjects
  return {
    async create(desk: Page, name: string, type: 0 | 1 | 2 | 3) {
      await desk.goto('/#/admin/subjects')
      await desk.getByRole('button', { name: authoring.create }).first().click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByRole('textbox', { name: authoring.name }).fill(name)
      await dialog.getByRole('radio', { name: subjects.maps['subject-type'][type] }).check()
      await expectAccessible(desk)
      await dialog.getByRole('button', { name: authoring.createGo }).click()
      await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    },
    /** Puts contents into a stage, by its place. */
    async add(desk: Page, stage: number, contents: readonly string[]) {
      await desk.getByRole('button', { name: editor.addContents }).nth(stage).click()
      const dialog = desk.getByRole('dialog')
      for (const content of contents) {
        await dialog.getByRole('searchbox', { name: pick.search }).fill(content)
        await dialog.getByRole('checkbox', { name: content }).check()
      }
      await dialog.getByRole('button', { name: pick.add.replace('{count}', String(contents.length)) }).click()
      await expect(dialog).toBeHidden()
    },
    async publish(desk: Page, how: 'publish' | 'apply') {
      await expect(desk.getByText(editing.saving.saved, { exact: true })).toBeVisible()
      await desk.getByRole('button', { name: authoring.do[how], exact: true }).click()
      await desk.getByRole('dialog').getByRole('button', { name: authoring.do[how], exact: true }).click()
      await leavePublished(desk, language, how === 'apply' ? 'applied' : 'published')
    },
    async agree(page: Page, name: string) {
      await page.goto('/#/center/approvals/list/waiting')
      await page
        .getByRole('link', { name: new RegExp(name) })
        .first()
        .click()
      await page.getByRole('button', { name: approvals.actions.agree }).click()
      await expectAccessible(page)
      const ask = page.getByRole('dialog').locator('.ant-modal-footer')
      await ask.getByRole('button', { name: approvals.actions.agree }).click()
      await expect(page.getByText(approvals.done.agree).first()).toBeVisible()
    },
    /** Opens a content from its subject, reads it to its end, and goes back. */
    async study(page: Page, subjectId: string, content: string) {
      await page
        .getByRole('button', { name: subjects.content.startOf.replace('{name}', content) })
        .last()
        .click()
      await page.waitForURL(/\/study\/course\/detail\//)
      await page.getByRole('button', { name: courses.detail.start }).first().click()
      await expect(page.getByText(courses.celebration.kicker)).toBeVisible()
      await page.goto(`/#/study/subject/detail/${subjectId}`)
    },
  }
}

const idIn = (page: Page) => page.url().split('/').at(-1) ?? ''

for (const language of languagesOf('en')) {
  const { subjects, certificates, row } = words[language]
  const name = named[language]
  const { create, add, publish, agree, study } = steps(language)

  test(`a learning map is made, agreed to, and studied to its goal (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`map-lecturer-${language}`, '江讲师', ['lecturer'])
    const reviewer = await platform.createAccount(`map-reviewer-${language}`, '程审核')
    const { companyId } = platform
    const college = { companyId, parentId: companyId, name: `企业大学 ${language}` }
    const organizationId = await buildOrganization(platform.db, college)
    await sql`update identity.member set organization_id = ${organizationId} where id = ${lecturer.id}`.execute(
      platform.db,
    )
    const place = { companyId, organizationId, businessType: 5, now: Date.now() }
    await buildTemplate(platform.db, place, [buildStep([reviewer.id])])
    await coursesOf(platform, lecturer, name.courses)

    // Two stages; what comes last is moved up by the keyboard; the completion award is half a class hour.
    const desk = await open(language, lecturer)
    await create(desk, name.map, 2)
    const subjectId = idIn(desk)
    const titleOf = (number: number) => subjects.editor.stageTitle.replace('{number}', String(number))
    await desk.getByRole('textbox', { name: titleOf(1) }).fill(name.stages[0])
    await add(desk, 0, [name.courses[1], name.courses[0]])
    await desk.getByRole('button', { name: row.up.replace('{name}', name.courses[0]) }).press('Enter')
    await desk.getByRole('button', { name: subjects.editor.addStage }).click()
    await desk.getByRole('textbox', { name: titleOf(2) }).fill(name.stages[1])
    await add(desk, 1, [name.courses[2]])
    await expectAccessible(desk)
    await desk.getByRole('tab', { name: subjects.authoring.tab.info }).click()
    const saved = desk.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes(subjectId),
    )
    await desk.getByLabel(certificates.awards.classHours).fill('0.5')
    expect((await saved).status()).toBe(200)
    await expectAccessible(desk)
    await publish(desk, 'apply')
    await proves('COURSE-038', () => expect(desk.getByText(subjects.approval.waiting)).toBeVisible())
    await agree(await open(language, reviewer), name.map)

    // The learner finds it, joins, and goes from station to station.
    const learner = await platform.createAccount(`map-learner-${language}`, '薛学员')
    const page = await open(language, learner)
    await page.goto('/#/study/subject')
    await expectAccessible(page)
    await page.getByRole('link', { name: name.map }).first().click()
    await page.getByRole('button', { name: subjects.hero.register }).click()
    const mapLabel = subjects.map.label_other.replace('{count}', '2')
    const station = (index: number) => page.getByRole('list', { name: mapLabel }).getByRole('button').nth(index)
    await proves('COURSE-009', async () => {
      await expect(page.getByRole('heading', { level: 1, name: name.map })).toBeVisible()
      await expect(page.getByRole('list', { name: mapLabel }).getByRole('button')).toHaveCount(2)
      await expect(station(0)).toHaveAttribute('data-state', 'current')
      await expect(page.getByText(certificates.awards.hours_other.replace('{count}', '0.5'))).toBeVisible()
    })
    await expectAccessible(page)
    await study(page, subjectId, name.courses[0])
    await expect(
      page.getByText(subjects.stage.required.replace('{done}', '1').replace('{of}', '2')).first(),
    ).toBeVisible()
    await study(page, subjectId, name.courses[1])
    await expect(station(0)).toHaveAttribute('data-state', 'done')
    await expect(station(1)).toHaveAttribute('data-state', 'current')
    // A station that was left behind can still be looked at, by the keyboard.
    await station(0).press('Enter')
    await expect(
      page.getByRole('button', { name: subjects.content.reviewOf.replace('{name}', name.courses[0]) }),
    ).toBeVisible()
    await page.reload()
    await study(page, subjectId, name.courses[2])
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(subjects.hero.finished)).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 240_000 })
    await expect(page.getByText(subjects.map.reached)).toBeVisible()
    await expectAccessible(page)
    const phone = await open(language, learner, { width: 390, dark: true })
    await phone.goto(`/#/study/subject/detail/${subjectId}`)
    await expect(phone.getByText(subjects.map.reached)).toBeVisible()
    await expectAccessible(phone)

    // Its author sees who is where.
    await desk.goto(`/#/admin/subjects/${subjectId}/learners`)
    await expect(desk.getByText('薛学员')).toBeVisible()
    await expectAccessible(desk)
  })

  test(`an ordinary, a personalized and an external subject are made and studied (${language})`, async ({
    open,
    platform,
  }) => {
    const suffix = language === 'cn' ? '甲' : 'B'
    const lecturer = await platform.createAccount(`types-lecturer-${language}`, '苏讲师', ['lecturer'])
    const [common, own] = language === 'cn' ? ['人人必修', '焊工专修'] : ['For everybody', 'For welders']
    const position = language === 'cn' ? '焊工' : 'Welder'
    const positionId = uuid()
    await sql`insert into identity.position (id, company_id, name, created_at)
      values (${positionId}, ${platform.companyId}, ${position}, ${Date.now()})`.execute(platform.db)
    await coursesOf(platform, lecturer, [common, own])
    const welder = await platform.createAccount(`types-welder-${language}`, '高焊工')
    const other = await platform.createAccount(`types-other-${language}`, '罗文员')
    await sql`update identity.member set position_id = ${positionId} where id = ${welder.id}`.execute(platform.db)
    const types = subjects.maps['subject-type']
    const desk = await open(language, lecturer)

    // An ordinary one: studied in its order.
    await create(desk, `${types[0]} ${suffix}`, 0)
    const ordinaryId = idIn(desk)
    await add(desk, 0, [common])
    await publish(desk, 'publish')

    // A personalized one: one of its contents is for a position alone.
    await create(desk, `${types[1]} ${suffix}`, 1)
    const personalizedId = idIn(desk)
    await add(desk, 0, [common, own])
    await desk.getByRole('button', { name: subjects.editor.conditionsOf.replace('{name}', own) }).click()
    const conditions = desk.getByRole('dialog')
    await conditions.getByLabel(subjects.conditions.positions).click()
    await desk.locator('.ant-select-dropdown:visible').getByText(position, { exact: true }).click()
    await desk.keyboard.press('Escape')
    await expectAccessible(desk)
    await conditions.getByRole('button', { name: subjects.conditions.ok, exact: true }).click()
    await expect(desk.getByRole('button', { name: subjects.editor.conditionsOf.replace('{name}', own) })).toContainText(
      position,
    )
    await publish(desk, 'publish')

    // An external one: a page somewhere else. An address that is none is not taken.
    await create(desk, `${types[3]} ${suffix}`, 3)
    const externalId = idIn(desk)
    const address = desk.getByLabel(subjects.info.url)
    await address.fill('javascript:alert(1)')
    await expect(desk.getByText(subjects.info.urlProblem)).toBeVisible()
    await expectAccessible(desk)
    await address.fill(`${platform.origin}/#/login`)
    await expect(desk.getByText(subjects.authoring.hint['no-url'])).toHaveCount(0)
    await publish(desk, 'publish')

    // Who is a welder has more to study than who is none.
    const page = await open(language, welder)
    await page.goto(`/#/study/subject/detail/${personalizedId}`)
    await expect(page.getByText(own, { exact: true })).toBeVisible()
    await expect(page.getByText(subjects.content.because.position)).toBeVisible()
    await expectAccessible(page)
    const clerk = await open(language, other)
    await clerk.goto(`/#/study/subject/detail/${personalizedId}`)
    await expect(clerk.getByText(common, { exact: true })).toBeVisible()
    await expect(clerk.getByText(own, { exact: true })).toHaveCount(0)

    // The ordinary one is finished by what it asks for; the external one by opening its page.
    await page.goto(`/#/study/subject/detail/${ordinaryId}`)
    await page.getByRole('button', { name: subjects.hero.register }).click()
    await study(page, ordinaryId, common)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(subjects.hero.finished)).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 240_000 })
    await expectAccessible(page)
    await page.goto(`/#/study/subject/detail/${externalId}`)
    await expectAccessible(page)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: subjects.hero.visit }).click(),
    ])
    await popup.close()
    await expect(page.getByText(subjects.hero.finished)).toBeVisible()
  })
}
