import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { type Account, type Platform, password } from './platform.ts'
import { proves } from './proves.ts'

const texts = {
  cn: {
    signIn: '登录',
    any: '平台按账号找到您所在的公司',
    choose: '选择要登录的公司',
    back: '返回',
    other: '切换公司',
    reset: '重置密码',
    wrong: '账号或密码错误',
    address: '本公司的登录地址：',
  },
  en: {
    signIn: 'Sign in',
    any: 'Your account leads to your company.',
    choose: 'Choose your company',
    back: 'Back',
    other: 'Another company',
    reset: 'Reset password',
    wrong: 'The account or password is wrong',
    address: 'Sign-in address of the company:',
  },
} as const

/** An account of the same name, phone and password in a second company. */
async function twinOf(platform: Platform, account: Account, phone: string): Promise<{ companyId: string; id: string }> {
  const companyId = await buildCompany(platform.db, '远洋集团')
  const { id } = await buildMember(platform.db, { companyId, name: account.name, fullName: '周双栖' })
  await sql`update identity.credential c set password_hash = own.password_hash, password_changed_at = own.password_changed_at
    from identity.credential own where own.member_id = ${account.id} and c.member_id = ${id}`.execute(platform.db)
  await sql`update identity.member set phone = ${phone} where id in (${account.id}, ${id})`.execute(platform.db)
  return { companyId, id }
}

const phoneOf = (language: Language) => `${language === 'cn' ? '136' : '137'}${String(Date.now()).slice(-8)}`

for (const [language, width] of [
  ['cn', 390],
  ['en', 1366],
] as const) {
  const text = texts[language]

  test(`one password in two companies asks which, and the browser remembers the answer (${language})`, async ({
    open,
    platform,
  }) => {
    const account = await platform.createAccount('shuangqi', '周双栖', ['super-admin'])
    const twin = await twinOf(platform, account, phoneOf(language))
    const page = await open(language, undefined, { width })
    await page.goto('/#/login')
    await expect(page.getByText(text.any)).toBeVisible()
    await page.locator('input[autocomplete=username]').fill(account.name)
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
    await proves('IDENTITY-001', async () => {
      await expect(page.getByRole('heading', { name: text.choose })).toBeVisible()
      await expectAccessible(page)
      // By the keyboard alone: the first company has the focus.
      await expect(page.getByRole('button', { name: '澜舟科技' })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: '远洋集团' })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.waitForURL(/#\/home-v/)
    })
    const { rows } = await sql<{ id: string }>`select member_id as id from identity.session
      where member_id in (${account.id}, ${twin.id}) order by created_at desc limit 1`.execute(platform.db)
    expect(rows[0]?.id).toBe(twin.id)

    // Signed out, the page is that of the company; another one is a click away.
    await page.evaluate(() => localStorage.removeItem('shuyuan.token'))
    await page.goto('/#/login')
    await page.reload()
    await expect(page.getByText('远洋集团')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.other }).click()
    await expect(page.getByText(text.any)).toBeVisible()
    await page.locator('input[autocomplete=username]').fill(account.name)
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: text.back }).click()
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(account.name)
    await page.getByRole('button', { name: text.signIn, exact: true }).click()
    await page.getByRole('button', { name: '澜舟科技' }).click()
    await page.waitForURL(/#\/home-v/)

    // The administrator finds the address of the own company.
    await page.goto('/#/admin/members')
    await expect(page.getByText(text.address)).toBeVisible()
    await expect(page.getByText(`/#/login?companyId=${platform.companyId}`)).toBeVisible()
    await expectAccessible(page)
  })
}

test('the address of a company signs in there, and a name of another company is none here', async ({
  open,
  platform,
}) => {
  const account = await platform.createAccount('dizhi', '许地址')
  const elsewhere = await buildCompany(platform.db, '星海教育')
  const page = await open('cn')
  const signIn = async () => {
    await page.locator('input[autocomplete=username]').fill(account.name)
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
  }
  await page.goto(`/#/login?companyId=${elsewhere}`)
  await expect(page.getByText('星海教育')).toBeVisible()
  await signIn()
  await expect(page.getByRole('alert').filter({ hasText: texts.cn.wrong })).toBeVisible()
  // The pages beside it are of the same company.
  await expect(page.getByRole('link', { name: '忘记密码' })).toHaveAttribute('href', new RegExp(elsewhere))
  await page.goto(`/#/login?companyId=${platform.companyId}`)
  await expect(page.getByText('澜舟科技')).toBeVisible()
  await signIn()
  await page.waitForURL(/#\/home-v/)
})

test('a code by SMS asks which company, for a session and for a new password', async ({ open, platform }) => {
  const account = await platform.createAccount('duanxin', '周双栖')
  const phone = phoneOf('cn')
  await twinOf(platform, account, phone)
  const page = await open('cn', undefined, { width: 390 })
  await page.goto('/#/reset-password')
  await page.locator('input[type=tel]').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const sent = await platform.printed(new RegExp(`${phone}\\D[\\s\\S]*?\\b(\\d{4})\\b`))
  await page.locator('input[autocomplete=one-time-code]').fill(sent[1] ?? '')
  await page.locator('input[autocomplete=new-password]').fill('Wind-2027')
  await page.getByRole('button', { name: texts.cn.reset }).click()
  await page.getByRole('button', { name: '远洋集团' }).click()
  // The page of the company that was chosen.
  await page.waitForURL(/#\/login\?companyId=/)
  await expect(page.getByText('远洋集团')).toBeVisible()
  await page.locator('input[autocomplete=username]').fill(account.name)
  await page.locator('input[autocomplete=current-password]').fill('Wind-2027')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/home-v/)
})
