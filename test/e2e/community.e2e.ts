/** From an account of one's own to a reader who talks back: applied for, written, published, found in the news, discussed, reported. */
import sharp from 'sharp'
import communityCn from '#modules/community/community/messages/cn.json' with { type: 'json' }
import communityEn from '#modules/community/community/messages/en.json' with { type: 'json' }
import contentsCn from '#modules/community/contents/messages/cn.json' with { type: 'json' }
import contentsEn from '#modules/community/contents/messages/en.json' with { type: 'json' }
import moderationCn from '#modules/content/moderation/messages/cn.json' with { type: 'json' }
import moderationEn from '#modules/content/moderation/messages/en.json' with { type: 'json' }
import topicsCn from '#modules/content/topics/messages/cn.json' with { type: 'json' }
import topicsEn from '#modules/content/topics/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: {
    ...{ account: communityCn, content: contentsCn, topics: topicsCn, report: moderationCn.report },
    ...{ personal: /个人账户/, apply: '立即申请', crop: '使用这张图片', submit: '提交申请', follow: /^关注/ },
    news: '关注动态',
  },
  en: {
    ...{ account: communityEn, content: contentsEn, topics: topicsEn, report: moderationEn.report },
    ...{ personal: /Personal account/, apply: 'Apply', crop: /^Use/, submit: 'Apply', follow: /^Follow(?!ing|ed)/ },
    news: 'News',
  },
} as const

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`a member opens an account, and what it publishes reaches its followers (${language})`, async ({
    platform,
    open,
  }) => {
    const author = await platform.createAccount(`community-author-${language}`, '周明')
    const follower = await platform.createAccount(`community-follower-${language}`, '林知远')
    const other = await platform.createAccount(`community-other-${language}`, '陈思')
    const [name, title] = [`周明的车间笔记 ${language}`, '交接班前五分钟看什么']

    // An account of one's own.
    const page = await open(language, author)
    await page.goto('/#/share-study/certification-acount')
    await page.locator('section', { hasText: t.personal }).last().getByRole('link', { name: t.apply }).click()
    await page.getByLabel(t.account.form.name).fill(name)
    const avatar = { name: 'me.png', mimeType: 'image/png', buffer: await picture('#1f5c85') }
    await page.locator('input[type=file]').setInputFiles(avatar)
    await page.getByRole('dialog').getByRole('button', { name: t.crop }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('combobox', { name: t.account.form.topics }).fill('安全')
    await page.keyboard.press('Enter')
    await expect(page.locator('.topic-chips').getByText('安全')).toBeVisible()
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const accountId = page.url().split('/').at(-1)

    // Somebody follows it before it has published anything.
    const phone = await open(language, follower, { width: 390 })
    await phone.goto(`/#/share-team/team-content/${accountId}`)
    await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible()
    await phone.getByRole('button', { name: t.follow }).click()
    await expect(phone.getByRole('button', { name: t.follow })).toHaveCount(0)
    await expectAccessible(phone)

    // An article with a picture.
    await page.goto('/#/publish-manage')
    await page.getByRole('link', { name: t.content.write.article }).click()
    await page.getByRole('textbox', { name: t.content.write.titleLabel }).fill(title)
    const text = page.getByRole('textbox', { name: t.content.write.textLabel })
    await text.click()
    await page.keyboard.type('先看地面，再看压力表，最后问上一班有没有没写下来的事。')
    const photo = { name: '地面.png', mimeType: 'image/png', buffer: await picture('#8a6d3b') }
    await page.locator('.sy-rich input[type=file]').first().setInputFiles(photo)
    await expect(text.locator('img')).toBeVisible()
    await expect(page).toHaveURL(/draft=[0-9a-f-]{36}/, { timeout: 20_000 })
    await page.getByRole('button', { name: t.content.write.publish, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.content.publish.confirm, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t.content.publish.doneNow })).toBeVisible()

    // The follower finds it in the news, reads it on a phone, and asks.
    await phone.goto('/#/share-study/experts')
    await phone.reload()
    await phone.getByRole('button', { name: t.news }).click()
    await phone.getByRole('dialog').getByRole('link', { name: title }).click()
    await expect(phone.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const shown = phone.locator('.ct-body img')
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(phone)
    await phone.getByRole('textbox', { name: t.topics.comment.write }).fill('压力表多久校一次？')
    await phone.getByRole('button', { name: t.topics.comment.submit, exact: true }).click()
    const question = { hasText: '压力表多久校一次？' }
    await expect(phone.getByRole('article').filter(question)).toBeVisible()
    const address = `/${new URL(phone.url()).hash}`

    // A colleague answers below it, and reports what was said.
    const third = await open(language, other)
    await third.goto(address)
    const entry = third.getByRole('article').filter(question).last()
    await entry.getByRole('button', { name: t.report.button }).click()
    const dialog = third.getByRole('dialog', { name: t.report.title })
    await expect(dialog).toBeVisible()
    await expectAccessible(third)
    await dialog.getByRole('textbox', { name: t.report.reason }).fill('与文章无关')
    await dialog.getByRole('button', { name: t.report.send }).click()
    await expect(third.getByText(t.report.done)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(entry.getByRole('button', { name: t.report.button })).toBeFocused()
    await entry.getByRole('button', { name: t.report.button }).click()
    await expect(third.getByText(t.report.already)).toBeVisible()

    // The author sees the question under the own article.
    await page.getByRole('link', { name: t.content.publish.look }).click()
    await expect(page.getByRole('article').filter(question)).toBeVisible()
  })
}
