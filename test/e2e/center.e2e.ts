/** The personal learning center: every section opens, says the right thing, and its figures are those of its tables. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { defaultTimeZone } from '#kit/time-zone.ts'
import studyCn from '#modules/content/study/messages/cn.json' with { type: 'json' }
import studyEn from '#modules/content/study/messages/en.json' with { type: 'json' }
import { setCreditRule } from '#modules/content/study/server.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Platform } from './platform.ts'
import { proves } from './proves.ts'

const words = {
  cn: { study: studyCn, courses: coursesCn, identity: identityCn, shell: shellCn },
  en: { study: studyEn, courses: coursesEn, identity: identityEn, shell: shellEn },
} as const

/** What one studies in this journey, in its language. */
const names = {
  cn: { done: '起重吊装安全', open: '有限空间作业', template: '起重工上岗证' },
  en: { done: 'Safe lifting', open: 'Confined spaces', template: 'Licence to lift' },
} as const

const dayMs = 86_400_000

/** Study time of earlier days, as the player would have left it. */
async function studied(platform: Platform, memberId: string, courseId: string, minutes: readonly number[]) {
  for (const [index, some] of minutes.entries()) {
    const at = Date.now() - (index + 1) * dayMs
    await sql`insert into courses.study_time (member_id, day, course_id, client_type, company_id, study_ms, last_at)
      values (${memberId}, (to_timestamp(${at}::bigint / 1000.0) at time zone ${defaultTimeZone})::date, ${courseId}, 1,
        ${platform.companyId}, ${some * 60_000}, ${at})`.execute(platform.db)
  }
}

/** The number of minutes in `1 小时 30 分钟` or `1 h 30 min`. */
function minutesIn(text: string | null): number {
  const [first = 0, second] = [...(text ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))
  return second === undefined ? first : first * 60 + second
}

const cellsOf = (page: Page, column: number) =>
  page.locator(`.sy-table tbody tr.ant-table-row td:nth-child(${column})`).allTextContents()

for (const language of languagesOf('en')) {
  const { study, courses, identity, shell } = words[language]
  const { done, open: underWay, template } = names[language]

  test(`the center and all its sections (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`center-lecturer-${language}`, '沈讲师', ['lecturer'])
    const learner = await platform.createAccount(`center-learner-${language}`, '顾学员')
    const { companyId } = platform
    const author = { id: lecturer.id, companyId, organizationId: companyId }
    const chapters = [{ sections: [{ kind: 'text' as const }] }]
    const finished = await buildCourse(platform.db, { author, name: done, chapters })
    const started = await buildCourse(platform.db, {
      author,
      name: underWay,
      chapters: [{ sections: [{ kind: 'text' }, { kind: 'text' }, { kind: 'text' }] }],
    })
    const ref = { businessType: 1, businessId: finished.id }
    await setCreditRule(platform.db, {
      companyId,
      ref,
      classHourHundredths: 250,
      creditHundredths: 150,
      now: Date.now(),
    })
    await buildTemplate(platform.db, { author, name: template, titleCn: template })
    await studied(platform, learner.id, started.id, [25, 40, 7])
    await sql`insert into courses.note (id, company_id, member_id, course_id, content, is_public, created_at, updated_at)
      values (${uuid()}, ${companyId}, ${learner.id}, ${started.id}, ${`${underWay} ✓`}, false, ${Date.now()}, ${Date.now()})`.execute(
      platform.db,
    )

    // One course is finished, the other started.
    const page = await open(language, learner, { width: 1440 })
    await page.goto(`/#/study/course/detail/${finished.id}`)
    await page.getByRole('button', { name: courses.detail.register }).first().click()
    await expect(page.getByText(courses.celebration.kicker)).toBeVisible()
    await page.goto(`/#/study/course/detail/${started.id}`)
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/playback') && answer.ok()),
      page.getByRole('button', { name: courses.detail.register }).first().click(),
    ])
    await page.goto('/#/center')

    // The figures, once the class hours have been given.
    const figures = page.locator('.st-figures')
    await expect(async () => {
      await page.reload()
      await expect(figures.getByText('2.5', { exact: true })).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 240_000 })
    await proves(['COURSE-017', 'IDENTITY-004'], async () => {
      await expect(figures.getByText('2.5', { exact: true })).toBeVisible()
      await expect(figures.getByText('1.5', { exact: true })).toBeVisible()
      await expect(page.locator('dt').filter({ hasText: study.figures.studyTime })).toHaveCount(1)
    })
    const shownMinutes = minutesIn(
      await figures.locator('div').filter({ hasText: study.figures.studyTime }).locator('dd').textContent(),
    )
    await expect(page.getByRole('heading', { name: study.continue.title })).toBeVisible()
    await expect(page.locator('.st-continue').getByRole('link', { name: underWay })).toBeVisible()
    await expectAccessible(page)

    // Every section that the list names opens and has a heading; what belongs to no module is not there.
    const sections = page.getByRole('navigation', { name: shell.center, exact: true })
    const addresses = await sections
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await proves('IDENTITY-005', () => expect(addresses.length).toBeGreaterThanOrEqual(10))
    expect(addresses.filter((address) => /orders|invoices|addresses|comments|class$/.test(address ?? ''))).toEqual([])
    for (const address of addresses) {
      await page.goto(`/${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(identity.center.noSection)).toHaveCount(0)
      await expect(page.locator('.sy-loading')).toHaveCount(0)
      await expectAccessible(page)
    }

    // Study time: the rows add up to the figure, and the file has them.
    await page.goto('/#/center/my/study')
    await expect(page.getByRole('cell', { name: underWay }).first()).toBeVisible()
    const rows = await cellsOf(page, 4)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    const sum = rows.reduce((total, text) => total + minutesIn(text), 0)
    // Each row is rounded to minutes by itself.
    expect(Math.abs(sum - shownMinutes)).toBeLessThanOrEqual(rows.length)
    expect(shownMinutes).toBeGreaterThanOrEqual(72)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: study.times.exports.csv }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines.length).toBe(rows.length + 1)
    expect(lines.filter((line) => line.includes(underWay)).length).toBeGreaterThanOrEqual(3)

    // Class hours and credit: what gave them, and the sum above.
    await page.goto('/#/center/my/class-hour')
    await proves('COURSE-013', async () => {
      await expect(page.locator('.st-total strong')).toHaveText('2.5')
      await expect(page.getByRole('cell', { name: done })).toBeVisible()
    })
    await page.getByRole('tab', { name: study.credit }).click()
    await proves('COURSE-014', async () => {
      await expect(page).toHaveURL(/center\/my\/credit$/)
      await expect(page.locator('.st-total strong')).toHaveText('1.5')
      await expect(page.getByRole('cell', { name: done })).toBeVisible()
    })

    // Notes and timeline lead back to where they came from.
    await page.goto('/#/center/my/notes')
    await expect(page.getByText(`${underWay} ✓`)).toBeVisible()
    await page.goto('/#/center/my/timeline')
    await expect(page.getByRole('link', { name: done }).first()).toBeVisible()

    // On a phone, in the dark.
    const phone = await open(language, learner, { width: 390, dark: true })
    for (const address of ['/#/center', '/#/center/my/study', '/#/center/my/certificates']) {
      await phone.goto(address)
      await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(phone)
      expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    await phone.goto('/#/center/my/orders')
    await expect(phone.getByText(identity.center.noSection)).toBeVisible()
  })
}
