/**
 * `npm run screens`: opens every screen that the demonstration accounts reach by their menus and links, and each tab and dialog
 * of it, on a desktop and a phone, light and dark, in both languages, and writes contact sheets. `-- --of 管理员 --at /manage
 * --languages en --screens-only` makes it shorter, `--origin http://localhost:3000` looks at a platform that already runs with
 * its demonstration data: dialogs are opened by pressing buttons, so no other data should be there.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import { freePort } from '#test/server-process.ts'
import { findBrowser } from '#tools/browser.ts'
import { declaredPaths } from '#tools/check/screens.ts'
import { people } from '#tools/seed/content.ts'
import { Sheets } from './sheet.ts'
import { type DemoAccount, openPage, Walk } from './walk.ts'

const root = join(import.meta.dirname, '../../..')
const startMinutes = 5
const menus = ['/home-v', '/center', '/manage']
const signedOut: DemoAccount = { label: '未登录' }
const accounts = [
  ...people.people.flatMap(({ label, name }): DemoAccount[] => (label === undefined ? [] : [{ label, name }])),
  signedOut,
]

const { values: options } = parseArgs({
  options: {
    origin: { type: 'string' },
    output: { type: 'string', default: join(root, 'test-results/screens') },
    of: { type: 'string', multiple: true, default: accounts.map(({ label }) => label) },
    at: { type: 'string', multiple: true, default: [] },
    languages: { type: 'string', default: 'cn,en' },
    'screens-only': { type: 'boolean', default: false },
  },
})
const languages = options.languages.split(',') as Language[]
const output = resolve(options.output)

/** `npm start` with a data folder of its own; answers its address and how it ends. */
async function startPlatform(): Promise<{ origin: string; end: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-screens-'))
  const origin = `http://localhost:${await freePort()}`
  const env = { ...process.env, PORT: new URL(origin).port, PUBLIC_URL: origin, DATA_DIRECTORY: directory }
  const platform = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = async () => {
    platform.kill('SIGTERM')
    while (platform.exitCode === null && platform.signalCode === null) await wait(50)
    await rm(directory, { recursive: true, force: true })
  }
  const deadline = Date.now() + startMinutes * 60_000
  while (
    !(await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (platform.exitCode !== null || Date.now() > deadline) throw new Error('the platform did not start')
    await wait(200)
  }
  return { origin, end }
}

/** Without `--at` every screen is. */
const isWanted = (path: string) => options.at.length === 0 || options.at.some((from) => path.startsWith(from))

/** Whether a screen was opened whose address is written so: `/center/my/:name`, `/topic-list/:id?`. */
function wasSeen(path: string): boolean {
  const pattern = path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')
  return [...seen].some((kind) => new RegExp(`^${pattern}$`).test(kind))
}

const platform = options.origin ? { origin: options.origin, end: async () => {} } : await startPlatform()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream'],
})
const seen = new Set<string>()
try {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const sheets = await Sheets.start(browser, output)
  for (const account of accounts.filter(({ label }) => options.of.includes(label))) {
    const pages = []
    for (const language of languages)
      pages.push(await openPage(browser, platform.origin, { language, account, password: people.password }))
    const doors = account === signedOut ? ['/login', '/register', '/reset-password', '/nowhere'] : menus
    const starts = [...new Set([...doors, ...options.at])]
    const walk = new Walk(pages, { output, account, starts, isWanted, parts: !options['screens-only'], seen })
    for await (const screen of walk.screens()) {
      await sheets.add(screen)
      const { path, part, remarks } = screen
      console.log(`${account.label} ${path} ${part}${remarks.map((remark) => `\n    ${remark}`).join('')}`)
    }
    for (const { page } of pages) await page.context().close()
  }
  const unreached = (await declaredPaths()).filter((path) => isWanted(path) && !wasSeen(path))
  if (unreached.length > 0) console.log(`No link of these accounts leads to:\n    ${unreached.join('\n    ')}`)
  console.log(`${sheets.count} screens and parts: ${await sheets.end()}, and a sheet of each as a picture beside it`)
} finally {
  await browser.close()
  await platform.end()
}
