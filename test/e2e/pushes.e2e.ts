/** A study push from its draft to the last item: made, delivered, studied, urged, called off; and learning packages. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildPath } from '#modules/learning/paths/server/paths.fixture.ts'
import { pushes } from '#modules/learning/pushes/contract.ts'
import cn from '#modules/learning/pushes/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/pushes/messages/en.json' with { type: 'json' }
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Platform } from './platform.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    text: cn,
    shell: shellCn,
    courses: coursesCn,
    choice: catalogCn.pick,
    kinds: { subject: '专题', path: '学习路径' },
    names: { course: '客户拜访', inSubject: '方案撰写', subject: '销售专题', path: '销售成长路径', push: '销售第一周' },
    people: { chief: '周敏', single: '林知远', other: '王小川', ofOrganization: '陈一帆' },
    organization: '华东销售部',
    urge: '请在周五前学完',
  },
  en: {
    text: en,
    shell: shellEn,
    courses: coursesEn,
    choice: catalogEn.pick,
    kinds: { subject: 'Subject', path: 'Learning path' },
    names: {
      course: 'Visiting customers',
      inSubject: 'Writing proposals',
      subject: 'Selling, the subject',
      path: 'A seller’s path',
      push: 'A seller’s first week',
    },
    people: { chief: 'Zhou Min', single: 'Lin Zhiyuan', other: 'Wang Xiaochuan', ofOrganization: 'Chen Yifan' },
    organization: 'Sales East',
    urge: 'Please be done by Friday',
  },
} as const

const escaped = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
/** A message of the product with its variables filled. */
const filled = (text: string, variables: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(variables[name] ?? ''))

const dateOf = (daysAhead: number) => {
  const day = new Date(Date.now() + daysAhead * 86_400_000)
  return `${day.toLocaleDateString('sv-SE')} 18:00`
}

/** Types into a select that searches, and takes what it finds. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(name)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).click()
}

/** The address of a call about one push, whichever it is. */
const callOf = ({ path }: { readonly path: string }) => new RegExp(`${path.replace('{id}', '[^/?]+')}(\\?|$)`)

/** Lets the page see nobody delivered to until it has seen that the push is sent: as on a busy server. */
async function showMembersLast(page: Page): Promise<void> {
  let isSent = false
  await page.route(callOf(pushes.pushDetail), async (route) => {
    const response = await route.fetch()
    isSent ||= (await response.json()).state === 'running'
    await route.fulfill({ response })
  })
  await page.route(callOf(pushes.pushMembers), (route) =>
    isSent ? route.continue() : route.fulfill({ json: { items: [], recordCount: 0 } }),
  )
}

async function moveToOrganization(platform: Platform, memberId: string, name: string): Promise<string> {
  const id = await buildOrganization(platform.db, { companyId: platform.companyId, parentId: platform.companyId, name })
  await sql`update identity.member set organization_id = ${id} where id = ${memberId}`.execute(platform.db)
  return id
}

for (const language of languagesOf('en')) {
  const { text, shell, courses, choice, kinds, names, people, organization, urge } = words[language]

  test(`a push is made, delivered, studied and urged (${language})`, async ({ open, platform }) => {
    const account = (key: keyof typeof people) =>
      platform.createAccount(`push-${key.toLowerCase()}-${language}`, people[key])
    const chief = await platform.createAccount(`push-chief-${language}`, people.chief, ['super-admin'])
    const single = await account('single')
    const other = await account('other')
    const ofOrganization = await account('ofOrganization')
    await moveToOrganization(platform, ofOrganization.id, organization)
    const author = { id: chief.id, companyId: platform.companyId, organizationId: platform.companyId }
    const chapters = [{ sections: [{ kind: 'text' as const }] }]
    const course = await buildCourse(platform.db, { author, name: names.course, chapters })
    const inSubject = await buildCourse(platform.db, { author, name: names.inSubject, chapters })
    await buildSubject(platform.db, {
      author,
      name: names.subject,
      stages: [{ contents: [{ businessId: inSubject.id }] }],
    })
    await buildPath(platform.db, {
      ...{ author, name: names.path, isOpen: true },
      chapters: [{ title: 'A', sections: [{ businessType: 1, businessId: inSubject.id, name: names.inSubject }] }],
    })

    // Made: three kinds of items, two members and an organization, a cut-off.
    const desk = await open(language, chief)
    await desk.goto('/#/center/director/study')
    await expect(desk.getByRole('heading', { level: 1, name: text.director.title })).toBeVisible()
    await expectAccessible(desk)
    // A look at the editor leaves nothing behind.
    await desk.getByRole('button', { name: text.director.create }).click()
    await expect(desk.getByLabel(text.draft.name, { exact: true })).toBeVisible()
    await desk.goBack()
    await expect(desk.getByText(text.list.none)).toBeVisible()
    await desk.getByRole('button', { name: text.director.create }).click()
    await desk.getByLabel(text.draft.name, { exact: true }).fill(names.push)
    const publish = desk.getByRole('button', { name: text.draft.publish, exact: true })
    await expect(publish).toBeDisabled()
    await desk.getByRole('button', { name: text.draft.addContent }).click()
    const picker = desk.getByRole('dialog')
    const search = picker.getByRole('searchbox', { name: choice.search })
    await search.fill(names.course)
    // By the keyboard: from the typed words into the list.
    await expect(picker.getByRole('checkbox')).toHaveCount(1)
    await search.press('ArrowDown')
    await expect(picker.getByRole('checkbox', { name: names.course })).toBeFocused()
    await desk.keyboard.press('Space')
    await expectAccessible(desk)
    for (const [label, name] of [
      [kinds.subject, names.subject],
      [kinds.path, names.path],
    ] as const) {
      await search.fill(name)
      await picker.getByRole('tab', { name: label }).click()
      await picker.getByRole('checkbox', { name }).check()
    }
    await expect(picker.getByRole('list', { name: choice.chosen }).getByRole('listitem')).toHaveCount(3)
    await picker.getByRole('button', { name: filled(choice.add, { count: 3 }) }).click()
    await expect(picker).toBeHidden()
    await desk.getByRole('checkbox', { name: filled(text.draft.requiredOf, { name: names.path }) }).uncheck()
    await desk.getByRole('button', { name: filled(shell.row.up, { name: names.path }) }).click()
    await pick(desk, text.draft.members, people.single)
    await pick(desk, text.draft.members, people.other)
    await desk.keyboard.press('Escape')
    await desk.getByRole('combobox', { name: text.draft.organizations }).fill(organization)
    await desk.locator('.ant-select-dropdown:visible').getByTitle(organization, { exact: true }).click()
    await desk.keyboard.press('Escape')
    const cutOff = desk.getByLabel(text.list.finish)
    await cutOff.fill(dateOf(7))
    await cutOff.press('Enter')
    await desk.getByRole('checkbox', { name: filled(text.draft.remindDays_one, { count: 1 }) }).check()
    await expect(desk.getByText(filled(text.draft.check.members, { count: 3 }))).toBeVisible()
    await expectAccessible(desk)
    await showMembersLast(desk)
    await publish.click()
    await expect(desk.getByText(filled(text.draft.askPublish_other, { count: 3 }))).toBeVisible()
    const forecast = desk.locator('.sy-forecast')
    await expect(forecast).toContainText(filled(text.draft.reaches_other, { count: 3 }))
    await expect(forecast).toContainText(filled(shell.forecast.notification_other, { count: 3 }))
    await expectAccessible(desk)
    await desk.getByRole('dialog').getByRole('button', { name: text.draft.publish, exact: true }).click()

    // Delivered: the figures grow until everybody has it, and the table of the members says so too.
    const figures = desk.getByRole('region', { name: text.push.figures })
    await proves('COURSE-005', async () => {
      await expect(desk).toHaveURL(/#\/center\/director\/study\/push\//)
      await expect(figures.getByText('3 / 3', { exact: true })).toBeVisible()
    })
    const rows = desk.getByRole('region', { name: text.members.title, exact: true }).locator('tbody tr[data-row-key]')
    await proves('COURSE-011', async () => {
      await expect(rows).toHaveCount(3)
      await expect(rows.getByText(text.maps['push-status'][2])).toHaveCount(3)
    })
    await expectAccessible(desk)

    // Seen by the learner: on the home screen, among the messages, in the personal center.
    const page = await open(language, single)
    await page.goto('/#/home-v')
    const task = page.getByRole('link', { name: escaped(names.push) }).first()
    await expect(task).toBeVisible()
    await expectAccessible(page)
    await page.goto('/#/center/messages')
    await expect(page.getByText(escaped(names.push)).first()).toBeVisible()
    await page.goto('/#/center/study-pushes')
    await expect(page.getByText(filled(text.task.required, { done: 0, all: 2 }))).toBeVisible()
    await expectAccessible(page)
    await proves(['COURSE-010', 'COURSE-077'], async () => {
      await page.getByRole('tab', { name: text.own.tab.records }).click()
      await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(3)
    })
    await expectAccessible(page)
    await page.goto('/#/center')
    await page
      .getByRole('link', { name: escaped(names.push) })
      .first()
      .click()

    // Studied: one item to its end.
    await page.waitForURL(/student-study-pack-detail/)
    await expect(page.locator('.pu-content')).toHaveCount(3)
    await expect(page.getByText(text.maps['task-status'][1]).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: filled(text.content.doOf.open, { name: names.course }) }).click()
    await page.waitForURL(new RegExp(course.id))
    const start = page.getByRole('button', { name: courses.detail.start, exact: true }).first()
    await expect(start.or(page.getByText(courses.celebration.kicker)).first()).toBeVisible()
    if (await start.isVisible()) await start.click()
    await expect(page.getByText(courses.celebration.kicker)).toBeVisible()
    await page.goto('/#/center/study-pushes')
    await expect(page.getByText(filled(text.task.required, { done: 1, all: 2 }))).toBeVisible()
    await expect(page.getByRole('main').getByText(text.maps['task-status'][2], { exact: true })).toBeVisible()
    await desk.reload()
    const ofSingle = rows.filter({ hasText: people.single })
    await expect(ofSingle.getByText(text.maps['task-status'][2])).toBeVisible()
    await expect(ofSingle.getByText(filled(text.task.required, { done: 1, all: 2 }))).toBeVisible()

    // Urged: the words come from the template, and go out as they were changed.
    await rows.filter({ hasText: people.other }).getByRole('checkbox').check()
    await desk.getByRole('button', { name: filled(text.urge.chosen_one, { count: 1 }) }).click()
    const dialog = desk.getByRole('dialog', { name: text.urge.title })
    const message = dialog.getByLabel(text.urge.content)
    await proves('COURSE-083', () => expect(message).toHaveValue(/\{item\}/))
    await expectAccessible(desk)
    await message.fill(`${urge} {item}`)
    await dialog.getByRole('button', { name: text.urge.send }).click()
    await expect(desk.getByText(filled(text.urge.sent, { count: 1 }), { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    const otherPage = await open(language, other)
    await otherPage.goto('/#/center/messages')
    await expect(otherPage.getByText(`${urge} ${names.push}`)).toBeVisible()

    // Again too soon: refused in plain words, and the dialog stays.
    await rows.filter({ hasText: people.other }).getByRole('checkbox').check()
    await desk.getByRole('button', { name: filled(text.urge.chosen_one, { count: 1 }) }).click()
    await dialog.getByRole('button', { name: text.urge.send }).click()
    await expect(desk.getByText(text.errors['380604'])).toBeVisible()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: shell.cancel }).click()
    await desk.goto('/#/center/director/study?tab=urges')
    await expect(desk.getByRole('cell', { name: names.push })).toBeVisible()
    await expectAccessible(desk)
  })

  test(`a push that was revoked meanwhile can't be urged to: a blocking alert says so (${language})`, async ({
    open,
    platform,
  }) => {
    const chief = await platform.createAccount(`revoke-chief-${language}`, people.chief, ['super-admin'])
    const learner = await platform.createAccount(`revoke-learner-${language}`, people.other)
    const author = { id: chief.id, companyId: platform.companyId, organizationId: platform.companyId }
    const course = await buildCourse(platform.db, { author, name: names.course })
    const id = await buildPush(platform.db, {
      ...{ author, name: names.push, members: [{ id: learner.id }] },
      contents: [{ businessType: 1, businessId: course.id, name: names.course }],
    })
    const [first, second] = [await open(language, chief), await open(language, chief)]
    for (const desk of [first, second]) await desk.goto(`/#/center/director/study/push/${id}`)
    await first.getByRole('button', { name: text.urge.all }).click()
    const dialog = first.getByRole('dialog', { name: text.urge.title })
    await expect(dialog.getByLabel(text.urge.content)).not.toHaveValue('')

    await second.getByRole('button', { name: text.revoke.do }).click()
    const revoke = second.getByRole('dialog', { name: text.revoke.title })
    await expectAccessible(second)
    await revoke.getByLabel(text.revoke.reason).fill(urge)
    await revoke.getByRole('button', { name: text.revoke.do }).click()
    await expect(second.getByText(filled(text.push.revoked, { reason: urge }))).toBeVisible()

    await dialog.getByRole('button', { name: text.urge.send }).click()
    const alert = first.getByRole('alertdialog').or(first.locator('.ant-modal-confirm'))
    await proves(['COURSE-082', 'COURSE-130'], () =>
      expect(alert.getByText(words[language].courses.errors['20159'])).toBeVisible(),
    )
  })

  test(`[COURSE-007] a learning package says how far one is, and what is left (${language})`, async ({
    open,
    platform,
  }) => {
    const chief = await platform.createAccount(`pack-chief-${language}`, people.chief, ['super-admin'])
    const learner = await platform.createAccount(`pack-learner-${language}`, people.single)
    const author = { id: chief.id, companyId: platform.companyId, organizationId: platform.companyId }
    const course = await buildCourse(platform.db, { author, name: names.course })
    const gone = await buildCourse(platform.db, { author, name: names.inSubject, status: 'off-shelf' })
    const contents = [
      { businessType: 1, businessId: course.id, name: names.course },
      { businessType: 1, businessId: gone.id, name: names.inSubject },
    ]
    const input = { author, name: names.push, members: [{ id: learner.id }], contents }
    const id = await buildPush(platform.db, { ...input, cutOffAt: Date.now() - 86_400_000 })
    for (const [width, dark] of [
      [1440, false],
      [390, true],
    ] as const) {
      const page = await open(language, learner, { width, dark })
      await page.goto(`/#/center/student-study-pack-detail/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: names.push })).toBeVisible()
      await expect(page.getByText(filled(text.pack.left_one, { left: 1, count: 1 }))).toBeVisible()
      await expect(page.getByText(escaped(text.content.gone))).toBeVisible()
      await expect(page.locator('.pu-due-late')).toBeVisible()
      await expect(
        page.getByRole('link', { name: filled(text.content.doOf.open, { name: names.inSubject }) }),
      ).toHaveCount(0)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    // Nobody else opens it.
    const stranger = await platform.createAccount(`pack-stranger-${language}`, people.other)
    const page = await open(language, stranger)
    await page.goto(`/#/center/student-study-pack-detail/${id}`)
    await page.waitForURL(/error-page\/900005/)
  })
}
