/** A circle that approves who joins: asked for, let in, its contents read, its announcement confirmed. */
import communityCn from '#modules/community/community/messages/cn.json' with { type: 'json' }
import communityEn from '#modules/community/community/messages/en.json' with { type: 'json' }
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildCircleOf } from '#modules/community/community/server/circles.fixture.ts'
import { contentBusinessType } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { ...communityCn.circles, bell: '消息，1 条未读' },
  en: { ...communityEn.circles, bell: 'Messages, 1 unread' },
} as const

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`a circle lets a member in, who reads and confirms (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const owner = await platform.createAccount(`circle-owner-${language}`, '周明')
    const joiner = await platform.createAccount(`circle-joiner-${language}`, '林知远')
    const name = `轴承圈 ${language}`
    const id = await buildCircleOf(db, { companyId, memberIds: [owner.id], joinMode: 1, name })
    const accountId = await buildAccount(db, { companyId, memberIds: [owner.id], name: '轴承小组' })
    for (const title of ['听音辨轴承', '换油周期表']) {
      const questionId = await buildContent(db, { companyId, accountId, authorId: owner.id, title, text: '三十秒一听' })
      const body = { questionId, itemType: contentBusinessType, addCircleIds: [id], removeCircleIds: [] }
      expect(await platform.call(owner, 'POST', '/knowledge-operation/knowledge-circle/share-question', body)).toBe(200)
    }
    const address = `/#/share-study/knowledge-community/${id}`

    // Who does not belong to it reads its name alone, and asks.
    const phone = await open(language, joiner, { width: 390 })
    await phone.goto(address)
    await expect(phone.getByText(t.closed)).toBeVisible()
    await expect(phone.getByText('听音辨轴承')).toHaveCount(0)
    await phone.getByRole('button', { name: t.ask }).click()
    const asking = phone.getByRole('dialog', { name: t.ask })
    await asking.getByRole('textbox', { name: t.askMessage }).fill('我负责三号线的轴承')
    await expectAccessible(phone)
    await asking.getByRole('button', { name: t.ask }).click()
    await expect(phone.getByText(t.waits, { exact: true })).toBeVisible()
    await expectAccessible(phone)

    const page = await open(language, owner)
    await page.goto(`${address}?tab=members`)
    const requests = page.getByRole('region', { name: t.requests })
    await expect(requests.getByText('我负责三号线的轴承')).toBeVisible()
    await expectAccessible(page)
    await requests.getByRole('button', { name: t.agree, exact: true }).click()
    await expect(requests).toHaveCount(0)
    await expect(page.getByRole('row', { name: /林知远/ })).toBeVisible()

    // One content stands on top, one is marked; the bell leads the new member to them.
    await page.getByRole('tab', { name: t.contents }).click()
    const item = (title: string) => page.getByRole('listitem').filter({ hasText: title })
    await item('听音辨轴承').getByRole('button', { name: t.pin, exact: true }).click()
    await expect(item('听音辨轴承').getByRole('button', { name: t.unpin, exact: true })).toBeVisible()
    await item('换油周期表').getByRole('button', { name: t.highlight, exact: true }).click()
    await expect(item('换油周期表').getByRole('button', { name: t.unhighlight, exact: true })).toBeVisible()
    await expectAccessible(page)
    await phone.goto('/#/home-v')
    await phone.getByRole('button', { name: t.bell }).click()
    await phone.getByText(name).first().click()
    await expect(phone.getByRole('link', { name: '听音辨轴承' })).toBeVisible()
    const shared = phone.getByRole('tabpanel').getByRole('listitem')
    await expect(shared.first()).toContainText('听音辨轴承')
    await expectAccessible(phone)
    await phone.getByRole('checkbox', { name: t.onlyHighlighted }).check()
    await expect(phone.getByRole('link', { name: '听音辨轴承' })).toHaveCount(0)
    await phone.getByRole('link', { name: '换油周期表' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: '换油周期表' })).toBeVisible()

    // An announcement counts who has read it, and names who has not.
    await page.getByRole('tab', { name: t.announcements }).click()
    await page.getByRole('button', { name: t.announce }).click()
    const announcing = page.getByRole('dialog', { name: t.announce })
    await announcing.getByLabel(t.announceTitle).fill('周五换油')
    await announcing.getByLabel(t.announceContent).fill('三号线停机两小时')
    await announcing.getByRole('button', { name: t.announce }).click()
    await page.getByRole('button', { name: t.readBy_one.replace('{count}', '1') }).click()
    const readers = page.getByRole('dialog', { name: t.readers })
    await expect(readers.getByText('林知远')).toBeVisible()
    await expectAccessible(page)
    await phone.goto(`${address}?tab=announcements`)
    await phone.getByRole('button', { name: t.markRead }).click()
    await expect(phone.getByRole('button', { name: t.markRead })).toHaveCount(0)
    await expectAccessible(phone)
    await page.reload()
    await page.getByRole('tab', { name: t.announcements }).click()
    await page.getByRole('button', { name: t.readBy_other.replace('{count}', '2') }).click()
    await expect(readers.getByText(t.nobody)).toBeVisible()
    await readers.getByRole('tab', { name: t.readTab, exact: true }).click()
    await expect(readers.getByText('林知远')).toBeVisible()
  })
}
