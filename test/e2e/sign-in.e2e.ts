import { sql } from 'kysely'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { withTables } from '#server/db/connection.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { password } from './platform.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    register: '注册账号',
    send: '获取验证码',
    submit: '注册并登录',
    sms: '短信',
    signIn: '登录',
    twoLeft: '还有2次机会',
    qr: '扫码',
  },
  en: {
    register: 'Create an account',
    send: 'Send code',
    submit: 'Register and sign in',
    sms: 'SMS',
    signIn: 'Sign in',
    twoLeft: '2 tries left',
    qr: 'QR code',
  },
} as const

for (const language of ['cn', 'en'] as const) {
  const word = words[language]

  test(`registers by a code to the phone, leaves, and signs in by SMS (${language})`, async ({ open, platform }) => {
    const phone = `${language === 'cn' ? '138' : '139'}${String(Date.now()).slice(-8)}`
    const name = `lanzhou-${phone}`
    const page = await open(language)
    await page.goto('/#/login')
    await proves('IDENTITY-001', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('input[autocomplete=current-password]')).toBeVisible()
      await expect(page.getByRole('tab', { name: word.sms })).toBeVisible()
      await expect(page.getByRole('tab', { name: word.qr })).toBeVisible()
    })
    await expectAccessible(page)
    await page.getByRole('link', { name: word.register }).click()
    await page.locator('input[autocomplete=name]').fill('苏晓岚')
    await page.locator('input[autocomplete=username]').fill(name)
    await page.locator('input[type=tel]').fill(phone)
    await page.getByRole('button', { name: word.send }).click()
    const sent = await platform.printed(new RegExp(`${phone}\\D[\\s\\S]*?\\b(\\d{4})\\b`))
    await page.locator('input[autocomplete=one-time-code]').fill(sent[1] ?? '')
    await page.locator('input[autocomplete=new-password]').fill(password)
    await expectAccessible(page)
    await proves('IDENTITY-003', async () => {
      await page.getByRole('button', { name: word.submit }).click()
      await expect(page).toHaveURL(/#\/home-v/)
    })

    const other = await open(language)
    await other.goto('/#/login')
    await other.getByRole('tab', { name: word.sms }).click()
    await other.locator('input[type=tel]').fill(phone)
    await expectAccessible(other)
  })
}

test('[IDENTITY-024] the third wrong password says that two tries are left, in the language of the screen', async ({
  open,
  platform,
}) => {
  const { name } = await platform.createAccount('cuowu', '何小误')
  for (const language of ['cn', 'en'] as const) {
    const page = await open(language)
    await page.goto('/#/login')
    const tries = language === 'cn' ? 3 : 0
    for (let attempt = 0; attempt < tries; attempt += 1) {
      await page.locator('input[autocomplete=username]').fill(name)
      await page.locator('input[autocomplete=current-password]').fill(`Wrong${attempt}x`)
      const answered = page.waitForResponse(/oauth\/token/)
      await page.getByRole('button', { name: words[language].signIn, exact: true }).click()
      await answered
    }
    if (language === 'cn') await expect(page.getByRole('alert').filter({ hasText: words.cn.twoLeft })).toBeVisible()
    else {
      await page.locator('input[autocomplete=username]').fill(name)
      await page.locator('input[autocomplete=current-password]').fill('Wrong9x')
      await page.getByRole('button', { name: words.en.signIn, exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: '1 try left' })).toBeVisible()
    }
  }
})

test('[IDENTITY-087] whoever never signed out is offered to end the session that was unused for longest', async ({
  open,
  platform,
}) => {
  const texts = {
    cn: { hint: '账号已在 10 处登录，达到上限', go: '退出该处并继续登录' },
    en: { hint: 'You are signed in on 10 devices', go: 'Sign out there and continue' },
  } as const
  const account = await platform.createAccount('wangtui', '林忘退')
  for (const [language, width] of [
    ['cn', 390],
    ['en', 1366],
  ] as const) {
    const count = sql<{ count: number }>`select count(*)::int as count from identity.session
      where member_id = ${account.id} and ended_at is null`
    const running = (await count.execute(withTables<unknown>(platform.db))).rows[0]?.count ?? 0
    for (let number = running; number < 10; number++)
      await buildSession(platform.db, { id: account.id, companyId: platform.companyId })
    const page = await open(language, undefined, { width })
    await page.goto('/#/login')
    await page.locator('input[autocomplete=username]').fill(account.name)
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.getByRole('button', { name: words[language].signIn, exact: true }).click()
    await expect(page.getByText(texts[language].hint)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: texts[language].go }).click()
    await page.waitForURL(/#\/home-v/)
  }
})

test('[IDENTITY-002] a signed-in phone lets another browser in by its QR code', async ({ open, platform }) => {
  const account = await platform.createAccount('saoma', '秦扫码')
  const screen = await open('cn')
  await screen.goto('/#/login')
  const created = screen.waitForResponse((response) => response.url().endsWith('/oauth/qr-code') && response.ok())
  await screen.getByRole('tab', { name: words.cn.qr }).click()
  const { content } = (await (await created).json()) as { content: string }
  await expect(screen.locator('.sign-in-qr canvas, .sign-in-qr svg').first()).toBeVisible()
  await expectAccessible(screen)

  const phone = await open('cn', account, { width: 390 })
  await phone.goto(content.slice(content.indexOf('/#')))
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: '确认登录' }).click()
  await screen.waitForURL(/#\/home-v/)
})

test('[SHELL-079] a page of a member asks nobody to sign in first, and comes back after it', async ({
  open,
  platform,
}) => {
  const account = await platform.createAccount('huilai', '许归来')
  const page = await open('cn')
  await page.goto('/#/center/my/profile')
  await page.waitForURL(/#\/login\?returnTo=/)
  await page.locator('input[autocomplete=username]').fill(account.name)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/center\/my\/profile/)
  await expect(page.getByRole('heading', { name: '个人资料' })).toBeVisible()
  await expectAccessible(page)
})
