/** An expert is found, followed and read about, frozen and activated, and looks at the own figures. */

import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { accountNotice } from '#modules/community/community/server.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    follow: '关注“焊接专家”',
    unfollow: '取消关注“焊接专家”',
    ask: '提问',
    news: '关注动态',
    read: '全部标为已读',
    noNews: '没有新动态',
    freeze: '冻结',
    reason: '原因',
    needed: '请填写原因',
    activate: '恢复',
    active: '正常',
    passed: '审核通过',
    frozen: '已冻结',
    applying: '申请中',
    followers: '关注人数',
    won: '新增关注',
    asTable: '查看数据表',
    export: '导出 CSV',
  },
  en: {
    follow: 'Follow “焊接专家”',
    unfollow: 'Unfollow “焊接专家”',
    ask: 'Ask',
    news: 'News',
    read: 'Mark all as read',
    noNews: 'Nothing new',
    freeze: 'Freeze',
    reason: 'Reason',
    needed: 'Please enter a reason',
    activate: 'Activate',
    active: 'Active',
    passed: 'Audit passed',
    frozen: 'Frozen',
    applying: 'Applying',
    followers: 'Followers',
    won: 'New followers',
    asTable: 'Show as a table',
    export: 'Export CSV',
  },
} as const

for (const language of languagesOf('en')) {
  const t = words[language]
  test(`an expert is followed, frozen and activated (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const owner = await platform.createAccount('expert', '周明')
    const reader = await platform.createAccount('reader', '林知远')
    const admin = await platform.createAccount('admin', '沈墨', ['super-admin'])
    const now = Date.now() - 60_000
    const built = { companyId, enjoyType: 0, now } as const
    const id = await buildAccount(db, { ...built, name: '焊接专家', memberIds: [owner.id] })
    const other = await buildAccount(db, { ...built, name: '涂装专家', memberIds: [admin.id] })

    const page = await open(language, reader)
    await page.goto('/#/share-study/experts')
    const card = page.getByRole('listitem').filter({ hasText: '焊接专家' })
    await proves('COMMUNITY-028', async () => {
      await card.getByRole('button', { name: t.follow }).click()
      await expect(card.getByRole('button', { name: t.unfollow })).toHaveText(/1$/)
      await expect(card.getByRole('link', { name: t.ask })).toHaveAttribute('href', new RegExp(`expert=${id}`))
    })
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('涂装')
    await expect(card).toHaveCount(0)
    await page.getByRole('searchbox').fill('')
    await card.getByRole('link', { name: '焊接专家' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '焊接专家' })).toBeVisible()
    await expectAccessible(page)

    // What the expert publishes is news until it is read. Here it is about another account.
    const news = { companyId, accountId: id, businessType: 101, businessId: other, title: '涂装专家' }
    await accountNotice(db, { ...news, link: `/share-team/team-content/${other}` }, Date.now())
    await page.goto('/#/share-study/experts')
    await page.reload()
    await page.getByRole('button', { name: t.news }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: '涂装专家' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: t.read }).click()
    await expect(drawer.getByText(t.noNews)).toBeVisible()

    const desk = await open(language, admin)
    await desk.goto('/#/manage/accounts')
    const row = desk.getByRole('row', { name: /焊接专家/ })
    await proves('COMMUNITY-045', async () => {
      await expect(row.getByText(t.active, { exact: true })).toBeVisible()
      await expect(row.getByText(t.passed)).toBeVisible()
    })
    await row.getByRole('button', { name: t.freeze }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('button', { name: t.freeze }).click()
    await expect(dialog.getByText(t.needed)).toBeVisible()
    await dialog.getByLabel(t.reason).fill('多次发布广告')
    // The button that was pressed is no longer below the pointer, and has its own color again.
    await dialog.getByLabel(t.reason).hover()
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: t.freeze }).click()
    await expect(dialog).toHaveCount(0)
    await proves('COMMUNITY-043', async () => {
      await expect(row.getByText(t.frozen, { exact: true })).toBeVisible()
      await expect(row.getByText('多次发布广告')).toBeVisible()
      await expect(desk.getByRole('tab', { name: new RegExp(t.applying) })).toBeVisible()
    })
    await expectAccessible(desk)
    await row.getByRole('button', { name: t.activate }).click()
    await desk.getByRole('dialog').or(desk.locator('.ant-popconfirm')).getByRole('button', { name: t.activate }).click()
    await expect(row.getByText(t.active, { exact: true })).toBeVisible()

    const own = await open(language, owner, { width: 390 })
    await own.goto('/#/output-detail')
    await expect(own.getByText(t.followers).first()).toBeVisible()
    const chart = own.getByRole('figure', { name: t.won })
    await chart.getByText(t.asTable).click()
    await expect(chart.getByRole('cell', { name: '1', exact: true })).toBeVisible()
    const saving = own.waitForEvent('download')
    await own.getByRole('button', { name: t.export }).click()
    expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
    await expectAccessible(own)
  })
}
