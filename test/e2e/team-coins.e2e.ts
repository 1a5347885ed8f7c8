/** A team's coins: looked at, shared among its members, and found again in a member's own account. */
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    coin: '学币',
    points: '积分',
    distribute: '分配学币',
    total: '平均分配总数',
    average: '平均分配',
    confirm: '确认分配',
    nobody: '请至少选择一名成员',
    chooseFirst: '请先选择成员',
    tooMuch: '合计超过余额',
    amountOf: /^分配给/,
    done: '分配成功',
    detail: '详情',
    detailTitle: '分配详情',
    type: '收支',
    income: '收入',
    balance: '学币余额',
    own: '我的账户',
  },
  en: {
    coin: 'Learning coin',
    points: 'Points',
    distribute: 'Distribute learning coin',
    total: 'Total to split equally',
    average: 'Split equally',
    confirm: 'Distribute',
    nobody: 'Select at least one member',
    chooseFirst: 'Select members first',
    tooMuch: 'exceeds the balance',
    amountOf: /^Amount for/,
    done: 'Distributed',
    detail: 'Details',
    detailTitle: 'Distribution',
    type: 'Type',
    income: 'Income',
    balance: 'Learning coin balance',
    own: 'My account',
  },
} as const

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`100.00 shared among three (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`coins-chief-${language}`, '沈墨')
    const receivers = []
    for (const [index, fullName] of ['江晚', '陆舟', '苏禾'].entries())
      receivers.push(await platform.createAccount(`coins-${index}-${language}`, fullName))
    const memberIds = [chief.id, ...receivers.map(({ id }) => id)]
    const teamId = await buildAccount(db, { companyId, name: `讲师团 ${language}`, memberIds })
    const owner = { kind: 'team', id: teamId } as const
    for (let count = 0; count < 12; count += 1) await buildIssue(db, { companyId, owner, amount: 5000n })

    const page = await open(language, chief)
    await page.goto('/#/learncoin-manage')
    await proves(['CURRENCY-001', 'CURRENCY-005'], async () => {
      await expect(page.getByRole('tab', { name: t.coin })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tab', { name: t.points })).toBeVisible()
      await expect(page.getByText('600.00').first()).toBeVisible()
      await expect(page.getByRole('table')).toBeVisible()
    })
    await expectAccessible(page)

    await proves('CURRENCY-012', async () => {
      const active = (number: string) => expect(page.getByTitle(number, { exact: true })).toHaveClass(/item-active/)
      await page.getByTitle('2', { exact: true }).click()
      await active('2')
      await page.getByRole('combobox', { name: t.type, exact: true }).click()
      await page.getByTitle(t.income, { exact: true }).click()
      await active('1')
    })

    // Without the filter, so that the table can show the distribution.
    await page.reload()
    await page.getByRole('button', { name: t.distribute }).click()
    const dialog = page.getByRole('dialog')
    await proves('CURRENCY-054', async () => {
      await dialog.getByRole('button', { name: t.average }).click()
      await expect(dialog.getByText(t.chooseFirst)).toBeVisible()
    })
    await dialog.getByRole('button', { name: t.confirm, exact: true }).click()
    await expect(dialog.getByText(t.nobody)).toBeVisible()
    for (const { fullName } of receivers) await dialog.getByRole('checkbox', { name: new RegExp(fullName) }).check()
    await dialog.getByRole('textbox', { name: t.total }).fill('700')
    await dialog.getByRole('button', { name: t.average }).click()
    await expect(dialog.getByText(t.tooMuch)).toBeVisible()
    await dialog.getByRole('textbox', { name: t.total }).fill('100.00')
    await dialog.getByRole('button', { name: t.average }).click()
    const amounts = dialog.getByRole('textbox', { name: t.amountOf })
    const shown = () => amounts.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    await proves(['CURRENCY-003', 'CURRENCY-055'], async () => {
      await expect(amounts).toHaveCount(3)
      expect(await shown()).toEqual(['33.33', '33.33', '33.34'])
      await dialog.getByRole('textbox', { name: t.total }).fill('10.00')
      await dialog.getByRole('button', { name: t.average }).click()
      await expect.poll(shown).toEqual(['3.33', '3.33', '3.34'])
      await dialog.getByRole('textbox', { name: t.total }).fill('100.00')
      await dialog.getByRole('button', { name: t.average }).click()
      await expect.poll(shown).toEqual(['33.33', '33.33', '33.34'])
    })
    await expectAccessible(page)
    // Neither the sum after it nor a row of it is on the page before.
    const balance = page.locator('.cu-sum-balance dd')
    const table = page.locator('main').getByRole('table')
    await expect(balance).toHaveText('600.00')
    await expect(table.getByRole('button', { name: t.detail })).toHaveCount(0)
    await proves('CURRENCY-059', async () => {
      await dialog.getByRole('button', { name: t.confirm, exact: true }).click()
      await expect(page.getByText(t.done)).toBeVisible()
    })
    await proves('CURRENCY-060', async () => {
      await expect(dialog).toBeHidden()
      await expect(balance).toHaveText('500.00')
      await expect(table.getByRole('button', { name: t.detail }).first()).toBeVisible()
    })

    await page.reload()
    await proves('CURRENCY-002', async () => {
      await page.getByRole('button', { name: t.detail }).first().click()
      await expect(page.getByRole('dialog', { name: t.detailTitle }).getByText('33.34')).toBeVisible()
    })

    const theirs = await open(language, receivers[0])
    await theirs.goto('/#/learncoin-manage')
    await expect(theirs.getByText('500.00').first()).toBeVisible()
    await proves('CURRENCY-047', () => expect(theirs.getByRole('button', { name: t.distribute })).toHaveCount(0))
    await theirs.goto('/#/center')
    await expect(theirs.getByRole('heading', { name: t.own })).toBeVisible()
    await proves('CURRENCY-004', async () => {
      await theirs.getByRole('link', { name: new RegExp(`${t.coin}.*33\\.3`, 's') }).click()
      await expect(theirs.getByRole('tab', { name: t.coin })).toHaveAttribute('aria-selected', 'true')
      await expect(theirs.getByText(`讲师团 ${language}`)).toBeVisible()
    })
    await expectAccessible(theirs)
  })
}

test('a currency of another name is called so on every screen, in both languages', async ({ platform, open }) => {
  const { companyId, db } = platform
  const chief = await platform.createAccount('renamed-chief', '程以宁', ['super-admin'])
  const teamId = await buildAccount(db, { companyId, name: '改名团队', memberIds: [chief.id] })
  await buildIssue(db, { companyId, owner: { kind: 'team', id: teamId }, amount: 1234n })
  const rename = (currencyName: string) =>
    platform.call(chief, 'PUT', '/system/rule-config/CURRENCY_RULE_CONFIG', { value: { currencyName } })
  expect(await rename('云豆')).toBe(200)
  for (const language of ['cn', 'en'] as const) {
    const page = await open(language, chief)
    const noOtherName = () => expect(page.getByText(words[language].coin, { exact: true })).toHaveCount(0)
    await proves('CURRENCY-015', async () => {
      await page.goto('/#/learncoin-manage')
      await expect(page.getByRole('tab', { name: '云豆' })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('云豆')
      await expect(page.getByText('12.34').first()).toBeVisible()
      await noOtherName()
    })
    await proves('SYSTEM-050', async () => {
      await page.goto('/#/center/my/coins')
      await expect(page.getByRole('tab', { name: '云豆' })).toBeVisible()
      await noOtherName()
      await page.goto('/#/manage/currency/holders')
      await expect(page.getByRole('columnheader', { name: '云豆' })).toBeVisible()
      await noOtherName()
    })
  }
})

test('an administrator issues, corrects, sets a rule, and has the ledger proven', async ({ platform, open }) => {
  const member = await platform.createAccount('coins-receiver', '顾南枝')
  const chief = await platform.createAccount('coins-manager', '程以宁', ['super-admin'])
  const page = await open('cn', chief)
  await page.goto('/#/manage/currency/holders')
  await page.getByRole('main').getByRole('searchbox').fill(member.fullName)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page
    .getByRole('row', { name: /顾南枝/ })
    .getByRole('checkbox')
    .check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '发放（已选 1）' }).click()
  await page.getByRole('textbox', { name: '金额' }).fill('20.5')
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认发放' }).click()
  await expect(page.getByRole('row', { name: /顾南枝/ })).toContainText('20.50')
  await page.getByRole('button', { name: '更正' }).click()
  await page.getByText('扣除').click()
  await page.getByRole('textbox', { name: '金额' }).fill('0.5')
  await proves('CURRENCY-032', async () => {
    await page.getByRole('button', { name: '确认更正' }).click()
    await expect(page.getByText('请填写原因')).toBeVisible()
    await page.getByRole('textbox', { name: '原因' }).fill('重复发放')
    await page.getByRole('button', { name: '确认更正' }).click()
    await expect(page.getByRole('row', { name: /顾南枝/ })).toContainText('20.00')
  })

  await page.goto('/#/manage/currency/rules')
  await page.getByRole('textbox', { name: '每日登录奖励的积分' }).fill('2')
  await proves('CURRENCY-034', async () => {
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已保存')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '修改记录' }).click()
    await expect(page.getByText('1.00 → 2.00')).toBeVisible()
  })
  await expectAccessible(page)

  await page.goto('/#/manage/currency/proof')
  await page.getByRole('button', { name: '立即核对' }).click()
  await expect(page.getByText('账目相符：', { exact: false })).toBeVisible()
  await expectAccessible(page)
})
