/** One learner on two devices: one playback counts, and both show the same truth. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { leavePublished } from './published.ts'

const video = join(import.meta.dirname, 'video.mp4')
const words = { cn, en } as const
const names = { cn: '两台设备', en: 'Two devices' } as const

const playedSeconds = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)

/** Presses play until it plays: the player may load a source at that moment, which ends the first press. */
async function playSilently(page: Page, rate = 1): Promise<void> {
  const play = (element: HTMLVideoElement, speed: number) => {
    element.muted = true
    element.playbackRate = speed
    return element.play().then(
      () => 'plays',
      (error: unknown) => String(error),
    )
  }
  await expect.poll(() => page.locator('video').evaluate(play, rate)).toBe('plays')
}

const pause = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.pause())

/** The page is left for another and looked at again, as when somebody changes the app on a phone. */
async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

for (const language of languagesOf('cn')) {
  const text = words[language]
  const name = names[language]

  test(`[COURSE-056] the same course on two devices keeps one truth (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`devices-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`roaming-${language}`, '薛学员')
    const desk = await open(language, lecturer)
    const { companyId } = platform
    const author = { id: lecturer.id, companyId, organizationId: companyId }
    const course = await buildCourse(platform.db, { author, name, status: 'draft', chapters: [{ sections: [] }] })
    await desk.goto(`/#/admin/courses/${course.id}`)
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    await desk.getByRole('button', { name: text.kind.video, exact: true }).click()
    const drawer = desk.getByRole('dialog')
    await drawer.locator('input[type=file]').setInputFiles(video)
    const title = drawer.getByRole('textbox', { name: text.authoring.sectionTitle })
    await expect(title).not.toHaveValue('')
    await title.fill('A')
    await drawer.getByRole('button', { name: text.authoring.save, exact: true }).click()
    await expect(drawer).toBeHidden()
    await desk.getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    await desk.getByRole('dialog').getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    await leavePublished(desk, language)
    const address = `/#/study/course/detail/${course.id}`

    // It begins at the desk.
    const computer = await open(language, learner)
    await computer.goto(address)
    await computer.getByRole('button', { name: text.detail.register }).first().click()
    await expect(computer.locator('video')).toBeVisible()
    await playSilently(computer)
    await expect.poll(() => playedSeconds(computer)).toBeGreaterThan(7)

    await pause(computer)

    // The phone goes on where the computer is; pressed play once more, the computer shows that it no longer counts.
    const phone = await open(language, learner, { width: 390, dark: true })
    await phone.goto(address)
    const progress = (page: Page) => page.getByRole('progressbar', { name: text.detail.progress }).first()
    await expect(progress(phone)).toBeVisible()
    await phone.getByRole('button', { name: text.detail.goOn }).first().click()
    await expect(phone.locator('video')).toBeVisible()
    await expect.poll(() => playedSeconds(phone)).toBeGreaterThan(4)
    await playSilently(phone)
    await expect.poll(() => playedSeconds(phone)).toBeGreaterThan(12)
    await pause(phone)
    const onPhone = await playedSeconds(phone)
    await playSilently(computer)
    await expect(computer.getByText(text.player.takenOver)).toBeVisible()
    await expect(computer.getByText(text.player.takenOverHint)).toBeVisible()
    await expect(computer.locator('video')).toHaveCount(0)
    await expectAccessible(computer)

    // Back at the desk it goes on where the phone was, and the phone shows this.
    await computer.getByRole('button', { name: text.player.goOnHere }).click()
    await expect(computer.locator('video')).toBeVisible()
    await expect.poll(() => playedSeconds(computer)).toBeGreaterThan(onPhone - 3)
    await pause(computer)
    await playSilently(phone)
    await expect(phone.getByText(text.player.takenOver)).toBeVisible()
    await expectAccessible(phone)
    await lookAgain(phone)
    const shown = Number(await progress(phone).getAttribute('aria-valuenow'))

    // It is finished at the desk; the phone shows it as soon as it is looked at again, and after a reload.
    await playSilently(computer, 2)
    await expect(computer.getByText(text.celebration.kicker)).toBeVisible({ timeout: 90_000 })
    expect(shown).toBeLessThan(100)
    await lookAgain(phone)
    await expect(progress(phone)).toHaveAttribute('aria-valuenow', '100')
    await phone.reload()
    await expect(progress(phone)).toHaveAttribute('aria-valuenow', '100')
    await expect(phone.locator('.co-outline-row').first()).toHaveAttribute('data-state', 'done')
    await expectAccessible(phone)
  })
}
