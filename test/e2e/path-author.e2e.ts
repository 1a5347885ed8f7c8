/** A learning path from its author: positions and channels, chapters, choices, windows, rules, simulated, published, assigned. */
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import cn from '#modules/learning/paths/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/paths/messages/en.json' with { type: 'json' }
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { leavePublished } from './published.ts'

const words = {
  cn: { ...cn, pick: catalogCn.pick, row: shellCn.row, save: shellCn.save },
  en: { ...en, pick: catalogEn.pick, row: shellEn.row, save: shellEn.save },
} as const
const named = {
  cn: {
    path: '导购成长路径',
    channel: '门店通道',
    position: '导购',
    other: '会计',
    courses: ['认识商品', '接待礼仪', '陈列', '收银'],
  },
  en: {
    path: 'Path of a shop assistant',
    channel: 'Stores',
    position: 'Shop assistant',
    other: 'Accountant',
    courses: ['The goods', 'Manners', 'Display', 'The till'],
  },
} as const

const dayMs = 86_400_000
const delayDays = 5

/** A position of the company. */
async function positionOf({ db, companyId }: Platform, name: string): Promise<string> {
  const id = uuid()
  await sql`insert into identity.position (id, company_id, name, created_at)
    values (${id}, ${companyId}, ${name}, ${Date.now()})`.execute(db)
  return id
}

async function hire({ db }: Platform, account: Account, positionId: string, daysAgo: number): Promise<void> {
  const day = new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
  await sql`update identity.member set position_id = ${positionId}, hired_on = ${day}::date where id = ${account.id}`.execute(
    db,
  )
}

/** Opens a choice by its label and takes an entry of it. */
async function choose(page: Page, field: Locator, entry: string): Promise<void> {
  await field.click()
  await page.locator('.ant-select-dropdown:visible').getByText(entry, { exact: true }).click()
  await page.keyboard.press('Escape')
}

for (const language of languagesOf('cn')) {
  const text = words[language]
  const name = named[language]
  const [first, second] = [1, 2].map((number) => text.edit.untitled.replace('{number}', String(number))) as [
    string,
    string,
  ]

  /** Adds contents to a chapter by the picker. */
  const add = async (page: Page, chapter: Locator, contents: readonly string[]) => {
    await chapter.getByRole('button', { name: text.edit.addSection }).click()
    const picker = page.getByRole('dialog')
    for (const content of contents) {
      await picker.getByRole('searchbox', { name: text.pick.search }).fill(content)
      await picker.getByRole('checkbox', { name: content }).check()
    }
    await expectAccessible(page)
    await picker.getByRole('button', { name: text.pick.add.replace('{count}', String(contents.length)) }).click()
    await expect(picker).toBeHidden()
  }

  test(`a path is made, tried out, published and assigned (${language})`, async ({ open, platform }) => {
    const chief = await platform.createAccount(`path-chief-${language}`, '周主管', ['super-admin'])
    const author = { id: chief.id, companyId: platform.companyId, organizationId: platform.companyId }
    for (const course of name.courses)
      await buildCourse(platform.db, { author, name: course, chapters: [{ sections: [{ kind: 'text' }] }] })
    const [positionId, otherId] = [await positionOf(platform, name.position), await positionOf(platform, name.other)]
    const assistant = await platform.createAccount(`path-assistant-${language}`, '杜导购')
    const newcomer = await platform.createAccount(`path-newcomer-${language}`, '白导购')
    const accountant = await platform.createAccount(`path-accountant-${language}`, '简会计')
    await hire(platform, assistant, positionId, delayDays + 1)
    await hire(platform, newcomer, positionId, 1)
    await hire(platform, accountant, otherId, 90)
    const desk = await open(language, chief)

    // The channel in which the position stands.
    await desk.goto('/#/admin/position-channels')
    await desk.getByRole('button', { name: text.channels.create }).first().click()
    await desk.getByRole('dialog').getByRole('textbox', { name: text.channels.name }).fill(name.channel)
    await desk.getByRole('dialog').getByRole('button', { name: text.edit.save }).click()
    const channel = desk.getByRole('listitem').filter({ hasText: name.channel })
    await channel.getByRole('button', { name: text.manage.edit }).click()
    await choose(desk, desk.getByRole('dialog').getByLabel(text.channels.positions), name.position)
    await expectAccessible(desk)
    await desk.getByRole('dialog').getByRole('button', { name: text.edit.save }).click()
    await expect(channel.getByText(name.position, { exact: true })).toBeVisible()
    await expectAccessible(desk)

    // Two chapters: one after the other, the second a choice that opens later.
    await desk.goto('/#/admin/paths')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.manage.create }).first().click()
    await desk.getByRole('dialog').getByRole('textbox', { name: text.manage.name }).fill(name.path)
    await desk.getByRole('dialog').getByRole('button', { name: text.manage.createGo }).click()
    await expect(desk.getByRole('heading', { level: 1, name: name.path })).toBeVisible()
    await desk.getByRole('button', { name: text.edit.addChapter }).click()
    await add(desk, desk.getByRole('region', { name: first }), name.courses.slice(1))
    await desk.getByRole('button', { name: text.edit.addChapter }).click()
    await add(desk, desk.getByRole('region', { name: second }), name.courses.slice(0, 1))
    // What comes second is to be first: by the keyboard.
    await desk
      .getByRole('region', { name: second })
      .locator('header')
      .getByRole('button', { name: text.row.up.replace('{name}', second) })
      .press('Enter')
    const basics = desk.getByRole('region', { name: first })
    const practice = desk.getByRole('region', { name: second })
    await expect(basics).toContainText(name.courses[0])
    await practice.getByRole('button', { name: text.edit.addChoice }).click()
    await practice.getByLabel(text.edit.choiceNeeded).fill('2')
    for (const course of name.courses.slice(1)) {
      const weight = practice.getByLabel(text.edit.weight.replace('{name}', course))
      await choose(desk, weight, text.edit.ofChoice.replace('{title}', text.edit.choiceDefault))
    }
    await practice.getByLabel(text.edit.opensAfter).fill('10')
    await expectAccessible(desk)

    // What is not saved is not lost: neither to another tab nor to another screen, and it is not published.
    await expect(desk.getByRole('button', { name: text.edit.publish, exact: true })).toBeDisabled()
    const leaving = desk.getByRole('dialog').filter({ hasText: text.save.leave })
    for (const way of [
      desk.getByRole('tab', { name: text.edit.tab.rules }),
      desk.getByRole('link', { name: text.edit.look }),
    ]) {
      await way.click()
      await leaving.getByRole('button', { name: text.save.stay }).click()
      await expect(leaving).toBeHidden()
      await expect(practice.getByLabel(text.edit.opensAfter)).toHaveValue('10')
    }
    const bar = desk.getByRole('region', { name: text.save.bar })
    await bar.getByRole('button', { name: text.save.save }).click()
    await expect(desk.getByText(text.edit.saved, { exact: true })).toBeVisible()
    await expect(bar).toBeHidden()

    // The assignment rules.
    await desk.getByRole('tab', { name: text.edit.tab.rules }).click()
    await desk.getByRole('button', { name: text.rules.add }).click()
    const rule = desk.getByRole('group', { name: text.rules.number.replace('{number}', '1') })
    await choose(desk, rule.getByLabel(text.rules.positions), name.position)
    await choose(desk, rule.getByLabel(text.rules.departments), '研发中心')
    await rule.getByLabel(text.rules.hiredFrom).fill('2020-01-01')
    await desk.keyboard.press('Enter')
    await rule.getByLabel(text.rules.delay).fill(String(delayDays))
    await expectAccessible(desk)
    await bar.getByRole('button', { name: text.save.save }).click()
    await expect(desk.getByText(text.rules.saved, { exact: true })).toBeVisible()

    // A change that is discarded is gone.
    await desk.getByRole('tab', { name: text.edit.tab.basic }).click()
    const title = desk.getByLabel(text.manage.name)
    await title.fill('')
    await expect(bar.getByRole('button', { name: text.save.save })).toBeDisabled()
    await bar.getByRole('button', { name: text.save.discard }).click()
    await expect(title).toHaveValue(name.path)

    // What somebody who is hired today would see: nothing on day 1, the first chapter on day 10, all on day 30.
    await desk.getByRole('tab', { name: text.edit.tab.simulation }).click()
    await expect(desk.getByText(text.simulation.never)).toBeVisible()
    await choose(desk, desk.getByRole('main').getByLabel(text.simulation.position), name.position)
    await choose(desk, desk.getByRole('main').getByLabel(text.simulation.department), '研发中心')
    await expect(desk.getByText(text.simulation.assigned.replace('{day}', String(delayDays + 1)))).toBeVisible()
    const cell = (row: string, day: number) => {
      const column = [1, 7, 10, 30, 60, 90].indexOf(day)
      return desk.getByRole('row', { name: row }).getByRole('cell').nth(column)
    }
    for (const chapter of [first, second]) await expect(cell(chapter, 1)).toHaveText(text.simulation.notYet)
    await expect(cell(first, 10)).toHaveAttribute('data-state', 'open')
    await expect(cell(second, 10)).toHaveAttribute('data-state', 'locked')
    await expect(cell(second, 30)).toHaveAttribute('data-state', 'open')
    await expectAccessible(desk)

    // Published, it finds the members that match.
    await desk.getByRole('button', { name: text.edit.publish, exact: true }).click()
    await leavePublished(desk, language)
    const page = await open(language, assistant)
    await page.goto('/#/study/paths')
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('link', { name: name.path })).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 240_000 })
    await expectAccessible(page)
    await page.getByRole('link', { name: name.path }).click()
    const stations = page.getByRole('navigation', { name: text.map.label }).getByRole('button')
    await expect(stations.nth(0)).toHaveAttribute('data-state', 'open')
    await expect(stations.nth(1)).toHaveAttribute('data-state', 'locked')
    await stations.nth(1).click()
    await expect(page.getByText(text.chapter.choice.replace('{count}', '3').replace('{needed}', '2'))).toBeVisible()
    await expectAccessible(page)

    // Who is too new, and who has another position, are not on it.
    await desk.getByRole('tab', { name: text.edit.tab.learners }).click()
    await expect(desk.getByRole('cell', { name: '杜导购' })).toBeVisible()
    await expect(desk.getByRole('cell', { name: '白导购' })).toHaveCount(0)
    await expect(desk.getByRole('cell', { name: '简会计' })).toHaveCount(0)
    await expectAccessible(desk)
  })
}
