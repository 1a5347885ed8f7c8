import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharingCn from '#modules/community/sharing/messages/cn.json' with { type: 'json' }
import sharingEn from '#modules/community/sharing/messages/en.json' with { type: 'json' }
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import filesCn from '#modules/platform/files/messages/cn.json' with { type: 'json' }
import filesEn from '#modules/platform/files/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'
import { leavePublished } from './published.ts'

const media = join(import.meta.dirname, '../../demo/media')
const video = join(import.meta.dirname, 'video.mp4')
const document = join(media, 'security-handbook.pdf')
const pageCount = 5
const words = { cn, en } as const
const sharingWords = { cn: sharingCn, en: sharingEn } as const
const filesWords = { cn: filesCn, en: filesEn } as const

/** Adds a section of a kind with its file, and names it. */
async function addFileSection(page: Page, kind: string, file: string, title: string, save: string, field: string) {
  await page.getByRole('button', { name: kind, exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('input[type=file]').setInputFiles(file)
  const name = drawer.getByRole('textbox', { name: field })
  await expect(name).not.toHaveValue('')
  await name.fill(title)
  await drawer.getByRole('button', { name: save, exact: true }).click()
  await expect(drawer).toBeHidden()
}

/** Where the player stands, in seconds. */
const playedSeconds = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)

async function playFast(page: Page): Promise<void> {
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    element.playbackRate = 2
    await element.play()
  })
}

// It ends the server in the middle.
test.use({ ownServer: true })

for (const language of languagesOf('cn')) {
  const text = words[language]
  const name = language === 'cn' ? '口令与钓鱼' : 'Passwords and phishing'

  test(`a course from the upload to the last page, over a reload and a killed server (${language})`, async ({
    open,
    platform,
  }) => {
    const lecturer = await platform.createAccount(`jiang-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`xue-${language}`, '薛学员')

    // The lecturer makes the course and publishes it.
    const desk = await open(language, lecturer)
    await desk.goto('/#/admin/courses')
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.authoring.create, exact: true }).first().click()
    await desk.getByRole('dialog').getByRole('textbox').first().fill(name)
    await desk.getByRole('dialog').getByRole('button', { name: text.authoring.createGo }).click()
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    const { save, sectionTitle } = text.authoring
    await addFileSection(desk, text.kind.video, video, 'A', save, sectionTitle)
    await addFileSection(desk, text.kind.pdf, document, 'B', save, sectionTitle)
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    await desk.getByRole('dialog').getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    // Published, it can be shared at once.
    const { published, title } = sharingWords[language]
    await desk.getByRole('dialog').getByRole('button', { name: published }).click()
    const shared = desk.getByRole('dialog', { name: title, exact: true })
    await expect(shared).toBeVisible()
    await expectAccessible(desk)
    await desk.keyboard.press('Escape')
    await expect(shared).toBeHidden()
    await leavePublished(desk, language)

    // The learner finds it, registers, and watches.
    const page = await open(language, learner)
    await proves('COURSE-001', async () => {
      await page.goto('/#/study-v')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
    await page.goto('/#/study/course')
    await page.getByRole('searchbox').fill(name)
    await expect(page).toHaveURL(/search=/)
    const card = page.getByRole('link', { name: new RegExp(name) }).first()
    await expect(card).toBeVisible()
    await expectAccessible(page)
    await card.click()
    await page.getByRole('button', { name: text.detail.register }).first().click()
    await proves('COURSE-008', async () => {
      await expect(page).toHaveURL(/#\/study\/course\/detail\//)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.locator('video')).toBeVisible()
    })
    await playFast(page)
    await expect.poll(() => playedSeconds(page)).toBeGreaterThan(8)
    await expectAccessible(page)

    // Left in the middle, it goes on at the same place.
    await proves('COURSE-056', async () => {
      const leftAt = await playedSeconds(page)
      await page.reload()
      const goOn = page.getByRole('button', { name: text.detail.goOn }).first()
      await expect(goOn.or(page.locator('video')).first()).toBeVisible()
      if (await goOn.isVisible()) await goOn.click()
      await expect.poll(() => playedSeconds(page)).toBeGreaterThan(leftAt - 3)
    })
    await playFast(page)

    // The server dies and comes back while it plays: nothing that was watched is lost.
    const killedAt = await playedSeconds(page)
    await platform.kill()
    await expect.poll(() => playedSeconds(page)).toBeGreaterThan(killedAt + 4)
    await platform.start()
    const rows = page.locator('.co-outline-row')
    await expect(rows.nth(0)).toHaveAttribute('data-state', 'done', { timeout: 180_000 })

    // The document is read to its last page, and with it the course.
    await rows.nth(1).click()
    const pages = page.locator('.files-pdf-page')
    await expect(pages.first()).toBeVisible()
    await expectAccessible(page)
    const finished = page.getByText(text.celebration.kicker)
    for (let readPages = 1; readPages < pageCount; readPages += 1) {
      const read = text.reason['read-pages_other']
        .replace('{readPages}', String(readPages))
        .replace('{count}', String(pageCount))
      await expect(rows.nth(1)).toContainText(read)
      await page.getByRole('button', { name: filesWords[language].preview.nextPage }).click()
    }
    await expect(finished).toBeVisible()
    await expectAccessible(page)

    // Both sides see the same truth.
    await desk.goto('/#/admin/course-progress')
    await desk.getByRole('link', { name }).click()
    await expect(desk.getByText('薛学员')).toBeVisible()
    await expect(desk.getByText('100%').or(desk.getByLabel(/100%/)).first()).toBeVisible()
    await expectAccessible(desk)
  })
}
