/** A column from its making to its second release: subscribed to, heard of in the bell, and read on where one stopped. */

import columnsCn from '#modules/community/columns/messages/cn.json' with { type: 'json' }
import columnsEn from '#modules/community/columns/messages/en.json' with { type: 'json' }
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: {
    ...columnsCn,
    bell: /1 条未读/,
    news: '专栏“点检三十讲 cn”有更新',
    read: '已读 1 / 2 篇',
    readAll: '已读 2 / 2 篇',
  },
  en: {
    ...columnsEn,
    bell: /1 unread/i,
    news: 'New in the column “点检三十讲 en”',
    read: '1 of 2 read',
    readAll: '2 of 2 read',
  },
} as const

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`a column is released, subscribed to and read on (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const author = await platform.createAccount(`column-author-${language}`, '周明')
    const reader = await platform.createAccount(`column-reader-${language}`, '林知远')
    const accountId = await buildAccount(db, { companyId, memberIds: [author.id], name: '设备小组' })
    const written = { companyId, accountId, authorId: author.id, text: '先断电，再挂牌，最后动手。' }
    for (const title of ['第一讲 断电挂牌', '第二讲 听声音']) await buildContent(db, { ...written, title })
    const columnTitle = `点检三十讲 ${language}`

    const page = await open(language, author)
    await page.goto('/#/column-manage/column-card')
    await page.getByRole('link', { name: t.own.add }).click()
    await page.getByLabel(t.form.title).fill(columnTitle)
    await page.getByLabel(t.form.introduce).fill('每周一讲，讲完就到车间照做一遍。')
    await expectAccessible(page)
    await page.getByRole('button', { name: t.form.create }).click()
    await expect(page.getByRole('heading', { level: 1, name: columnTitle })).toBeVisible()
    const id = new URL(page.url().replace('/#', '')).searchParams.get('id')
    const release = async (title: string) => {
      await page.getByRole('button', { name: t.managed.release }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: title }).check()
      await dialog.getByRole('button', { name: t.release.button_one.replace('{count}', '1') }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('link', { name: title })).toBeVisible()
    }
    await release('第一讲 断电挂牌')
    await expectAccessible(page)

    // A reader subscribes on a phone, and reads the first content.
    const phone = await open(language, reader, { width: 390 })
    await phone.goto(`/#/share-team/team-column-detail?id=${id}`)
    await phone.getByRole('button', { name: t.subscribe, exact: true }).click()
    await expect(phone.getByRole('button', { name: t.unsubscribe })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(phone)
    // The bar of the series notes where the reader is.
    const noted = phone.waitForResponse((answer) => answer.url().endsWith(`/special-column/${id}/opened`))
    await phone.getByRole('link', { name: '第一讲 断电挂牌' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: '第一讲 断电挂牌' })).toBeVisible()
    await expect(phone.getByRole('navigation', { name: t.series.label })).toContainText(columnTitle)
    expect((await noted).status()).toBe(200)
    await expectAccessible(phone)

    // The next release rings the bell, and leads to the column.
    await release('第二讲 听声音')
    const desk = await open(language, reader)
    await desk.goto('/#/home-v')
    await desk.getByRole('button', { name: t.bell }).click()
    await desk.getByText(t.news).click()
    await expect(desk.getByRole('heading', { level: 1, name: columnTitle })).toBeVisible()
    await expect(desk.getByRole('link', { name: '第二讲 听声音' })).toBeVisible()
    await expect(desk.getByText(t.read)).toBeVisible()
    await expectAccessible(desk)

    // On where reading stopped, and further by the bar; the list of columns names the subscription.
    await desk.getByRole('link', { name: t.continue, exact: true }).click()
    await expect(desk.getByRole('heading', { level: 1, name: '第一讲 断电挂牌' })).toBeVisible()
    const series = desk.getByRole('navigation', { name: t.series.label })
    await series.getByRole('link', { name: t.series.nextNamed.replace('{title}', '第二讲 听声音') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: '第二讲 听声音' })).toBeVisible()
    await series.getByRole('link', { name: columnTitle }).click()
    await expect(desk.getByText(t.readAll)).toBeVisible()
    await desk.goto('/#/share-team/team-column')
    await expect(desk.getByRole('link', { name: columnTitle }).first()).toBeVisible()
  })
}
