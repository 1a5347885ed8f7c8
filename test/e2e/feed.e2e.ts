/** The feed of the community: it grows while it is scrolled, keeps its place, says what is new, and hides what one does not want. */
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { FEED_PAGE_SIZE } from '#modules/community/feed/contract.ts'
import cn from '#modules/community/feed/messages/cn.json' with { type: 'json' }
import en from '#modules/community/feed/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = { cn: { ...cn, undo: '撤销' }, en: { ...en, undo: 'Undo' } } as const

const LOOK_AGAIN_MS = 60_000
const UNDO_MS = 7000

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`the feed keeps its place, says what is new, and hides an account (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const author = await platform.createAccount(`feed-author-${language}`, '周明')
    const reader = await platform.createAccount(`feed-reader-${language}`, '林知远')
    const accountId = await buildAccount(db, { companyId, memberIds: [author.id], name: '点检小组' })
    const loudId = await buildAccount(db, { companyId, memberIds: [author.id], name: '食堂小组' })
    const now = Date.now() - 3_600_000
    const written = { companyId, authorId: author.id }
    for (let number = 1; number <= FEED_PAGE_SIZE + 5; number += 1)
      await buildContent(db, { ...written, accountId, title: `点检第 ${number} 天`, now: now + number * 1000 })
    await buildContent(db, { ...written, accountId: loudId, title: '本周菜单', now: now + 900_000 })

    const page = await open(language, reader, { width: 390 })
    await page.clock.install()
    await page.goto('/#/share-study/share-index')
    await page.getByRole('tab', { name: t.tab.newest }).click()
    const cards = page.getByRole('list', { name: t.tab.newest }).getByRole('article')
    await expect(cards.first()).toHaveAccessibleName('本周菜单')
    await expect(cards).toHaveCount(FEED_PAGE_SIZE)
    await expectAccessible(page)

    // The end comes near and the list goes on; a content is opened there, and coming back leads to it without a request.
    await cards.last().scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(FEED_PAGE_SIZE + 6)
    const last = page.getByRole('article', { name: '点检第 1 天', exact: true })
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    let asked = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/feed/items')) asked += 1
    })
    await last.getByRole('link', { name: '点检第 1 天', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: '点检第 1 天' })).toBeVisible()
    await page.goBack()
    await expect(last).toBeInViewport()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
    await expect(cards).toHaveCount(FEED_PAGE_SIZE + 6)
    expect(asked).toBe(0)

    // Somebody publishes: the feed says so, and shows it when it is asked to.
    await buildContent(db, { ...written, accountId, title: '刚刚发布的一篇' })
    const fresh = page.getByRole('button', { name: t.new_one.replace('{count}', '1') })
    // An answer that is on its way starts the minute again.
    await expect(async () => {
      await page.clock.fastForward(LOOK_AGAIN_MS)
      await expect(fresh).toBeVisible({ timeout: 3000 })
    }).toPass()
    await fresh.click()
    await expect(cards.first()).toHaveAccessibleName('刚刚发布的一篇')
    await expect(fresh).toHaveCount(0)

    // An account is hidden, shown again by undo, and hidden for good.
    const menu = page.getByRole('article', { name: '本周菜单' })
    const hide = async () => {
      await menu.getByRole('button', { name: t.item.moreName.replace('{title}', '本周菜单') }).click()
      await page.getByRole('menuitem', { name: t.item.hideAccount.replace('{name}', '食堂小组') }).click()
      await expect(menu).toHaveCount(0)
    }
    await hide()
    await expect(page.getByText(t.hidden.done.replace('{name}', '食堂小组'))).toBeVisible()
    await expectAccessible(page)
    // The keyboard goes on from the bar, for the card that had the focus is gone.
    const undo = page.getByRole('button', { name: t.undo, exact: true })
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await expect(undo).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
    await hide()
    await undo.hover()
    await page.clock.runFor(UNDO_MS)
    await expect(undo).toBeVisible()
    await page.mouse.move(0, 0)
    await page.locator('h1').click()
    await page.clock.runFor(UNDO_MS)
    await expect(undo).toHaveCount(0)
    await page.reload()
    await expect(cards.first()).toHaveAccessibleName('刚刚发布的一篇')
    await expect(menu).toHaveCount(0)
    await page.getByRole('button', { name: t.hidden.showName.replace('{name}', '食堂小组') }).click()
    await expect(menu).toBeVisible()
  })
}
