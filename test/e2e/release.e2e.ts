/** What a new build, and a network that is away, do to pages that are open. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const words = {
  cn: { title: '系统已更新', later: '稍后', offline: '网络已断开', home: '首页' },
  en: { title: 'A new version is available', later: 'Later', offline: 'You are offline', home: 'Home' },
}

/** The watch begins when the page has been quiet for a while. */
const watches = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
const looks = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
const updated = (page: Page) =>
  page.context().route('**/vue/build.json', (route) => route.fulfill({ json: { build: 'of-tomorrow' } }))

for (const language of ['cn', 'en'] as const) {
  const say = words[language]
  test(`a newer build is said in every tab and put off in all; a screen whose code is gone comes with it (${language})`, async ({
    open,
    platform,
  }) => {
    const page = await open(language, await platform.createAccount(`gengxin${language}`, '更新'))
    await page.goto('/#/home-v')
    const other = await page.context().newPage()
    await other.goto('/#/study-v')
    await Promise.all([watches(page), watches(other)])
    const notice = (tab: Page) => tab.locator('.sy-release')
    await looks(page)
    await expect(notice(page)).toHaveCount(0)
    await updated(page)
    // Code that cannot be had asks at once; a look would wait for its minute.
    await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
    for (const tab of [page, other]) await expect(notice(tab)).toContainText(say.title)
    await expectAccessible(page)
    await notice(other).getByRole('button', { name: say.later }).click()
    for (const tab of [page, other]) await expect(notice(tab)).toHaveCount(0)

    await page.route(/\/vue\/center-(?!detail)/, (route) => route.fulfill({ status: 404 }))
    const started = page.waitForEvent('load')
    await page.evaluate(() => {
      location.hash = '#/center?from=update'
    })
    await started
    await expect(page).toHaveURL(/#\/center\?from=update$/)
    // It was started once; the code is still gone, so it may be asked for again.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/页面没有加载出来|could not be loaded|didn/i)
  })

  test(`without a network the page says so, keeps nothing of anybody, and comes back by itself (${language})`, async ({
    open,
    platform,
  }) => {
    const page = await open(language, await platform.createAccount(`duanwang${language}`, '断网'))
    await page.goto('/#/home-v')
    await watches(page)
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) }
    })
    expect(kept.names).toEqual([expect.stringMatching(/^shuyuan-offline-[0-9a-f]{12}$/)])
    expect(kept.paths.sort()).toEqual(['/vue/offline.html', '/vue/offline.js'])

    await page.context().setOffline(true)
    await page.goto('/vue/#/study-v').catch(() => undefined)
    await expect(page.getByRole('heading', { name: say.offline })).toBeVisible()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await expect(page.getByRole('link', { name: say.home, exact: true })).toBeVisible()
    await expect(page).toHaveURL(/#\/study-v$/)
    // Other addresses are the network's alone.
    expect(await page.evaluate(async () => (await fetch('/api/v1/human/member/current')).status)).toBe(401)
  })
}

test('on paper stands the screen alone, in ink, though the browser shows it dark', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('dayin', '打印'))
  await page.addInitScript(() => localStorage.setItem('shuyuan.theme', 'dark'))
  await page.goto('/#/help')
  await watches(page)
  const shown = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--sy-ink'))
  expect(await shown()).toBe('#ece8df')
  await page.evaluate(() => {
    Object.assign(window, { inks: [] })
    for (const name of ['beforeprint', 'afterprint'])
      addEventListener(name, () =>
        Reflect.get(window, 'inks').push(getComputedStyle(document.documentElement).getPropertyValue('--sy-ink')),
      )
  })
  await page.pdf()
  expect(await page.evaluate(() => Reflect.get(window, 'inks'))).toEqual(['#1d2226', '#ece8df'])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of ['.sy-top', '.sy-foot']) await expect(page.locator(name)).toBeHidden()
})

test('the browser may install it', async ({ open }) => {
  const page = await open('cn')
  await page.goto('/#/login')
  await watches(page)
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/vue/manifest.webmanifest', []])
  const manifest = JSON.parse(data ?? '{}') as {
    icons: { src: string; purpose?: string }[]
    shortcuts: { url: string }[]
    start_url: string
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) {
    const answer = await page.request.get(src)
    expect([answer.status(), answer.headers()['content-type']], src).toEqual([200, 'image/png'])
  }
  for (const { url } of [...manifest.shortcuts, { url: manifest.start_url }]) expect(url).toMatch(/^\/vue\/#\//)
})
