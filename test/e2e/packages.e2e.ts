import type { Frame, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import cn from '#modules/learning/packages/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/packages/messages/en.json' with { type: 'json' }
import { scormManifest } from '#modules/learning/packages/server/archives.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'

const words = { cn, en } as const

/** What a package may not do, each tried by its own script: what it got, or the name of what stopped it. */
const hostileScript = `
  const tries = {
    siteDocument: () => top.document.title,
    siteStorage: () => top.localStorage.length,
    siteAddress: () => top.location.href,
    siteVariables: () => Object.keys(top.window.wrongly ?? top.frames[0].document),
    siteCookies: () => document.cookie || null,
    leadAway: () => { top.location.href = 'about:blank#led-away'; return 'led away' },
  }
  window.got = {}
  for (const [name, attempt] of Object.entries(tries)) {
    try { window.got[name] = attempt() ?? 'nothing' } catch (error) { window.got[name] = error.name }
  }
  const site = new URLSearchParams(parent.location.hash.slice(1)).get('site')
  window.asked = Promise.allSettled([
    fetch(site + '/api/v1/human/member/current', { credentials: 'include' }).then((answer) => answer.text()),
    navigator.serviceWorker.register('index.js'),
  ]).then((answers) => answers.map(({ status }) => status))
`

const lesson = `<!doctype html><meta charset="utf-8"><title>第一课</title><h1>安全第一课</h1><script src="index.js"></script>
<script>
  let at = window
  while (!at.API && at.parent !== at) at = at.parent
  window.api = at.API
  window.began = window.api.LMSInitialize('')
</script>`

function archive(): Buffer {
  const items = ['第一课', '第二课'].map((title, index) => ({
    identifier: `L${index}`,
    title,
    href: `lesson${index}.html`,
  }))
  const files = {
    'imsmanifest.xml': scormManifest('1.2', '安全生产', items),
    'lesson0.html': lesson,
    'lesson1.html': lesson,
    'index.js': hostileScript,
  }
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(entries)))
}

async function lessonFrame(page: Page, name: string): Promise<Frame> {
  await expect.poll(() => page.frames().some((frame) => frame.url().endsWith(name))).toBe(true)
  const frame = page.frames().find((one) => one.url().endsWith(name))
  if (!frame) throw new Error(`${name} is not shown`)
  await frame.waitForFunction('window.began')
  return frame
}

/** What the server keeps of the units, in their order. */
async function keptData(
  { db }: Platform,
  author: Account,
  name: 'suspend_data' | 'status',
): Promise<(string | null)[]> {
  const way = name === 'status' ? '{core,lesson_status}' : '{suspend_data}'
  const { rows } = await sql<{ value: string | null }>`
    select s.cmi #>> ${way}::text[] as value from packages.unit u
      left join packages.unit_state s on s.unit_id = u.id
    where u.package_id = (select id from packages.package where created_by = ${author.id})
    order by u.position`.execute(db)
  return rows.map(({ value }) => value)
}

const set = (frame: Frame, element: string, value: string) =>
  frame.evaluate(`api.LMSSetValue(${JSON.stringify(element)}, ${JSON.stringify(value)}) + api.LMSCommit('')`)

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a package from its upload to its data; its scripts get nothing of the site (${language})`, async ({
    open,
    platform,
  }) => {
    const author = await platform.createAccount(`bao-${language}`, '包讲师', ['lecturer'])
    const page = await open(language, author, { dark: language === 'en' })
    await page.goto('/#/manage/packages')
    await expect(page.getByRole('heading', { level: 1, name: text.page.title })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.page.upload }).click()
    const upload = { name: 'safety.zip', mimeType: 'application/zip', buffer: archive() }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(upload)
    await expect(page.getByText(text.state.ready)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.page.preview }).click()

    // Nothing of the site is within reach of the package's scripts.
    const frame = await lessonFrame(page, 'lesson0.html')
    expect(await frame.evaluate('got')).toEqual({
      siteDocument: 'SecurityError',
      siteStorage: 'SecurityError',
      siteAddress: 'SecurityError',
      siteVariables: 'SecurityError',
      siteCookies: 'nothing',
      leadAway: 'SecurityError',
    })
    expect(await frame.evaluate('asked')).toEqual(['rejected', 'rejected'])
    expect(page.url()).toContain('/#/manage/packages')

    // What it commits is kept, and the contents say so.
    await set(frame, 'cmi.suspend_data', 'page=7')
    await set(frame, 'cmi.core.lesson_status', 'completed')
    const contents = page.getByRole('navigation', { name: text.player.unitsOf.replace('{title}', '安全生产') })
    await expect(contents.getByRole('img', { name: text.player.done })).toHaveCount(1)
    await expect.poll(() => keptData(platform, author, 'suspend_data')).toContain('page=7')
    await expectAccessible(page)

    // Without a connection what it says is kept on the device, and arrives when there is one again: the frame is gone then.
    await contents.getByRole('button', { name: '第二课' }).click()
    const second = await lessonFrame(page, 'lesson1.html')
    await expect(contents.getByRole('button', { name: '第二课' })).toHaveAttribute('aria-current', 'true')
    await page.context().setOffline(true)
    await set(second, 'cmi.suspend_data', 'said without a connection')
    await expect(page.getByText(text.player.waiting)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await keptData(platform, author, 'suspend_data')).not.toContain('said without a connection')
    await page.context().setOffline(false)
    await expect.poll(() => keptData(platform, author, 'suspend_data')).toContain('said without a connection')
  })
}
