/** A company sets how much an administrator issues alone; more waits until another one has agreed. */
import approvalsCn from '#modules/platform/approvals/messages/cn.json' with { type: 'json' }
import approvalsEn from '#modules/platform/approvals/messages/en.json' with { type: 'json' }
import currencyCn from '#modules/platform/currency/messages/cn.json' with { type: 'json' }
import currencyEn from '#modules/platform/currency/messages/en.json' with { type: 'json' }
import settingsCn from '#modules/platform/settings/messages/cn.json' with { type: 'json' }
import settingsEn from '#modules/platform/settings/messages/en.json' with { type: 'json' }
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const texts = {
  cn: {
    currency: currencyCn,
    settings: settingsCn,
    shell: shellCn,
    approvals: approvalsCn,
    coins: '学币',
    coin: '学币',
  },
  en: {
    currency: currencyEn,
    settings: settingsEn,
    shell: shellEn,
    approvals: approvalsEn,
    coins: 'Coins',
    coin: 'Learning coin',
  },
} as const

for (const language of languagesOf('cn')) {
  const { currency, settings, shell, approvals, coins, coin } = texts[language]
  const chosen = currency.holders.issue.replace('{count}', '1')
  const rule = settings.rules.CURRENCY_ISSUE_CONFIG

  test(`coins above the limit wait for another administrator (${language})`, async ({ open, platform }) => {
    const chief = await platform.createAccount(`issue-chief-${language}`, '周主管', ['super-admin'])
    const second = await platform.createAccount(`issue-second-${language}`, '何主任', ['super-admin'])
    const learner = await platform.createAccount(`issue-learner-${language}`, '江晚')
    const page = await open(language, chief)

    // The limit.
    await page.goto('/#/manage/settings')
    const card = page.getByRole('region', { name: rule.label, exact: true })
    await card.getByRole('spinbutton', { name: coin }).fill('100')
    await page.getByRole('button', { name: shell.save.save, exact: true }).click()
    await expect(page.getByText(settings.switches.saved).first()).toBeVisible()
    await expectAccessible(page)

    // Oneself.
    await page.goto('/#/manage/currency/holders')
    const issue = async (name: string, amount: string) => {
      await page.getByRole('row', { name }).getByRole('checkbox').check()
      await page.getByRole('button', { name: chosen }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: currency.records.amount }).fill(amount)
    }
    await issue('周主管', '1')
    await expect(page.locator('.sy-forecast')).toContainText(language === 'cn' ? '不能对本人' : 'for yourself')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: language === 'cn' ? '放弃' : 'Discard' }).click()
    await page.getByRole('row', { name: '周主管' }).getByRole('checkbox').uncheck()

    // Above the limit.
    await issue('江晚', '100.01')
    await expect(page.locator('.sy-forecast')).toContainText(currency.issue.needsApproval)
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: currency.issue.confirm.issue }).click()
    await expect(page.getByText(currency.issue.done.applied)).toBeVisible()

    // The second person.
    const desk = await open(language, second, { width: 390 })
    await desk.goto('/#/center/approvals/list/waiting')
    await desk
      .getByRole('link', { name: /100\.01/ })
      .first()
      .click()
    await expect(desk.getByText(coins, { exact: true }).first()).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: approvals.actions.agree, exact: true }).click()
    await desk
      .getByRole('dialog')
      .locator('.ant-modal-footer')
      .getByRole('button', { name: approvals.actions.agree })
      .click()
    await expect(desk.getByText(approvals.done.agree).first()).toBeVisible()

    const own = await open(language, learner)
    await own.goto('/#/center/my/coins')
    await expect(own.getByText('100.01').first()).toBeVisible()
  })
}
