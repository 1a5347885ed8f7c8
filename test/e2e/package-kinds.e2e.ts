import type { Frame, Page } from '@playwright/test'
import { sql } from 'kysely'
import coursesCn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import coursesEn from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import cn from '#modules/learning/packages/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/packages/messages/en.json' with { type: 'json' }
import { h5pQuestion } from '#tools/seed/package-archives.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { cmi5Package, sequencedPackage, xapiPackage } from './package-kinds.ts'
import type { Account, Platform } from './platform.ts'

const words = { cn, en } as const
const coursesWords = { cn: coursesCn, en: coursesEn } as const

/** What a script of a package gets of the site, and of what another package left in the browser. */
const nothing = {
  siteDocument: 'SecurityError',
  siteStorage: 'SecurityError',
  siteAddress: 'SecurityError',
  cookies: 'nothing',
  leadAway: 'SecurityError',
  opener: 'nothing',
  earlierStorage: 'nothing',
}

/** The frame of the package that stands at this file, when it has started. */
async function frameAt(page: Page, file: string): Promise<Frame> {
  const isThere = (frame: Frame) => frame !== page.mainFrame() && frame.url().split(/[?#]/)[0]?.endsWith(file) === true
  await expect.poll(() => page.frames().some(isThere)).toBe(true)
  const frame = page.frames().find(isThere)
  if (!frame) throw new Error(`${file} is not shown`)
  await frame.waitForLoadState('load')
  return frame
}

async function upload(page: Page, text: (typeof words)['cn'], name: string, buffer: Buffer): Promise<void> {
  await page.goto('/#/manage/packages')
  await page.getByRole('button', { name: text.page.upload }).click()
  const mimeType = 'application/zip'
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** The ids of the author's packages by title, when all are prepared. */
async function preparedIds({ db }: Platform, author: Account, count: number): Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const { rows } = await sql<{ id: string; title: string; state: string }>`
      select id, title, state from packages.package where created_by = ${author.id}`.execute(db)
    return rows
  }
  await expect.poll(async () => (await read()).filter(({ state }) => state === 'ready').length).toBe(count)
  return new Map((await read()).map(({ id, title }) => [title, id]))
}

async function progressOf({ db }: Platform, courseId: string, member: Account) {
  const { rows } = await sql<{ done: number; isFinished: boolean }>`
    select (select count(*)::int from courses.section_progress p where p.course_id = r.course_id and p.member_id = r.member_id
        and p.finished_at is not null) as done, r.finished_at is not null as "isFinished"
    from courses.registration r where r.course_id = ${courseId} and r.member_id = ${member.id}`.execute(db)
  return rows[0]
}

for (const language of languagesOf('cn')) {
  const text = words[language]
  const isChinese = language === 'cn'
  const units = isChinese ? (['准备', '操作', '复盘'] as const) : (['Prepare', 'Operate', 'Review'] as const)
  const titles = isChinese
    ? { xapi: '设备点检', cmi5: '叉车安全', sequenced: '起重作业' }
    : { xapi: 'Checking devices', cmi5: 'Forklift safety', sequenced: 'Lifting loads' }

  test(`[COURSE-057] packages of every kind, studied to the end of their course (${language})`, async ({
    open,
    platform,
  }) => {
    const author = await platform.createAccount(`lei-${language}`, isChinese ? '雷讲师' : 'Lei', ['lecturer'])
    const learner = await platform.createAccount(`duo-${language}`, isChinese ? '多学员' : 'Duo')

    // The author uploads them.
    const desk = await open(language, author)
    await upload(desk, text, 'xapi.zip', xapiPackage(titles.xapi))
    await upload(desk, text, 'cmi5.zip', cmi5Package(titles.cmi5))
    await upload(desk, text, 'question.h5p', h5pQuestion())
    await upload(desk, text, 'sequenced.zip', sequencedPackage(titles.sequenced, units))
    const ids = await preparedIds(platform, author, 4)
    // What is done counts at once, but of xAPI after half an hour and of cmi5 after eight seconds.
    await sql`update packages.package set shortest_ms = case kind when 'xapi' then 1800000 when 'cmi5' then 8000 else 0 end
      where created_by = ${author.id}`.execute(platform.db)
    const question = [...ids.keys()].find((title) => !Object.values(titles).includes(title)) ?? ''
    const order = [titles.sequenced, titles.xapi, titles.cmi5, question]
    const course = await buildCourse(platform.db, {
      author: { id: author.id, companyId: platform.companyId, organizationId: platform.departmentId },
      name: isChinese ? '四种课件' : 'Four kinds of packages',
      chapters: [
        { sections: order.map((title) => ({ kind: 'package' as const, title, packageId: ids.get(title) ?? '' })) },
      ],
    })
    const isDone = (count: number) =>
      expect.poll(async () => (await progressOf(platform, course.id, learner))?.done).toBe(count)

    // SCORM 2004: its manifest lets nothing be chosen, and the second unit be done only when the first is passed.
    const page = await open(language, learner, { dark: !isChinese })
    await page.goto(`/#/study/course/detail/${course.id}`)
    await page.getByRole('button', { name: coursesWords[language].detail.register }).first().click()
    const first = await frameAt(page, 'sco0.html')
    expect(await first.evaluate('got')).toEqual(nothing)
    const contents = page.getByRole('navigation', { name: text.player.unitsOf.replace('{title}', titles.sequenced) })
    await expect(contents.getByRole('button', { name: units[1] })).toBeDisabled()
    await expect(contents.getByRole('button', { name: text.player.previous })).toBeDisabled()
    await expectAccessible(page)
    await first.locator('#note').click()
    await first.locator('#pass').click()
    await contents.getByRole('button', { name: text.player.next }).click()
    await frameAt(page, 'sco1.html')
    await expect(contents.getByRole('button', { name: text.player.previous })).toBeEnabled()

    // Reloaded in the middle, it goes on in the second unit; the first still has its data.
    const rows = page.locator('.co-outline-row')
    await page.reload()
    await rows.nth(0).click()
    const again = await frameAt(page, 'sco1.html')
    await contents.getByRole('button', { name: text.player.previous }).click()
    const back = await frameAt(page, 'sco0.html')
    await expect(back.locator('#kept')).toHaveText(`answers=${units[0]}`)
    expect(again.isDetached()).toBe(true)
    await contents.getByRole('button', { name: text.player.next }).click()
    const second = await frameAt(page, 'sco1.html')
    await second.locator('#pass').click()
    // The content itself asks for the next one.
    await second.locator('#on').click()
    const third = await frameAt(page, 'sco2.html')
    await third.locator('#pass').click()
    await isDone(1)

    // xAPI: its state is found again, and its statement finishes it.
    await rows.nth(1).click()
    const xapi = await frameAt(page, 'xapi.html')
    await expect(xapi.locator('#said')).toHaveText('ready')
    expect(await xapi.evaluate('got')).toEqual(nothing)
    await xapi.locator('#note').fill('已点检')
    await xapi.locator('#note').blur()
    await expect(xapi.locator('#said')).toHaveText('kept 204')
    await page.reload()
    await rows.nth(1).click()
    const xapiAgain = await frameAt(page, 'xapi.html')
    await expect(xapiAgain.locator('#note')).toHaveValue('已点检')
    await xapiAgain.locator('#finish').click()
    await expect(xapiAgain.locator('#said')).toHaveText('completed 200')
    // Too soon: it waits, until the author lets it count without anybody opening it.
    await expect(page.getByText(text.player.waits)).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/)
    await expectAccessible(page)
    await isDone(1)
    await desk.reload()
    await desk.getByRole('button', { name: text.time.changeOf.replace('{title}', titles.xapi) }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByText(text.time.waiting)).toBeVisible()
    await expectAccessible(desk)
    await dialog.getByLabel(text.time.minutes).fill('0')
    await dialog.getByLabel(text.time.minutes).press('Enter')
    await expect(dialog).toBeHidden()
    await isDone(2)

    // cmi5: passed and completed, then terminated; it comes back by its return address.
    await rows.nth(2).click()
    const cmi5 = await frameAt(page, 'au.html')
    await expect(cmi5.locator('#said')).toContainText('initialized 200')
    await cmi5.locator('#pass').click()
    await expect(cmi5.locator('#said')).toContainText('passed 200')
    await isDone(3)
    await cmi5.locator('#leave').click()
    await expect.poll(() => page.frames().some((frame) => frame.url().endsWith('/~/returned'))).toBe(true)

    // H5P: what was answered is found again, and finishes it.
    await rows.nth(3).click()
    const h5p = async () => {
      const player = await frameAt(page, '/')
      return player.frameLocator('iframe.h5p-iframe')
    }
    await (await h5p()).getByRole('button').nth(1).click()
    await isDone(4)
    await expect.poll(async () => (await progressOf(platform, course.id, learner))?.isFinished).toBe(true)
    await expect
      .poll(
        async () =>
          (
            await sql<{ state: string | null }>`select s.cmi ->> 'state' as state from packages.unit_state s
              join packages.attempt a on a.id = s.attempt_id
              where a.member_id = ${learner.id} and a.package_id = ${ids.get(question)}`.execute(platform.db)
          ).rows[0]?.state,
        { timeout: 30_000 },
      )
      .toContain('"answer":1')
    await page.reload()
    await rows.nth(3).click()
    await expect((await h5p()).getByRole('button').nth(1)).toHaveAttribute('aria-pressed', 'true')
  })
}
