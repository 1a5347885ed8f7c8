/**
 * The first hour of each role, by what its screens show alone: from the home page on, over links, buttons and menus. The axe
 * looks at every screen, no call is refused, and no screen moves by itself.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import studyCn from '#modules/content/study/messages/cn.json' with { type: 'json' }
import studyEn from '#modules/content/study/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import pushesCn from '#modules/learning/pushes/messages/cn.json' with { type: 'json' }
import pushesEn from '#modules/learning/pushes/messages/en.json' with { type: 'json' }
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import messagesCn from '#modules/platform/messages/messages/cn.json' with { type: 'json' }
import messagesEn from '#modules/platform/messages/messages/en.json' with { type: 'json' }
import operationsCn from '#modules/platform/operations/messages/cn.json' with { type: 'json' }
import operationsEn from '#modules/platform/operations/messages/en.json' with { type: 'json' }
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, type OpenPage, test } from './fixtures.ts'
import { shiftMax, takeShift, watchShift } from './layout-shift.ts'
import { chooseStart, HOUR_MS, type Language, words as liveWords } from './live-form.ts'
import { watchOpening } from './opening.ts'
import type { Account, Platform } from './platform.ts'

const dayMs = 24 * HOUR_MS
const media = join(import.meta.dirname, '../../demo/media')

const words = {
  cn: {
    ...{ catalog: catalogCn, study: studyCn, courses: coursesCn, pushes: pushesCn, identity: identityCn },
    ...{ messages: messagesCn, operations: operationsCn, shell: shellCn },
    ...{ due: '新员工第一周', first: '消防安全基础', found: '客户沟通', made: '会议主持', live: '年中分享会' },
    menu: { courses: '课程', progress: '学习进度', roles: '角色与授权', audit: '审计日志' },
    branch: '客户成功部',
  },
  en: {
    ...{ catalog: catalogEn, study: studyEn, courses: coursesEn, pushes: pushesEn, identity: identityEn },
    ...{ messages: messagesEn, operations: operationsEn, shell: shellEn },
    ...{ due: 'First week', first: 'Fire safety', found: 'Talking to customers', made: 'Leading a meeting' },
    ...{ live: 'Midyear talk', branch: 'Customer success' },
    menu: { courses: 'Courses', progress: 'Learning progress', roles: 'Roles', audit: 'Audit log' },
  },
} as const

/** A message of the product with its variables filled. */
const filled = (text: string, variables: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(variables[name] ?? ''))

/** Everything that a text may say in place of its variables. */
const saying = (text: string) => new RegExp(text.replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/\{\w+\}/g, '.+'))

interface Walk {
  readonly page: Page
  /** The screen with this heading has opened: what it asked for was answered, and it has not moved meanwhile. */
  at(heading: string | RegExp): Promise<void>
  /** What a press has changed on the screen: a dialog, a panel, another tab. It may move what is there. */
  look(): Promise<void>
  /** Opens a screen of the administration by typing its name into the menu. */
  byMenu(name: string): Promise<void>
}

/** Begins on the home page. */
async function walkOf(open: OpenPage, language: Language, account: Account): Promise<Walk> {
  const { shell } = words[language]
  const page = await open(language, account)
  await watchShift(page)
  const opening = watchOpening(page)
  const rest = async () => {
    expect(await opening.rest(), page.url()).toEqual([])
    await expectAccessible(page)
    return takeShift(page)
  }
  const at = async (heading: string | RegExp) => {
    await expect(page.locator('main').getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const { sum, moved } = await rest()
    expect(sum, `${page.url()} moved: ${moved.join(', ')}`).toBeLessThan(shiftMax)
  }
  const look = async () => void (await rest())
  const byMenu = async (name: string) => {
    const search = page.getByRole('navigation', { name: shell.manage }).getByRole('searchbox')
    await search.fill(name)
    await search.press('Enter')
    await at(name)
  }
  await page.goto('/#/home-v')
  await at(/./)
  return { page, at, look, byMenu }
}

const main = ({ page }: Walk) => page.locator('main')
const sectionOf = (walk: Walk, title: string) => main(walk).getByRole('region', { name: title, exact: true })
const authorIn = (platform: Platform, { id }: Account) => {
  const { companyId } = platform
  return { id, companyId, organizationId: companyId }
}

for (const language of languagesOf('cn'))
  test(`a learner’s first hour (${language})`, async ({ open, platform }) => {
    const { courses, messages, study, menu, due, first, found } = words[language]
    const lecturer = await platform.createAccount('author', '江讲师', ['lecturer'])
    const learner = await platform.createAccount('learner', '薛学员')
    const author = authorIn(platform, lecturer)
    const sections = [{ title: 'A1' }, { title: 'A2' }]
    const course = await buildCourse(platform.db, { author, name: first, chapters: [{ title: 'A', sections }] })
    const trial = [{ title: 'B1', body: '<p>先听，再说。</p>', freePreview: true }, { title: 'B2' }]
    await buildCourse(platform.db, { author, name: found, chapters: [{ title: 'B', sections: trial }] })
    await buildPush(platform.db, {
      ...{ author, name: due, publishedAt: Date.now() - dayMs, cutOffAt: Date.now() + dayMs },
      contents: [{ businessType: 1, businessId: course.id, name: first }],
      members: [{ id: learner.id }],
    })

    // What is due stands on the home page, and leads to the first section.
    const walk = await walkOf(open, language, learner)
    const { page, at, look } = walk
    await sectionOf(walk, messages.todo.title).getByRole('link', { name: due, exact: true }).click()
    await at(due)
    await main(walk).getByRole('link', { name: first }).first().click()
    await at(first)
    const { register, start } = courses.detail
    await main(walk)
      .getByRole('button', { name: new RegExp(`${register}|${start}`) })
      .first()
      .click()
    const rows = page.locator('.co-outline-row')
    await expect(rows.nth(0)).toHaveAttribute('data-state', 'done')
    const progress = page.getByRole('progressbar', { name: courses.detail.progress })
    await expect(progress).toHaveAttribute('aria-valuenow', /[1-9]/)
    await look()

    // Another course is found, looked at, tried, and started.
    await page.getByRole('banner').getByRole('link', { name: menu.courses, exact: true }).click()
    await at(courses.catalogue.title)
    await main(walk).getByRole('searchbox').fill(found)
    await main(walk)
      .getByRole('link', { name: saying(found) })
      .first()
      .click()
    await at(found)
    await expect(page.getByRole('region', { name: courses.offer.title })).toBeVisible()
    await page.getByRole('button', { name: courses.offer.try }).click()
    await expect(page.getByText('先听，再说。')).toBeVisible()
    await look()
    await page.getByRole('button', { name: register }).first().click()
    await expect(progress).toBeVisible()
    await look()

    // The to-dos, the bell, and what has been learned so far.
    const top = page.getByRole('banner')
    await top.getByRole('link', { name: saying(messages.bell.todosCount) }).click()
    await at(messages.todo.title)
    await expect(main(walk).getByRole('link', { name: due, exact: true })).toBeVisible()
    await top.getByRole('button', { name: new RegExp(`^${messages.bell.label}`) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
    await page.locator('.sy-user-menu').click()
    await page.getByRole('menuitem', { name: words[language].shell.center }).click()
    await sectionOf(walk, study.figures.title).getByRole('link', { name: study.record.title }).click()
    await at(saying(study.record.of))
    await expect(main(walk).getByText(first)).toBeVisible()
    await expect(main(walk).getByText(found)).toBeVisible()
  })

for (const language of languagesOf('en'))
  test(`a lecturer’s first hour (${language})`, async ({ open, platform }) => {
    const { courses, catalog, first, made, live: talk } = words[language]
    const { live, kit } = liveWords[language]
    const lecturer = await platform.createAccount('lecturer', '江讲师', ['lecturer'])
    const course = await buildCourse(platform.db, { author: authorIn(platform, lecturer), name: first })
    const learner = await platform.createAccount('learner', '薛学员')
    await buildLearner(platform.db, { member: learner, course })
    const { companyId } = platform
    await buildLive(platform.db, {
      ...{ companyId, hostId: lecturer.id, organizationId: companyId, subject: talk },
      status: 3,
      approvalStatus: 2,
      shareScope: 1,
      ...{ startTime: Date.now() - dayMs, now: Date.now() - 2 * dayMs },
    })

    // The home page has the own courses and live sessions.
    const walk = await walkOf(open, language, lecturer)
    const { page, at, look } = walk
    const own = sectionOf(walk, courses.teaching.title)
    await expect(own.getByRole('link', { name: saying(first) })).toBeVisible()
    await own.getByRole('link', { name: courses.teaching.all }).click()
    await at(courses.authoring.title)

    // A course out of two files is published.
    const { create, createGo, files } = courses.authoring
    const { publish } = courses.authoring.do
    await main(walk).getByRole('button', { name: create, exact: true }).first().click()
    await page.getByRole('dialog').getByRole('textbox').first().fill(made)
    await look()
    await page.getByRole('dialog').getByRole('button', { name: createGo }).click()
    await at(made)
    const chapter = page.locator('.co-edit-chapter').first()
    const chosen = ['onboarding-guide.pdf', 'compliance-guide.pdf'].map((name) => join(media, name))
    await chapter.getByRole('button', { name: files.add }).waitFor()
    await chapter.locator('input[type=file]').setInputFiles(chosen)
    await expect(chapter.locator('.co-edit-section')).toHaveCount(2)
    await look()
    await main(walk).getByRole('button', { name: publish, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: publish, exact: true }).click()
    const done = page.getByRole('dialog', { name: catalog.published.published })
    await expect(done).toBeVisible()
    await look()
    await done.getByRole('link', { name: catalog.published.look }).click()
    await at(made)

    // An ended live session is copied.
    await page.getByRole('banner').getByRole('link').first().click()
    const lives = sectionOf(walk, live.home.own)
    await expect(lives).toBeVisible()
    await look()
    await lives.getByRole('link', { name: live.home.more }).click()
    await at(live.manage.title)
    await main(walk)
      .getByRole('row', { name: saying(talk) })
      .getByRole('link', { name: live.after.copy })
      .click()
    const copy = page.getByRole('dialog', { name: live.form.titleCopy })
    await expect(copy.getByLabel(live.form.subject, { exact: true })).toHaveValue(saying(talk))
    await look()
    await chooseStart(copy, language, Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + dayMs)
    await copy.getByRole('button', { name: live.form.button.confirm, exact: true }).click()
    await expect(page.getByText(kit['reservation-successful'])).toBeVisible()
    await look()
  })

for (const language of languagesOf('cn'))
  test(`the first hour of a department’s manager (${language})`, async ({ open, platform }) => {
    const { courses, pushes, study, shell, menu, due, first } = words[language]
    const lecturer = await platform.createAccount('author', '江讲师', ['lecturer'])
    const manager = await platform.createAccount('manager', '何经理', ['admin'])
    await sql`update identity.role_grant set organization_id = ${platform.departmentId} where member_id = ${manager.id}`.execute(
      platform.db,
    )
    const people = [
      await platform.createAccount('slow', '王小川'),
      await platform.createAccount('slower', '李大力'),
      await platform.createAccount('fast', '林知远'),
    ]
    const course = await buildCourse(platform.db, { author: authorIn(platform, lecturer), name: first })
    const [section] = course.sections
    for (const [index, member] of people.entries())
      await buildLearner(platform.db, {
        ...{ member, course, registeredAt: Date.now() - 3 * dayMs },
        ...(index === 2 && section && { watched: [{ section, share: 1 }], studiedAt: Date.now() - dayMs }),
      })
    await buildPush(platform.db, {
      ...{ author: authorIn(platform, manager), name: due },
      ...{ publishedAt: Date.now() - 3 * dayMs, cutOffAt: Date.now() - HOUR_MS },
      contents: [{ businessType: 1, businessId: course.id, name: first }],
      members: people.map(({ id }, index) => ({ id, taskStatus: index === 2 ? 3 : 1 })),
    })

    // The home page says that somebody of the team is late; the team says who.
    const walk = await walkOf(open, language, manager)
    const { page, at, look } = walk
    const department = '研发中心'
    const team = sectionOf(walk, pushes.home.team)
    await expect(team.getByText(saying(pushes.home.teamWeek))).toBeVisible()
    await team.getByRole('link', { name: saying(department) }).click()
    await at(department)
    const row = (name: string) => page.getByRole('region', { name: pushes.team.ranking }).getByRole('row', { name })
    for (const name of ['王小川', '李大力'])
      await expect(row(name)).toContainText(filled(pushes.team.overdue, { count: 1 }))

    // They are reminded where they are seen: on the board of the course.
    await page.getByRole('banner').getByRole('link', { name: shell.manage, exact: true }).click()
    await at(words[language].operations.overview.title)
    await walk.byMenu(menu.progress)
    await main(walk).getByRole('link', { name: first }).click()
    await at(saying(first))
    await main(walk)
      .getByRole('button', { name: filled(courses.board.chooseAll_other, { count: people.length }) })
      .click()
    await main(walk)
      .getByRole('button', { name: filled(pushes.board.remind_other, { count: people.length }) })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(filled(pushes.board.reaches_other, { count: 2 }))).toBeVisible()
    await look()
    await dialog.getByRole('button', { name: pushes.urge.send, exact: true }).click()
    await main(walk).getByRole('button', { name: pushes.board.sent }).click()
    await expect(page.getByRole('dialog')).toContainText(first)
    await look()
    await page.keyboard.press('Escape')

    // The gradebook shows who is not done, and hands that out.
    await walk.byMenu(study.gradebook.title)
    await main(walk).getByRole('combobox', { name: study.gradebook.status }).click()
    await page.getByTitle(study.gradebook.state['not-started'], { exact: true }).click()
    await expect(main(walk).getByRole('grid', { name: study.gradebook.title }).getByText('林知远')).toHaveCount(0)
    await look()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main(walk).getByRole('button', { name: study.gradebook.export }).click(),
    ])
    const cells = (await readSpreadsheet(await readFile(await file.path()))).flat()
    expect(cells).toEqual(expect.arrayContaining(['王小川', '李大力', expect.stringContaining(first)]))
    expect(cells).not.toContain('林知远')
  })

for (const language of languagesOf('en'))
  test(`an administrator’s first hour (${language})`, async ({ open, platform }) => {
    const { identity, operations, shell, menu, branch } = words[language]
    const { organizations, roles, import: importing } = identity
    const chief = await platform.createAccount('chief', '周主管', ['super-admin'])
    const walk = await walkOf(open, language, chief)
    const { page, at, look, byMenu } = walk
    const dialog = page.getByRole('dialog')

    // The overview, and an organization by its button.
    await main(walk)
      .getByRole('link', { name: saying(shell.home.manage) })
      .click()
    await at(operations.overview.title)
    await byMenu(organizations.title)
    await main(walk).getByRole('button', { name: organizations.create }).click()
    await dialog.getByRole('textbox', { name: organizations.name }).fill(branch)
    await look()
    await dialog.getByRole('button', { name: organizations.confirm.add, exact: true }).click()
    await expect(main(walk).getByText(branch, { exact: true })).toBeVisible()
    await look()

    // Two members come out of a sheet; a wrong cell is corrected in the table.
    await byMenu(identity.members.title)
    await main(walk).getByRole('button', { name: identity.members.import, exact: true }).click()
    await at(importing.title)
    const mark = chief.name.replace(/\W/g, '').slice(-8)
    const sheet = [
      ['用户名', '姓名', '组织', '手机号'],
      [`yi.${mark}`, '林一', branch, ''],
      [`er.${mark}`, '周二', branch, '12345'],
    ]
    const file = { name: 'members.xlsx', mimeType: '', buffer: await buffer(xlsxBytes(sheet)) }
    await page.locator('input[type=file]').setInputFiles(file)
    const cell = page.getByRole('textbox', {
      name: filled(shell.corrections.cellLabel, { row: 3, heading: '手机号' }),
    })
    await expect(cell).toHaveValue('12345')
    await look()
    await cell.fill('13912340005')
    await cell.blur()
    await expect(page.getByText(shell.corrections.cellUnchecked)).toBeVisible()
    await page.getByRole('button', { name: importing.recheck }).click()
    await page.getByRole('button', { name: filled(importing.commit_other, { count: 2 }) }).click()
    await dialog.getByRole('button', { name: importing.confirm, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: importing.state.done })).toBeVisible()
    await look()

    // One of them becomes a lecturer, on the page of the role.
    const lecturer = identity.maps.role.lecturer
    await byMenu(menu.roles)
    await main(walk)
      .getByRole('link', { name: new RegExp(`^${lecturer}`) })
      .click()
    await at(lecturer)
    await page.getByRole('tab', { name: roles.members }).click()
    await main(walk).getByRole('button', { name: roles.addMembers }).click()
    const who = dialog.getByRole('combobox', { name: roles.who })
    await who.fill('林一')
    await page.locator('.ant-select-item-option', { hasText: '林一' }).click()
    await dialog.getByRole('combobox', { name: roles.scope }).fill(branch)
    await page.locator('.ant-select-tree-node-content-wrapper', { hasText: branch }).click()
    await look()
    await dialog.getByRole('button', { name: roles.addMembers }).click()
    await expect(page.getByRole('row', { name: saying('林一') })).toContainText(branch)
    await look()

    // The audit log becomes a favorite, and tells what was done.
    const side = page.getByRole('navigation', { name: shell.manage })
    await byMenu(menu.audit)
    await side.getByRole('link', { name: menu.audit, exact: true }).hover()
    await side.getByRole('button', { name: filled(shell.adminMenu.favorite, { name: menu.audit }) }).click()
    await expect(side.getByRole('button', { name: shell.adminMenu.favorites, exact: true })).toBeVisible()
    const entries = main(walk).getByRole('table').first()
    await expect(entries.getByRole('row', { name: saying(identity.audit.grantRole) })).toBeVisible()
    await expect(entries).toContainText(branch)
    await look()
  })
