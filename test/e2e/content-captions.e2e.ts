/** A video of the community with captions: uploaded by its author, refused where they can’t be read, chosen by a reader on a phone. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import contentsCn from '#modules/community/contents/messages/cn.json' with { type: 'json' }
import contentsEn from '#modules/community/contents/messages/en.json' with { type: 'json' }
import playbackCn from '#modules/content/playback/messages/cn.json' with { type: 'json' }
import playbackEn from '#modules/content/playback/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const video = join(import.meta.dirname, 'video.mp4')
const words = { cn: { ...contentsCn, ...playbackCn }, en: { ...contentsEn, ...playbackEn } } as const
const spoken = (text: string) => `WEBVTT\n\n00:00.000 --> 00:30.000\n<b>${text}</b>\n`

const addCaptions = (page: Page, text: string | Buffer) =>
  page
    .locator('input[type=file][accept=".vtt,.srt"]')
    .setInputFiles({ name: '字幕.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) })

for (const language of languagesOf('en')) {
  const t = words[language]
  test(`a video is published with captions, and read with them (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const author = await platform.createAccount(`captions-author-${language}`, '周明')
    const reader = await platform.createAccount(`captions-reader-${language}`, '林知远')
    await buildAccount(db, { companyId, memberIds: [author.id], name: '安全小组', enjoyType: 0 })
    const page = await open(language, author)
    await page.goto('/#/publish-manage')
    await page.getByRole('link', { name: t.write.video }).click()
    await page.getByRole('textbox', { name: t.write.titleLabel, exact: true }).fill('灭火器的用法')
    const captions = page.getByRole('group', { name: t.write.captions })
    await expect(captions).toContainText(t.write.captionsLater)
    await page.locator('input[type=file]').first().setInputFiles(video)

    // A file that holds no captions is refused with the reason, and the language is the author’s choice.
    const languageField = captions.getByRole('combobox', { name: t.captionFiles.language })
    await expect(languageField).toBeVisible()
    await addCaptions(page, 'hello')
    await expect(captions.getByRole('alert')).toHaveText(t.captionFiles.reason['no-cues'])
    await addCaptions(page, spoken('先看压力表'))
    await expect(captions).toContainText('中文（中国）')
    await expect(captions.getByRole('alert')).toHaveCount(0)
    await languageField.fill('en')
    await addCaptions(page, spoken('Look at the gauge'))
    await expect(captions).toContainText('English')
    // In the encoding of an older desktop: another file takes the place of the one before.
    await languageField.fill('zh-CN')
    const gauge = Buffer.from([0xcf, 0xc8, 0xbf, 0xb4, 0xb1, 0xed])
    await addCaptions(
      page,
      Buffer.concat([Buffer.from('1\n00:00:00,000 --> 00:00:30,000\n'), gauge, Buffer.from('\n')]),
    )
    await expect(captions.getByText(t.captionFiles.cues_one.replace('{count}', '1'))).toHaveCount(2)
    await expect(page).toHaveURL(/draft=[0-9a-f-]{36}/, { timeout: 20_000 })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('textbox', { name: t.write.titleLabel, exact: true }).focus()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    // The draft has them on every device.
    await expect(page.locator('.ct-draft-note[data-state=saved]')).toBeVisible({ timeout: 20_000 })
    await page.reload()
    await expect(captions).toContainText('English')
    await page.getByRole('button', { name: t.write.publish, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.publish.confirm, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t.publish.doneNow })).toBeVisible()
    await page.getByRole('link', { name: t.publish.look }).click()
    await expect(page).toHaveURL(/share-content-detail/)
    const id = page.url().split('/').at(-1) ?? ''

    const phone = await open(language, reader, { width: 390 })
    await phone.goto(`/#/share-content-detail/${id}`)
    const menu = phone.getByRole('combobox', { name: t.player.captions })
    await expect(menu.getByRole('option')).toHaveText([t.player.captionsOff, 'English', '中文（中国）'])
    await expect(phone.locator('.pb-captions')).toHaveCount(0)
    await menu.selectOption('en')
    await expect(phone.locator('.pb-captions')).toHaveText('Look at the gauge')
    await menu.selectOption('zh-CN')
    await expect(phone.locator('.pb-captions')).toHaveText('先看表')
    await expectAccessible(phone)
    await menu.selectOption('off')
    await expect(phone.locator('.pb-captions')).toHaveCount(0)
  })
}
