/**
 * `npm run screens`: opens every screen that the demonstration accounts reach by their menus and links, on a desktop and a
 * phone, light and dark, in both languages, and writes a contact sheet. `-- --of 管理员 --at /manage --languages en` makes
 * it shorter, `--origin http://localhost:3000` looks at a platform that already runs with its demonstration data.
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
import { people } from '#tools/seed/content.ts'
import { writeSheet } from './sheet.ts'
import { type DemoAccount, openPage, type Screen, Walk } from './walk.ts'

const root = join(import.meta.dirname, '../../..')
const startMinutes = 5
const accounts = people.people.flatMap(({ label, name }): DemoAccount[] =>
  label === undefined ? [] : [{ label, name }],
)

const { values: options } = parseArgs({
  options: {
    origin: { type: 'string' },
    output: { type: 'string', default: join(root, 'test-results/screens') },
    of: { type: 'string', multiple: true, default: accounts.map(({ label }) => label) },
    at: { type: 'string', default: '/' },
    languages: { type: 'string', default: 'cn,en' },
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

const platform = options.origin ? { origin: options.origin, end: async () => {} } : await startPlatform()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream'],
})
const screens: Screen[] = []
try {
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const seen = new Set<string>()
  for (const account of accounts.filter(({ label }) => options.of.includes(label))) {
    const pages = []
    for (const language of languages)
      pages.push(await openPage(browser, platform.origin, { language, account, password: people.password }))
    const walk = new Walk(pages, { output, account: account.label, from: options.at, seen })
    for await (const screen of walk.screens()) {
      screens.push(screen)
      console.log(`${account.label} ${screen.path}${screen.remarks.map((remark) => `\n    ${remark}`).join('')}`)
    }
    for (const { page } of pages) await page.context().close()
  }
  const sheets = await writeSheet(browser, { output, screens })
  console.log(`${screens.length} screens: ${join(output, 'index.html')}, and ${sheets} sheets as pictures beside it`)
} finally {
  await browser.close()
  await platform.end()
}
