/** The lists of those who make courses, subjects, learning paths and live sessions: tabs with numbers, filters in the address. */
import { v7 as uuid } from 'uuid'
import cn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import en from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildPath } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import liveCn from '#modules/live/live/messages/cn.json' with { type: 'json' }
import liveEn from '#modules/live/live/messages/en.json' with { type: 'json' }
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = { cn, en } as const
const liveWords = { cn: liveCn, en: liveEn } as const
const lists = ['courses', 'subjects', 'paths'] as const
const names = ['消防安全', '数据安全', '新人入职'] as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`authors find, filter and take off the shelf what they have made (${language})`, async ({ platform, open }) => {
    const account = await platform.createAccount('author', '江讲师', ['super-admin'])
    const { companyId, db } = platform
    const author = { id: account.id, companyId, organizationId: companyId }
    for (const [index, name] of names.entries()) {
      const status = index === 2 ? 'draft' : 'on-shelf'
      const one = { author, name, status } as const
      await buildCourse(db, { ...one, chapters: [{ sections: [{ kind: 'text' }] }] })
      await buildSubject(db, { ...one, stages: [] })
      await buildPath(db, { ...one, chapters: [{ sections: [{ businessType: 1, businessId: uuid() }] }] })
    }
    const desk = await open(language, account)
    const phone = await open(language, account, { width: 390 })
    for (const list of lists) {
      await desk.goto(`/#/admin/${list}`)
      const rows = desk.getByRole('row').filter({ hasText: '安全' })
      await expect(rows).toHaveCount(2)
      const tab = (status: 'draft' | 'on-shelf' | 'off-shelf', count: number) =>
        desk.getByRole('tab', { name: `${text.status[status]} ${count}`, exact: true })
      await expect(tab('on-shelf', 2)).toBeVisible()
      await expectAccessible(desk)

      // The address keeps tab and search over a reload; the numbers follow the search.
      await tab('draft', 1).click()
      await expect(desk.getByRole('row').filter({ hasText: names[2] })).toBeVisible()
      await desk.getByRole('main').getByRole('searchbox').fill('安全')
      await expect(desk.getByText(text.list.noMatch)).toBeVisible()
      await desk.reload()
      await expect(desk.getByRole('main').getByRole('searchbox')).toHaveValue('安全')
      await expect(tab('draft', 0)).toHaveAttribute('aria-selected', 'true')
      await desk.getByRole('button', { name: text.list.clear }).click()
      await expect(desk.getByRole('main').getByRole('searchbox')).toHaveValue('')
      await expect(rows).toHaveCount(2)

      // Two filters that are set before the first is drawn count both.
      if (list === 'courses') {
        const mine = desk.getByRole('checkbox', { name: text.list.mine })
        const pressed = await Promise.all([tab('draft', 1).elementHandle(), mine.elementHandle()])
        await desk.evaluate((parts) => {
          for (const part of parts) (part as HTMLElement).click()
        }, pressed)
        await expect(tab('draft', 1)).toHaveAttribute('aria-selected', 'true')
        await expect(mine).toBeChecked()
      }

      // On a phone the rows are cards, with the same actions.
      await phone.goto(`/#/admin/${list}`)
      const card = phone.getByRole('listitem').filter({ hasText: names[0] })
      await expect(card).toBeVisible()
      await expectAccessible(phone)
      await card.getByRole('button', { name: text.list.more.replace('{name}', names[0]) }).click()
      await phone.getByRole('menuitem', { name: text.do['take-off-shelf'] }).click()
      await phone.getByRole('dialog').getByRole('button', { name: text.do['take-off-shelf'] }).click()
      await expect(card.getByText(text.status['off-shelf'])).toBeVisible()
      await desk.reload()
      await expect(tab('off-shelf', 1)).toBeVisible()
    }
  })

  test(`a host finds live sessions by their status (${language})`, async ({ platform, open }) => {
    const live = liveWords[language]
    const host = await platform.createAccount('host', '周明', ['lecturer'])
    const { companyId, departmentId, db } = platform
    const of = { companyId, organizationId: departmentId, hostId: host.id, now: Date.now() }
    await buildLive(db, { ...of, subject: '季度复盘' })
    await buildLive(db, { ...of, subject: '年度盛典', status: 4 })
    const page = await open(language, host)
    await page.goto('/#/live/manage')
    const table = page.locator('main')
    await table.getByRole('tab', { name: `${live.maps['live-status']['4']} 1`, exact: true }).click()
    await expect(table.getByText('季度复盘')).toHaveCount(0)
    await page.reload()
    await expect(table.getByText('年度盛典')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 860 })
    await expect(table.getByRole('listitem').filter({ hasText: '年度盛典' })).toBeVisible()
    await expectAccessible(page)
  })
}
