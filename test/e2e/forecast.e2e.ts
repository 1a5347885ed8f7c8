/** Where many things change at once, the screen says first what will happen. */

import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import currencyCn from '#modules/platform/currency/messages/cn.json' with { type: 'json' }
import currencyEn from '#modules/platform/currency/messages/en.json' with { type: 'json' }
import identityCn from '#modules/platform/identity/messages/cn.json' with { type: 'json' }
import identityEn from '#modules/platform/identity/messages/en.json' with { type: 'json' }
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import cn from '#web/messages/cn.json' with { type: 'json' }
import en from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const texts = {
  cn: { shell: cn, identity: identityCn, currency: currencyCn },
  en: { shell: en, identity: identityEn, currency: currencyEn },
} as const

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((all, [name, value]) => all.replace(`{${name}}`, String(value)), text)
}

const note = (page: Page) => page.locator('.sy-forecast')

for (const language of languagesOf('cn')) {
  const { shell, identity, currency } = texts[language]
  const count = (text: string, number: number) => filled(text, { count: number })

  test(`what members, organizations and coins will become is said first (${language})`, async ({ open, platform }) => {
    const { db, companyId, departmentId } = platform
    const chief = await platform.createAccount(`forecast-chief-${language}`, '周主管', ['super-admin'])
    const people = []
    for (const [index, fullName] of ['江晚', '陆舟', '苏禾'].entries())
      people.push(await platform.createAccount(`forecast-${index}-${language}`, fullName))
    await buildOrganization(db, { companyId, parentId: companyId, name: '市场部' })
    const page = await open(language, chief)

    // Many members.
    await page.goto('/#/admin/members')
    await expect(page.getByRole('row')).toHaveCount(5)
    for (const { fullName } of people) await page.getByRole('row', { name: fullName }).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: identity.members.bulk })
    await bar.getByRole('button', { name: identity.members.bulkDisable }).click()
    await expect(note(page)).toContainText(count(identity.members.bulkForecast_other, 3))
    await expectAccessible(page)
    const enabled = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from identity.member
        where company_id = ${companyId} and enabled`.execute(db)
      return rows[0]?.count
    }
    await page.getByRole('dialog').getByRole('button', { name: shell.cancel }).click()
    expect(await enabled()).toBe(4)

    // A call that would be refused says so, and can't be confirmed.
    await page.getByRole('row', { name: '周主管' }).getByRole('checkbox').check()
    await bar.getByRole('button', { name: identity.members.bulkDisable }).click()
    await expect(note(page)).toContainText(shell.forecast.refused)
    const confirm = page.getByRole('dialog').getByRole('button', { name: identity.members.bulkDisable })
    await expect(confirm).toBeDisabled()
    await page.getByRole('dialog').getByRole('button', { name: shell.cancel }).click()

    // Many members into another organization: left again, after a question. Nobody moves the own person.
    await page.getByRole('row', { name: '周主管' }).getByRole('checkbox').uncheck()
    await bar.getByRole('button', { name: identity.members.bulkOrganization }).click()
    await page.getByRole('dialog').getByRole('combobox').click()
    await page.getByRole('treeitem', { name: '市场部' }).or(page.getByTitle('市场部')).last().click()
    await expect(note(page)).toContainText(count(identity.members.bulkForecast_other, 3))
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: shell.cancel }).click()
    await page.getByRole('button', { name: shell.form.discard }).click()

    // An organization that goes into another.
    await page.goto('/#/admin/organizations')
    await page.getByRole('button', { name: filled(identity.organizations.actions, { name: '研发中心' }) }).click()
    await page.getByRole('menuitem', { name: identity.organizations.merge }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('treeitem', { name: '市场部' }).or(page.getByTitle('市场部')).last().click()
    const merged = { name: '市场部', members: 4, below: 0 }
    await expect(note(page)).toContainText(filled(identity.organizations.forecast.merge, merged))
    expect((await sql`select id from identity.organization where id = ${departmentId}`.execute(db)).rows).toHaveLength(
      1,
    )
    await dialog.getByRole('button', { name: shell.cancel }).click()
    await page.getByRole('button', { name: shell.form.discard }).click()

    // Coins for several: each is notified.
    await page.goto('/#/manage/currency/holders')
    for (const { fullName } of people) await page.getByRole('row', { name: fullName }).getByRole('checkbox').check()
    const transfers = async () => {
      const { rows } = await sql<{ business_type: number }>`
        select * from currency.transfer where company_id = ${companyId} order by id`.execute(db)
      return rows
    }
    const before = await transfers()
    await page.getByRole('button', { name: count(currency.holders.issue, 3) }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('12.5')
    await expect(note(page)).toContainText(count(currency.issue.receive_other, 3))
    await expect(note(page)).toContainText(count(shell.forecast.notification_other, 3))
    await expectAccessible(page)
    expect(await transfers()).toEqual(before)
    await page.getByRole('dialog').getByRole('button', { name: currency.issue.confirm.issue }).click()
    await expect(page.getByText(currency.issue.done.issue, { exact: true })).toBeVisible()
    expect(await transfers()).toHaveLength(before.length + 1)

    // A correction says why.
    await page.getByRole('row', { name: '江晚' }).getByRole('button', { name: currency.holders.adjust }).click()
    const correction = page.getByRole('dialog', { name: currency.issue.title.adjust })
    await correction.getByText(currency.issue.take, { exact: true }).click()
    const confirmed = correction.getByRole('button', { name: currency.issue.confirm.adjust })
    await confirmed.click()
    await expect(correction.getByText(currency.issue.amountWrong)).toBeVisible()
    await correction.getByRole('textbox').first().fill('2.5')
    await expect(correction.getByText(currency.issue.amountWrong)).toBeHidden()
    await expect(correction.getByText(currency.issue.reasonWrong)).toBeVisible()
    await correction.getByRole('textbox').last().fill('重复发放')
    await confirmed.click()
    await expect(page.getByText(currency.issue.done.adjust, { exact: true })).toBeVisible()
    expect(await transfers()).toHaveLength(before.length + 2)
  })
}
