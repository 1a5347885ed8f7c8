/** One field for everything: a sentence that is spoken in a video is found, and opens at its second. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import searchCn from '#modules/insight/search/messages/cn.json' with { type: 'json' }
import searchEn from '#modules/insight/search/messages/en.json' with { type: 'json' }
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'
import { leavePublished } from './published.ts'

const video = join(import.meta.dirname, 'video.mp4')
const words = {
  cn: {
    ...coursesCn,
    ...searchCn,
    course: '消防器材实操',
    said: '拔掉保险销以后再压手柄',
    typed: '保险销',
    open: '搜索',
  },
  en: {
    ...coursesEn,
    ...searchEn,
    course: 'Extinguisher drill',
    said: 'Pull the safety pin before the lever',
    typed: 'safety pin',
    open: 'Search',
  },
} as const

/** A course with a video, published by its author; five seconds into it somebody says something. */
async function publishVideo(platform: Platform, desk: Page, lecturer: Account, language: 'cn' | 'en'): Promise<string> {
  const t = words[language]
  const { companyId, db } = platform
  const author = { id: lecturer.id, companyId, organizationId: companyId }
  const course = await buildCourse(db, { author, name: t.course, status: 'draft', chapters: [{ sections: [] }] })
  await desk.goto(`/#/admin/courses/${course.id}`)
  await desk.getByRole('button', { name: t.kind.video, exact: true }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.locator('input[type=file]').setInputFiles(video)
  const title = drawer.getByRole('textbox', { name: t.authoring.sectionTitle })
  await expect(title).not.toHaveValue('')
  await title.fill('A')
  await drawer.getByRole('button', { name: t.authoring.save, exact: true }).click()
  await expect(drawer).toBeHidden()
  await desk.getByRole('button', { name: t.authoring.do.publish, exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: t.authoring.do.publish, exact: true }).click()
  await leavePublished(desk, language)
  const cues = JSON.stringify([
    { from: 0, to: 3000, text: '…' },
    { from: 5000, to: 8000, text: t.said },
  ])
  await sql`insert into courses.caption (id, company_id, course_id, section_id, language, label, cues, cue_count, updated_at)
    select gen_random_uuid(), c.company_id, c.id, s.id, 'zh-CN', '中文', ${cues}::jsonb, 2, 1
    from courses.course c join courses.section s on s.version_id = c.published_version_id where c.id = ${course.id}`.execute(
    db,
  )
  return course.id
}

for (const language of ['cn', 'en'] as const) {
  const t = words[language]
  test(`what is said in a video is found and opens at its second (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`search-lecturer-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`search-learner-${language}`, '薛学员')
    const courseId = await publishVideo(platform, await open(language, lecturer), lecturer, language)

    const page = await open(language, learner)
    await page.goto(`/#/study/course/detail/${courseId}`)
    await page.getByRole('button', { name: t.detail.register }).first().click()
    await expect(page.locator('video')).toBeVisible()

    // By the keyboard alone, from any screen.
    await page.goto('/#/home-v')
    await expect(page.getByRole('button', { name: t.open, exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: t.palette.label })
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await field.fill(t.typed)
    await expect(page.getByRole('option', { selected: true })).toHaveText(
      t.palette.everything.replace('{text}', t.typed),
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/search-v\?q=/)
    const passage = page.getByRole('link').filter({ hasText: '00:05' })
    // The index follows within seconds.
    await expect(async () => {
      await page.reload()
      await expect(passage).toBeVisible({ timeout: 2000 })
    }).toPass()
    await proves('SYSTEM-005', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title)
      await expect(passage.locator('mark').first()).toBeVisible()
      expect((await passage.locator('mark').allTextContents()).join(' ')).toContain(t.typed.split(' ').at(-1))
    })
    await proves('SYSTEM-218', async () => {
      const tabs = await page.getByRole('tab').allTextContents()
      expect(tabs.map((tab) => tab.replace(/ \d+\+?$/, ''))).toEqual(Object.values(t.filter))
      expect(tabs[0]).toMatch(/ 1$/)
    })
    await expectAccessible(page)
    await proves('SYSTEM-219', async () => {
      await page.getByRole('tab', { name: new RegExp(`^${t.filter.exam}`) }).click()
      await expect(page.getByText(t.none.here.replace('{name}', t.filter.exam))).toBeVisible()
      await page.getByRole('link', { name: t.none.showAll }).click()
      await expect(passage).toBeVisible()
    })
    await passage.click()
    await expect(page).toHaveURL(/section=[0-9a-f-]{36}&at=5$/)
    await expect
      .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThanOrEqual(4.9)
  })
}

test('the field of the top bar offers screens and commands to whoever may use them', async ({ open, platform }) => {
  const t = words.cn
  const chief = await open('cn', await platform.createAccount('search-chief', '钱主管', ['super-admin']))
  const learner = await open('cn', await platform.createAccount('search-colleague', '孙同事'), { width: 390 })
  const type = async (page: Page, text: string) => {
    await page.keyboard.press('Control+k')
    await page.locator('.sr-palette').getByRole('combobox').fill(text)
  }
  for (const page of [chief, learner]) {
    await page.goto('/#/home-v')
    await expect(page.getByRole('button', { name: t.open, exact: true })).toBeVisible()
  }
  await type(chief, 'members')
  const members = chief.getByRole('option', { name: '成员管理' })
  await members.click()
  await expect(chief.getByRole('heading', { level: 1, name: '成员管理' })).toBeVisible()
  await type(learner, 'members')
  await expect(learner.getByRole('option', { name: '成员管理' })).toHaveCount(0)
  await expectAccessible(learner)
  await learner.getByRole('combobox').fill('english')
  await learner.getByRole('option', { name: '切换到英文' }).click()
  await expect(learner.getByRole('button', { name: words.en.open, exact: true })).toBeVisible()
  await type(learner, 'sign out')
  await learner.getByRole('option', { name: 'Sign out', exact: true }).click()
  await expect(learner).toHaveURL(/#\/login/)
})
