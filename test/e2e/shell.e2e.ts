import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { proves } from './proves.ts'

const member = { cn: '安静', en: 'Ann Quiet' }

/** Answers every call of this path so, whatever the server would say. */
async function answer(page: Page, path: string, status: number, json: object): Promise<void> {
  await page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status, json }))
}

const errorPages = [
  ['900005', { cn: '资源已不存在', en: 'This item no longer exists' }],
  ['30142', { cn: '无权访问该考试', en: 'You have no access to this exam' }],
  ['90903', { cn: '登录人数过多', en: 'Too many members are signed in' }],
  ['123', { cn: '操作失败，请稍后重试', en: 'Something went wrong. Please try again later.' }],
] as const

for (const language of ['cn', 'en'] as const) {
  test(`error pages by their codes (${language})`, async ({ open }) => {
    const page = await open(language)
    const pictures = new Set<string>()
    const opens = async (route: string, code: string, text: string) => {
      await page.goto(`/#${route}${code}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(text)
      const close = page.getByRole('button', { name: language === 'cn' ? '关闭窗口' : 'Close window' })
      await expect(close).toBeVisible()
      pictures.add(await page.locator('.sy-picture').innerHTML())
    }
    await proves(['SHELL-014', 'SHELL-015', 'SHELL-018'], async () => {
      for (const [code, text] of errorPages) {
        for (const route of ['/error-page-v/', '/home/error-page/']) await opens(route, code, text[language])
      }
    })
    await proves('SHELL-016', () => expect(pictures.size).toBe(4))
    await proves('SHELL-019', async () => {
      await opens('/error-page-v/', '4711', language === 'cn' ? '操作失败，请稍后重试' : 'Please try again later')
      expect(pictures.size).toBe(4)
    })
    await expectAccessible(page)
  })
}

test('[SHELL-021] where the browser keeps the window, closing leads home', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('guanbi', member.cn))
  await page.goto('/#/home-v')
  await page.goto('/#/error-page-v/900005')
  await page.getByRole('button', { name: '关闭窗口' }).click()
  await page.waitForURL(/#\/home-v/)
})

test('[SHELL-020] a window that was opened for it is closed', async ({ open }) => {
  const page = await open('cn')
  await page.goto('/#/login')
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => window.open('/#/error-page-v/900005'))
  const popup = await opened
  const closed = popup.waitForEvent('close')
  const close = popup.getByRole('button', { name: '关闭窗口' })
  await expect(close).toBeVisible()
  // The window may be gone before the press has been answered, so the press alone may fail.
  await Promise.all([closed, close.click().catch(() => undefined)])
  expect(popup.isClosed()).toBe(true)
})

test('an address of nothing, and the page without data', async ({ open, platform }) => {
  const page = await open('en', await platform.createAccount('wulu', member.en))
  await proves('SHELL-026', async () => {
    await page.goto('/#/nowhere/at/all')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  })
  // The first way out leads home, the second to the screen before.
  const ways = page.locator('.sy-empty-action').locator('a, button')
  await expect(ways.nth(0)).toHaveText('Home page')
  await ways.nth(0).click()
  await page.waitForURL(/#\/home-v/)
  await page.goto('/#/notices')
  await page.goto('/#/nowhere/at/all')
  await ways.nth(1).click()
  await page.waitForURL(/#\/notices/)
  await proves('SHELL-022', async () => {
    await page.goto('/#/special-home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No data')
    await expectAccessible(page)
  })
})

test('on a phone the bar at the foot leads to what is my own', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('shouji', member.cn), { width: 390 })
  await page.goto('/#/home-v')
  const own = page.locator('.sy-foot').getByRole('link', { name: '我的', exact: true })
  await expect(own).toBeInViewport({ ratio: 1 })
  await own.click()
  await page.waitForURL(/#\/center/)
  await expect(own).toHaveAttribute('aria-current', 'page')
})

test('the language turns the open screen, and stays', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('yuyan', member.cn))
  await page.goto('/#/home-v')
  await expect(page.getByRole('link', { name: '首页', exact: true })).toBeVisible()
  await proves('SHELL-010', async () => {
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: '首页', exact: true })).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
  await proves('SHELL-011', async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/')
    await expect(tab.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  })
})

test('a chunk is fetched with its first screen, and again after it failed', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('kuai', member.cn))
  await page.goto('/#/home-v')
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await proves('SHELL-003', () => {
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((path) => !path.startsWith('/vue/'))).toEqual([])
  })
  const centerChunks = () => scripts.filter((path) => /\/center-(?!detail)/.test(path))
  await proves('SHELL-005', async () => {
    expect(scripts.filter((path) => /\/(center|admin|study|share-index)-/.test(path))).toEqual([])
  })

  await page.route(/\/vue\/center-(?!detail)/, (route) => route.abort())
  await page.goto('/#/center')
  await proves('SHELL-008', async () => {
    await expect(page.getByRole('heading', { name: '页面没有加载出来' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(/\/vue\/center-(?!detail)/)
    const asked = page.waitForRequest(/\/vue\/center-(?!detail)/)
    await page.getByRole('button', { name: '重试' }).click()
    await asked
    await expect(page.getByRole('heading', { name: '页面没有加载出来' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  await proves('SHELL-005', () => expect(centerChunks().length).toBeGreaterThan(0))
})

test('the screens of the administration come when it is opened, by whatever address, and again after they failed', async ({
  open,
  platform,
}) => {
  const table = /\/vue\/admin-screens-/
  const members = (page: Page) => page.getByRole('heading', { level: 1, name: '成员管理' })
  const learner = await open('cn', await platform.createAccount('biaoxue', member.cn))
  const asked: string[] = []
  learner.on('request', (request) => table.test(request.url()) && asked.push(request.url()))
  await learner.goto('/#/home-v')
  await expect(learner.getByRole('link', { name: '首页', exact: true })).toBeVisible()
  await learner.getByRole('link', { name: '考试', exact: true }).click()
  await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(learner).toHaveTitle(/^考试 · /)
  expect(asked).toEqual([])
  await learner.goto('/#/admin/members')
  await expect(learner.getByText('您没有此权限')).toBeVisible()
  expect(asked).toHaveLength(1)

  const page = await open('cn', await platform.createAccount('biaoguan', '边管理', ['super-admin']))
  await page.route(table, (route) => route.abort())
  await page.goto('/#/admin/members')
  await expect(page.getByRole('heading', { name: '页面没有加载出来' })).toBeVisible()
  await page.unroute(table)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(members(page)).toBeVisible()
  await expect(page).toHaveTitle(/^成员管理 · /)
  await expect(page.getByRole('navigation', { name: '管理' })).toBeVisible()
  // Opened directly it is there without a press; what is not there is said to be nowhere.
  await page.reload()
  await expect(members(page)).toBeVisible()
  await page.goto('/#/admin/nowhere')
  await expect(page).toHaveURL(/error-page\/not-found/)

  // Who comes from the home page has the table already.
  await page.goto('/#/home-v')
  const ahead = page.waitForRequest(table)
  await page.reload()
  await ahead
  await page.getByRole('link', { name: '管理', exact: true }).first().click()
  await expect(page.getByRole('navigation', { name: '管理' })).toBeVisible()

  const guest = await open('cn')
  await guest.goto('/#/admin/members')
  await expect(guest).toHaveURL(/#\/login\?returnTo=%2Fadmin%2Fmembers/)
})

test('a blocking alert takes all input until it is confirmed', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('zuduan', member.cn))
  await page.goto('/#/special-home')
  await expect(page.getByRole('heading', { name: '暂无数据' })).toBeVisible()
  await answer(page, '/human/member/edit-detail', 422, { errorCode: 34008 })
  await page.evaluate(() => {
    location.hash = '#/center/my/profile'
  })
  const alert = page.getByRole('alertdialog')
  await proves('SHELL-083', async () => {
    await expect(alert).toContainText('考试已被管理员重置')
    await page.keyboard.press('Escape')
    await expect(alert).toBeVisible()
    await expect(page.getByRole('link', { name: '首页', exact: true }).click({ timeout: 500 })).rejects.toThrow()
  })
  await proves('SHELL-084', async () => {
    await alert.getByRole('button').click()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(/#\/special-home/)
  })
})

test('403 says so for a moment, and the screen stays', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('jinzhi', member.cn))
  await answer(page, '/human/member/edit-detail', 403, { errorCode: 10138 })
  await page.goto('/#/center/my/profile')
  const notice = page.getByText('操作失败，您没有此权限')
  await proves('SHELL-080', () => expect(notice).toBeVisible())
  await proves('SHELL-088', async () => {
    await expect(notice).toBeHidden()
    expect(page.url()).toContain('#/center/my/profile')
  })
})

test('the keyboard reaches the content past the navigation, and menus by arrows', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('jianpan', member.cn))
  await page.goto('/#/home-v')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '跳到正文' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.getByRole('button', { name: '外观' }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
})
