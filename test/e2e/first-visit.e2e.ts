/**
 * What a browser that has kept nothing yet fetches of the two screens that learners see most (decision 112): files of the client,
 * calls, covers. And how the home page comes when the answers are slow. The company has as much content as these screens show.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildPath, buildPathLearner } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { buildNotice } from '#modules/portal/notices/server/notices.fixture.ts'
import { type Visit, visit } from '#tools/page-visits.ts'
import { expect, test } from './fixtures.ts'
import { homeShiftMax, takeShift, watchShift } from './layout-shift.ts'
import { type Account, type Platform, startSession } from './platform.ts'

/**
 * The client's files are the same ones at each visit. How many calls travel in one request depends on how fast the machine is;
 * covers wait for the answers that would move them away.
 */
const requestsMax = { client: 12, all: 28 }
const coversOf = { home: { min: 4, max: 7 }, course: { min: 1, max: 1 }, shop: { min: 4, max: 7 } }
/** `shop`: the home page of a company that sells courses; only that one fetches what says prices. */
const kilobytesMax = {
  home: { client: 184, all: 227 },
  course: { client: 239, all: 268 },
  shop: { client: 189, all: 232 },
}

const courseType = 1
const dayMs = 86_400_000
const covers = join(import.meta.dirname, '../../demo/media/covers')
const named = ['communication', 'compliance', 'data', 'english', 'fire', 'onboarding', 'project', 'python', 'security']

async function uploadCover(platform: Platform, author: Account, name: string): Promise<string> {
  const body = new FormData()
  body.set('kind', 'cover')
  body.set('file', new Blob([readFileSync(join(covers, `${name}.jpg`))]), `${name}.jpg`)
  const headers = { authorization: `Bearer ${await startSession(platform.db, author, 'cn')}` }
  const answer = await fetch(`${platform.origin}/api/v1/human/file/upload`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

/** Courses with covers, four of them started; a path, tasks, live sessions, notices, comments. Answers a started course. */
async function fillCompany(platform: Platform, learner: Account): Promise<string> {
  const { companyId, departmentId, db } = platform
  const lecturer = await platform.createAccount('first-visit-lecturer', '江讲师', ['lecturer'])
  const author = { id: lecturer.id, companyId, organizationId: departmentId }
  const chapters = ['为什么要学', '怎么做', '做给你看'].map((title) => ({
    title,
    sections: Array.from({ length: 4 }, (_, at) => ({ kind: 'text' as const, title: `${title}：第 ${at + 1} 节` })),
  }))
  const built = []
  for (const [at, name] of named.entries()) {
    const coverFileId = await uploadCover(platform, lecturer, name)
    const course = {
      author,
      lecturerId: lecturer.id,
      name: `岗位基础课：第 ${at + 1} 讲`,
      summary: '四节短课，随时可学。',
    }
    built.push(await buildCourse(db, { ...course, coverFileId, chapters }))
  }
  const [first] = built
  if (!first) throw new Error('no course was built')
  for (const course of built.slice(0, 4)) {
    const watched = course.sections.slice(0, 3).map((section) => ({ section, share: 1 }))
    await buildLearner(db, { member: learner, course, watched })
  }
  const contents = built
    .slice(0, 2)
    .map(({ id }, at) => ({ businessType: courseType, businessId: id, name: `第 ${at + 1} 讲` }))
  const path = await buildPath(db, { author, name: '新人上岗', isOpen: true, chapters: [{ sections: contents }] })
  await buildPathLearner(db, { member: learner, pathId: path.id, percent: 20 })
  const now = Date.now()
  for (const day of [1, 2, 3]) {
    const task = {
      author,
      name: `第 ${day} 项任务`,
      contents,
      members: [{ id: learner.id }],
      cutOffAt: now + day * dayMs,
    }
    await buildPush(db, task)
    await buildLive(db, {
      companyId,
      hostId: lecturer.id,
      subject: `第 ${day} 场答疑`,
      startTime: now + day * dayMs,
      now,
    })
    await buildNotice(db, { companyId, authorId: lecturer.id, title: `第 ${day} 条公告`, now })
  }
  for (const [at, name] of ['陈同事', '林同事', '何同事'].entries()) {
    const colleague = await platform.createAccount(`first-visit-${at}`, name)
    await sql`update identity.member set avatar_path = ${`avatars/0-${at + 1}.png`} where id = ${colleague.id}`.execute(
      db,
    )
    const comment = { businessId: first.id, businessType: courseType, content: '讲得很清楚，回去就用得上。' }
    expect(await platform.call(colleague, 'POST', '/system/comment', comment)).toBe(200)
  }
  return first.id
}

const fetched = ({ list }: Visit) => list.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')

const kilobytesOf = (list: Visit['list']) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

for (const screen of ['home', 'course', 'shop'] as const) {
  const kilobytes = kilobytesMax[screen]
  test(`the first visit to the ${screen} page takes few requests and at most ${kilobytes.all} KB`, async ({
    open,
    platform,
  }) => {
    const learner = await platform.createAccount('first-visit', '薛学员')
    const courseId = await fillCompany(platform, learner)
    if (screen === 'shop') await buildPrice(platform.db, { companyId: platform.companyId, itemId: courseId })
    const page = await open('cn', learner)
    // The page counts as starting for some seconds, and its calls travel together. A slow machine must not end that.
    await page.context().addInitScript(`{
      const now = performance.now.bind(performance)
      performance.now = () => now() / 20
    }`)
    const address = screen === 'course' ? `/study/course/detail/${courseId}` : '/home-v'
    const seen = await visit(page.context(), `${platform.origin}/#${address}`)
    // A page that failed would fetch little.
    const pictures = seen.list.map(({ url }) => url).filter((url) => url.includes('/human/file/'))
    expect(pictures.length, fetched(seen)).toBeGreaterThanOrEqual(coversOf[screen].min)
    expect(pictures.length, fetched(seen)).toBeLessThanOrEqual(coversOf[screen].max)
    expect(pictures.filter((url) => !/\?width=\d+$/.test(url))).toEqual([])
    const client = seen.list.filter(({ url }) => !url.startsWith('/api/'))
    expect(client.length, fetched(seen)).toBeLessThanOrEqual(requestsMax.client)
    expect(seen.requests, fetched(seen)).toBeLessThanOrEqual(requestsMax.all)
    expect(kilobytesOf(client), fetched(seen)).toBeLessThanOrEqual(kilobytes.client)
    expect(kilobytesOf(seen.list), fetched(seen)).toBeLessThanOrEqual(kilobytes.all)
  })
}

for (const width of [1366, 390]) {
  test(`the home page stands still while its answers come late, one after the other (${width} px)`, async ({
    open,
    platform,
  }) => {
    const learner = await platform.createAccount('slow-visit', '薛学员')
    await fillCompany(platform, learner)
    const page = await open('cn', learner, { width })
    await watchShift(page)
    // Answers that would come together come alone, each later than the one before, the first after the screen is shown.
    await page.route('**/api/v1/system/calls', (route) => route.fulfill({ status: 404 }))
    let lateMs = 700
    await page.route(/\/api\/v1\/(?!system\/calls|human\/member\/current|human\/file|.*events)/, async (route) => {
      lateMs += 100
      await new Promise((resolve) => setTimeout(resolve, lateMs))
      await route.continue().catch(() => undefined)
    })
    const fetchedCovers = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/human/file/')) fetchedCovers.add(request.url())
    })
    await page.goto('/#/home-v')
    for (const text of ['第 1 项任务', '第 1 场答疑', '第 1 条公告', '新人上岗', '岗位基础课：第 9 讲'])
      await expect(page.getByText(text).first()).toBeVisible()
    const shift = await takeShift(page)
    expect(shift.sum, shift.moved.join(', ')).toBeLessThanOrEqual(homeShiftMax)
    // None of those that stood near for a moment, because what belongs above them had not been answered.
    expect([...fetchedCovers].length).toBeLessThanOrEqual(coversOf.home.max)
  })
}
