/** An article from its first word to its first comment: written with a picture, published, read, liked, kept and discussed. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import contentsCn from '#modules/community/contents/messages/cn.json' with { type: 'json' }
import contentsEn from '#modules/community/contents/messages/en.json' with { type: 'json' }
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import topicsCn from '#modules/content/topics/messages/cn.json' with { type: 'json' }
import topicsEn from '#modules/content/topics/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: { ...contentsCn, topics: topicsCn, picture: '插入图片' },
  en: { ...contentsEn, topics: topicsEn, picture: 'Insert a picture' },
} as const

/** The requests for a list, as they are sent from now on. */
function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) count += 1
  })
  return () => count
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`an article is written, read and discussed (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const author = await platform.createAccount(`content-author-${language}`, '周明')
    const reader = await platform.createAccount(`content-reader-${language}`, '林知远')
    const accountId = await buildAccount(db, { companyId, memberIds: [author.id], name: '安全小组', enjoyType: 0 })
    const page = await open(language, author)
    await page.goto('/#/publish-manage')
    await proves('COMMUNITY-015', () => expect(heading(page, t.manage.title)).toBeVisible())
    await expectAccessible(page)
    await page.getByRole('link', { name: t.write.article }).click()

    // What is typed is saved by itself, and is there after a reload.
    const title = page.getByRole('textbox', { name: t.write.titleLabel })
    await title.fill('五步查隐患')
    const text = page.getByRole('textbox', { name: t.write.textLabel })
    await text.click()
    await page.keyboard.type('先看，再问，最后测。')
    const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#1f5c85' } })
      .png()
      .toBuffer()
    await page
      .locator('.sy-rich input[type=file]')
      .first()
      .setInputFiles({ name: '流程图.png', mimeType: 'image/png', buffer: picture })
    await expect(text.locator('img')).toBeVisible()
    await expect(page).toHaveURL(/draft=[0-9a-f-]{36}/, { timeout: 20_000 })
    await expectAccessible(page)
    await page.reload()
    await proves('COMMUNITY-016', async () => {
      await expect(title).toHaveValue('五步查隐患')
      await expect(text).toContainText('先看，再问，最后测。')
      await expect(text.locator('img')).toBeVisible()
    })
    const draftId = new URL(page.url().replace('/#', '')).searchParams.get('draft')
    const preview = await open(language, author, { width: 390 })
    await preview.goto(`/#/share-content-preview/${draftId}`)
    await proves('COMMUNITY-002', async () => {
      await expect(heading(preview, '五步查隐患')).toBeVisible()
      await expect(preview.getByText(t.read.preview)).toBeVisible()
    })
    await expectAccessible(preview)
    await page.getByRole('button', { name: t.write.publish, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t.publish.now)).toBeVisible()
    await dialog.getByRole('button', { name: t.publish.confirm, exact: true }).click()
    await expect(heading(page, t.publish.doneNow)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: t.publish.look }).click()
    await expect(heading(page, '五步查隐患')).toBeVisible()
    const id = page.url().split('/').at(-1) ?? ''

    // A colleague finds it, and the list is as it was after coming back.
    const other = await open(language, reader)
    await other.goto('/#/knowledge-list')
    const listRequests = countRequests(other, '/question/list')
    await proves('COMMUNITY-003', async () => {
      await other.getByRole('searchbox', { name: t.list.search }).fill('隐患')
      // What is typed goes into the address: before that, the list is the one without a search.
      await expect(other).toHaveURL(/search=/)
      await expect(other.getByRole('article', { name: '五步查隐患' })).toBeVisible()
    })
    await expectAccessible(other)
    await other.getByRole('link', { name: '五步查隐患' }).first().click()
    await proves('COMMUNITY-001', async () => {
      await expect(heading(other, '五步查隐患')).toBeVisible()
      await expect(other.locator('.ct-body img')).toBeVisible()
      await expect(other.getByRole('link', { name: '安全小组' }).first()).toBeVisible()
    })
    await expectAccessible(other)
    const before = listRequests()
    await other.goBack()
    await expect(other.getByRole('article', { name: '五步查隐患' })).toBeVisible()
    expect(listRequests()).toBe(before)
    await other.goForward()

    await other.getByRole('button', { name: t.read.like }).first().click()
    await expect(other.getByRole('button', { name: t.read.liked })).toHaveAttribute('aria-pressed', 'true')
    await other.getByRole('button', { name: t.topics.collect.do, exact: true }).click()
    await expect(other.getByRole('button', { name: t.topics.collect.is, exact: true })).toBeVisible()
    await other.getByRole('textbox', { name: t.topics.comment.write }).fill('第二步怎么问？')
    await other.getByRole('button', { name: t.topics.comment.submit, exact: true }).click()
    await expect(other.getByRole('article').filter({ hasText: '第二步怎么问？' })).toBeVisible()
    await expectAccessible(other)

    // What was kept, by pages; coming back asks for none of it again.
    await other.goto('/#/share-study/my-collection-detail')
    const kept = other.getByRole('article', { name: '五步查隐患' })
    await proves('COMMUNITY-006', () => expect(kept).toBeVisible())
    await expectAccessible(other)
    const collected = countRequests(other, '/attention/collect-question')
    await kept.getByRole('link', { name: '五步查隐患' }).first().click()
    await expect(heading(other, '五步查隐患')).toBeVisible()
    await proves('COMMUNITY-031', async () => {
      await other.goBack()
      await expect(kept).toBeVisible()
      expect(collected()).toBe(0)
    })

    // Old and short addresses lead to the content; without an id to the newest.
    await other.goto(`/#/knowledge/detail/${id}`)
    await proves('COMMUNITY-027', async () => {
      await expect(heading(other, '五步查隐患')).toBeVisible()
      await expect(other).toHaveURL(new RegExp(`share-content-detail/${id}$`))
    })
    await buildContent(db, { companyId, accountId, authorId: author.id, title: '更新的一篇', now: Date.now() + 1000 })
    await other.goto('/#/share-content-detail')
    await proves('COMMUNITY-032', () => expect(heading(other, '更新的一篇')).toBeVisible())
    await other.goto('/#/share-study/share-index?tab=newest')
    await proves(['COMMUNITY-004', 'COMMUNITY-005'], async () => {
      await expect(heading(other, t.home.title)).toBeVisible()
      await expect(other.getByRole('article').first()).toHaveAccessibleName('更新的一篇')
    })
    await expectAccessible(other)
    await other.goto(`/#/share-team/team-content/${accountId}`)
    await proves('COMMUNITY-012', () => expect(other.getByRole('article', { name: '五步查隐患' })).toBeVisible())
  })
}
