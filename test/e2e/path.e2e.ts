/** A learning path whose first chapter has more sections than a page: locked, studied, unlocked, gone on with. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import cn from '#modules/learning/paths/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/paths/messages/en.json' with { type: 'json' }
import { type BuiltPath, buildPath, buildPathLearner } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

const words = { cn: { paths: cn, courses: coursesCn }, en: { paths: en, courses: coursesEn } } as const
const named = {
  cn: {
    path: '店长成长路径',
    course: '课程',
    subject: '开店专题',
    live: '开店直播',
    last: '收银实操',
    chapters: ['认识门店', '带好班组', '独当一面'],
  },
  en: {
    path: 'To store manager',
    course: 'Course',
    subject: 'Opening a store',
    live: 'Live from a store',
    last: 'At the till',
    chapters: ['The store', 'The team', 'On your own'],
  },
} as const

/** Required courses of the first chapter that are finished before the journey begins. */
const finishedCourses = 99

interface Stage {
  readonly path: BuiltPath
  /** The last required section of the first chapter, the 102nd. */
  readonly last: string
}

/** Three chapters, the first of 102 sections of three kinds: all that is required is done but the last. */
async function stageOf(platform: Platform, language: 'cn' | 'en', lecturer: Account, learner: Account): Promise<Stage> {
  const { db, companyId } = platform
  const name = named[language]
  const now = Date.now()
  const author = { id: lecturer.id, companyId, organizationId: companyId }
  const member = { id: learner.id, companyId }
  const course = async (title: string) =>
    buildCourse(db, { author, name: title, chapters: [{ sections: [{ kind: 'text' }] }] })
  const required: { businessType: number; businessId: string; name: string }[] = []
  for (let at = 1; at <= finishedCourses; at += 1) {
    const title = `${name.course} ${at}`
    const built = await course(title)
    const [section] = built.sections
    if (!section) throw new Error('A course without a section.')
    await buildLearner(db, { member, course: built, watched: [{ section, share: 1 }] })
    required.push({ businessType: 1, businessId: built.id, name: title })
  }
  const subject = await buildSubject(db, {
    author,
    name: name.subject,
    stages: [{ contents: [{ businessId: required[0]?.businessId ?? '' }] }],
  })
  await sql`insert into subjects.registration (member_id, subject_id, company_id, status, registered_at,
      started_at, touched_at, finished_at)
    values (${learner.id}, ${subject.id}, ${companyId}, 2, ${now}, ${now}, ${now}, ${now})`.execute(db)
  const live = await buildLive(db, { companyId, hostId: lecturer.id, subject: name.live, status: 2, now })
  await sql`insert into live.completion (live_id, member_id, company_id, finished_at)
    values (${live}, ${learner.id}, ${companyId}, ${now})`.execute(db)
  const last = await course(name.last)
  const [second, third] = [await course(name.chapters[1]), await course(name.chapters[2])]
  const path = await buildPath(db, {
    author,
    name: name.path,
    chapters: [
      {
        title: name.chapters[0],
        sections: [
          ...required,
          { businessType: 2, businessId: subject.id, name: name.subject },
          { businessType: 15, businessId: live, name: name.live },
          { businessType: 1, businessId: last.id, name: name.last },
        ],
      },
      { title: name.chapters[1], sections: [{ businessType: 1, businessId: second.id, name: name.chapters[1] }] },
      { title: name.chapters[2], sections: [{ businessType: 1, businessId: third.id, name: name.chapters[2] }] },
    ],
  })
  await buildPathLearner(db, { member, pathId: path.id })
  return { path, last: last.id }
}

/** Asks the server to open a section as the page's own script would, whatever the screen offers. */
async function openAnyway(page: Page, pathId: string, sectionId: string) {
  const [asked] = await Promise.all([page.waitForRequest(/find-basic-info|system\/calls/), page.reload()])
  const { authorization = '', version = '' } = await asked.allHeaders()
  const answer = await page.request.post('/api/v1/course-study/position-manage/update-lesson-location', {
    headers: { authorization, version },
    data: { pathId, sectionId },
  })
  return { status: answer.status(), body: (await answer.json()) as { errorCode?: number; data?: { code?: string } } }
}

for (const language of languagesOf('en')) {
  const { paths, courses } = words[language]
  const name = named[language]

  test(`a path of more sections than a page unlocks rightly (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`path-lecturer-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`path-learner-${language}`, '薛学员')
    const { path, last } = await stageOf(platform, language, lecturer, learner)
    const [first, second] = path.chapters
    const lastId = first?.sectionIds.at(-1) ?? ''
    const secondId = second?.sectionIds[0] ?? ''
    const why = paths.lock.earlier.replace('{names}', paths.lock.quoted.replace('{name}', name.last))

    // Two stations are locked, and say what opens them; the server refuses what the screen locks.
    const page = await open(language, learner)
    await page.goto(`/#/branch-post-learning-detail/${path.id}`)
    const map = page.getByRole('navigation', { name: paths.map.label })
    const station = (index: number) => map.getByRole('button').nth(index)
    await proves('COURSE-002', async () => {
      for (const [index, title] of name.chapters.entries()) await expect(station(index)).toContainText(title)
    })
    const panel = page.getByRole('region', { name: name.chapters[1] })
    await proves('COURSE-040', async () => {
      await expect(station(1)).toHaveAttribute('data-state', 'locked')
      await expect(station(2)).toHaveAttribute('data-state', 'locked')
      await expectAccessible(page)
      await station(1).click()
      await expect(panel.getByRole('note')).toHaveText(why)
      await expect(panel.getByRole('button', { name: name.chapters[1] })).toHaveCount(0)
    })
    await expectAccessible(page)
    const refused = await openAnyway(page, path.id, secondId)
    expect(refused).toMatchObject({ status: 422, body: { errorCode: 380501, data: { code: 'earlier-chapters' } } })

    // The first chapter comes in pages of a hundred.
    await station(0).click()
    const list = page.getByRole('region', { name: name.chapters[0] })
    const rows = list.locator('.lp-section')
    const more = list.getByRole('button', {
      name: paths.chapter.more.replace('{shown}', '100').replace('{count}', '102'),
    })
    await proves('COURSE-050', () => expect(rows).toHaveCount(100))
    await proves('COURSE-051', async () => {
      await expect(list.getByText(paths.chapter.all, { exact: true })).toHaveCount(0)
      await more.click()
      await expect(rows).toHaveCount(102)
      await expect(list.getByText(paths.chapter.all, { exact: true })).toBeVisible()
      await expect(more).toHaveCount(0)
    })
    await expect(rows.nth(100)).toContainText(name.live)
    await expect(rows.nth(100)).toHaveAttribute('data-state', 'done')

    // The path knows what is next, though it stands beyond the first page; it is studied to its end.
    await page.reload()
    await expect(page.getByText(name.last, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: paths.path.begin }).click()
    await page.waitForURL(new RegExp(last))
    await page.getByRole('button', { name: courses.detail.start }).first().click()
    await expect(page.getByText(courses.celebration.kicker)).toBeVisible()

    // The next visit starts where this one ended: the section of the second page is found and focused.
    await page.goto(`/#/branch-post-learning-detail/${path.id}`)
    await proves('COURSE-040', async () => {
      await expect(station(1)).toHaveAttribute('data-state', 'open')
      await expect(station(2)).toHaveAttribute('data-state', 'locked')
    })
    await expect(station(0)).toContainText(paths.map.here)
    await expect(station(1)).toContainText(paths.map.next)
    await expect(
      page.getByRole('region', { name: name.chapters[1] }).getByRole('button', { name: name.chapters[1] }),
    ).toBeVisible()
    await station(0).click()
    await proves('COURSE-048', async () => {
      await list.getByRole('button', { name: paths.chapter.jump }).click()
      const active = list.locator('[aria-current=step]')
      await expect(active).toContainText(name.last)
      await expect(active.getByRole('button', { name: name.last })).toBeFocused()
    })
    await expectAccessible(page)
    expect((await openAnyway(page, path.id, secondId)).status).toBe(200)
    const third = path.chapters[2]?.sectionIds[0] ?? ''
    expect((await openAnyway(page, path.id, third)).body).toMatchObject({ errorCode: 380501 })

    // What is removed is in nobody's way: where the learner stood is gone, the rest stays open.
    await sql`update paths.registration set lesson_location = ${lastId} where path_id = ${path.id}`.execute(platform.db)
    await sql`delete from paths.section where id = ${lastId}`.execute(platform.db)
    await page.reload()
    await expect(station(0)).toHaveAttribute('data-state', 'done')
    await expect(station(1)).toHaveAttribute('data-state', 'open')

    // On a phone, by the keyboard alone.
    const phone = await open(language, learner, { width: 390, dark: true })
    await phone.goto(`/#/branch-post-learning-detail/${path.id}`)
    const small = phone.getByRole('navigation', { name: paths.map.label }).getByRole('button').nth(2)
    await small.focus()
    await phone.keyboard.press('Enter')
    await expect(phone.getByRole('region', { name: name.chapters[2] }).getByRole('note')).toBeVisible()
    await expectAccessible(phone)
  })
}
