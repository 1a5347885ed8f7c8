/** An article under review: approved before it appears, discussed, reported, removed with a reason, and back after an appeal. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import communityCn from '#modules/community/community/messages/cn.json' with { type: 'json' }
import communityEn from '#modules/community/community/messages/en.json' with { type: 'json' }
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import contentsCn from '#modules/community/contents/messages/cn.json' with { type: 'json' }
import contentsEn from '#modules/community/contents/messages/en.json' with { type: 'json' }
import moderationCn from '#modules/content/moderation/messages/cn.json' with { type: 'json' }
import moderationEn from '#modules/content/moderation/messages/en.json' with { type: 'json' }
import topicsCn from '#modules/content/topics/messages/cn.json' with { type: 'json' }
import topicsEn from '#modules/content/topics/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: {
    ...{ contents: contentsCn, moderation: moderationCn, topics: topicsCn, news: communityCn.news },
    bell: '消息，1 条未读',
    bellOfTwo: '消息，2 条未读',
  },
  en: {
    ...{ contents: contentsEn, moderation: moderationEn, topics: topicsEn, news: communityEn.news },
    bell: 'Messages, 1 unread',
    bellOfTwo: 'Messages, 2 unread',
  },
} as const
type Words = (typeof words)['cn' | 'en']

const title = '皮带跑偏的三个征兆'
const article = (page: Page) => page.getByRole('heading', { level: 1, name: title })

/** The case that is shown, decided by the button: nothing waits afterwards. */
async function decide(page: Page, { moderation }: Words, button: string): Promise<void> {
  await expectAccessible(page)
  await page.getByRole('article', { name: title }).getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(moderation.queue.empty)).toBeVisible()
}

for (const language of languagesOf('cn')) {
  const t = words[language]
  const { rule } = t.moderation
  test(`an article is reviewed, reported, removed, and comes back after an appeal (${language})`, async ({
    platform,
    open,
  }) => {
    const { companyId, db } = platform
    const author = await platform.createAccount(`review-author-${language}`, '周明')
    const follower = await platform.createAccount(`review-follower-${language}`, '林知远')
    const colleague = await platform.createAccount(`review-colleague-${language}`, '陈思')
    const first = await platform.createAccount(`review-first-${language}`, '沈墨', ['super-admin'])
    const second = await platform.createAccount(`review-second-${language}`, '顾言', ['super-admin'])
    const accountId = await buildAccount(db, { companyId, memberIds: [author.id], name: '输送小组' })
    const rules = '/system/rule-config/CONTENT_REVIEW_CONFIG'
    expect(await platform.call(first, 'PUT', rules, { value: { review: 'before' } })).toBe(200)
    const follow = { businessType: 101, businessId: accountId }
    expect(await platform.call(follower, 'POST', '/knowledge-operation/attention', follow)).toBe(200)

    // Written with a picture, and sent to those who review.
    const page = await open(language, author)
    await page.goto('/#/publish-manage/publish-create')
    await page.getByRole('textbox', { name: t.contents.write.titleLabel, exact: true }).fill(title)
    const text = page.getByRole('textbox', { name: t.contents.write.textLabel })
    await text.click()
    await page.keyboard.type('一听响声，二看边缘，三量张紧。')
    const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#8a6d3b' } })
      .png()
      .toBuffer()
    const file = { name: '皮带.png', mimeType: 'image/png', buffer: picture }
    await page.locator('.sy-rich input[type=file]').first().setInputFiles(file)
    await expect(text.locator('img')).toBeVisible()
    await page.getByRole('button', { name: t.contents.write.publish, exact: true }).click()
    const publishing = page.getByRole('dialog')
    await expect(publishing.getByText(t.contents.publish.reviewed)).toBeVisible()
    await publishing.getByRole('button', { name: t.contents.publish.submit, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t.contents.publish.doneReview })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: t.contents.publish.look }).click()
    await expect(article(page)).toBeVisible()
    await expect(page.getByText(t.contents.read.review)).toBeVisible()
    const address = `/${new URL(page.url()).hash}`

    // Nobody else sees it; a moderator lets it through, and the follower hears of it on a phone.
    const phone = await open(language, follower, { width: 390 })
    await phone.goto(address)
    await expect(phone.getByText(t.contents.read.gone)).toBeVisible()
    const desk = await open(language, first)
    await desk.goto('/#/manage/moderation')
    await decide(desk, t, t.moderation.decide.keep)
    await phone.goto('/#/share-study/experts')
    await phone.getByRole('button', { name: t.news.title }).click()
    await phone.getByRole('dialog').getByRole('link', { name: title }).click()
    await expect(article(phone)).toBeVisible()
    await expect(phone.locator('.ct-body img')).toBeVisible()

    // The reader asks; the author quotes the question, names a colleague by the keys alone, and marks it as the best.
    await phone.getByRole('textbox', { name: t.topics.comment.write }).fill('张紧用什么量？')
    await phone.getByRole('button', { name: t.topics.comment.submit, exact: true }).click()
    const asked = { hasText: '张紧用什么量？' }
    await expect(phone.getByRole('article').filter(asked)).toBeVisible()
    await page.reload()
    const question = page.getByRole('article', { name: t.topics.comment.by.replace('{name}', '林知远') })
    await question.getByRole('button', { name: t.topics.comment.quote, exact: true }).click()
    await expect(question.locator('form blockquote')).toContainText('张紧用什么量？')
    await page.keyboard.type('用张力计，@陈')
    const menu = page.getByRole('listbox', { name: t.topics.mention.label })
    await expect(menu.getByRole('option', { selected: true })).toContainText('陈思')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(menu).toHaveCount(0)
    await page.keyboard.type('那里有一台')
    await page.keyboard.press('Control+Enter')
    const answer = question.getByRole('article', { name: t.topics.comment.by.replace('{name}', '周明') })
    await expect(answer.getByText('用张力计，@陈思 那里有一台')).toBeVisible()
    await expect(answer.locator('blockquote')).toContainText('张紧用什么量？')
    await question.getByRole('button', { name: t.topics.comment.markBest }).first().click()
    const best = { name: t.topics.comment.best }
    await expect(page.getByRole('region', best)).toContainText('张紧用什么量？')
    await expectAccessible(page)
    await phone.reload()
    await expect(phone.getByRole('region', best)).toBeVisible()
    await expectAccessible(phone)
    const named = await open(language, colleague)
    await named.goto('/#/home-v')
    await named.getByRole('button', { name: t.bell }).click()
    await named.getByText(title).first().click()
    await expect(article(named)).toBeVisible()
    await expect(named.getByText('@陈思', { exact: true })).toBeVisible()

    // Reported by the button of the page, and removed under the reported rule with a note.
    await phone.getByRole('button', { name: t.moderation.report.button }).first().click()
    const report = phone.getByRole('dialog', { name: t.moderation.report.title })
    await report.getByRole('radio', { name: rule.privacy }).check()
    await report.getByRole('textbox', { name: t.moderation.report.reason }).fill('图里有同事的工牌')
    await expectAccessible(phone)
    await report.getByRole('button', { name: t.moderation.report.send }).click()
    await expect(phone.getByText(t.moderation.report.done)).toBeVisible()
    await desk.reload()
    const sheet = desk.getByRole('article', { name: title })
    await expect(sheet.getByText('图里有同事的工牌')).toBeVisible()
    await sheet.getByRole('textbox', { name: t.moderation.decide.note }).fill('请遮住工牌后再发布')
    await decide(desk, t, t.moderation.decide.remove)
    await phone.reload()
    await expect(phone.getByText(t.contents.read.gone)).toBeVisible()

    // The author has learned of the approval, learns why it was removed in the bell, and says why that is wrong.
    await page.goto('/#/home-v')
    await page.getByRole('button', { name: t.bellOfTwo }).click()
    await page.getByText(title).first().click()
    const box = page.getByRole('article', { name: title })
    await expect(box.getByText(rule.privacy)).toBeVisible()
    await expect(box.getByText('请遮住工牌后再发布')).toBeVisible()
    await expectAccessible(page)
    await box.getByRole('button', { name: t.moderation.own.appeal }).click()
    const appeal = page.getByRole('dialog')
    await appeal.getByRole('textbox', { name: t.moderation.own.why }).fill('图里是设备铭牌，不是工牌')
    await appeal.getByRole('button', { name: t.moderation.own.send }).click()
    await expect(box.getByText(t.moderation.own.waiting)).toBeVisible()
    await expect(box.getByRole('button', { name: t.moderation.own.appeal })).toHaveCount(0)

    // Who decided does not decide again; another moderator takes it back, and readers find it.
    await desk.goto('/#/manage/moderation?tab=appeals')
    await expect(desk.getByText(t.moderation.decide.needsOther)).toBeVisible()
    const other = await open(language, second)
    await other.goto('/#/manage/moderation?tab=appeals')
    await expect(other.getByText('图里是设备铭牌，不是工牌')).toBeVisible()
    await decide(other, t, t.moderation.decide.overturn)
    await page.reload()
    await expect(box.getByText(t.moderation.own.overturned)).toBeVisible()
    await phone.reload()
    await expect(article(phone)).toBeVisible()
    await expect(phone.getByText('一听响声')).toBeVisible()
  })
}
