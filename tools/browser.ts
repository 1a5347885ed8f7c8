import { spawnSync } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { setUtf8Locale } from '#server/locale.mjs'
import { installPackages, isDebianRoot } from '#tools/debian.ts'
import { OperatorError } from '#tools/operator-error.ts'

/** Without a window, which nobody sees, and a third cheaper for it. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const debiansChromium = '/usr/bin/chromium'
const usualPlaces = [
  debiansChromium,
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/**
 * Finds a Chromium for the journeys, or brings one: CHROMIUM_PATH, an installed one, Playwright's own, the package of
 * Debian and Ubuntu (as root, with Chinese fonts), Playwright's download. Of each a headless shell is preferred.
 * Throws an OperatorError that says what to do where none can be had.
 */
export async function findBrowser(log: (line: string) => void = console.log): Promise<string> {
  // Whoever looks for a browser is about to start it.
  setUtf8Locale()
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (await works(named)) return named
    throw new OperatorError(
      `CHROMIUM_PATH is "${named}", which does not run; it must be the program of a Chromium or Chrome`,
    )
  }
  const found = (await findInstalled()) ?? (await findOwn())
  if (found === debiansChromium) return bringShell(log)
  if (found !== null) return found
  log('There is no Chromium here for the browser journeys; fetching one …')
  if (isDebianRoot()) {
    installPackages(['chromium', 'chromium-headless-shell', 'fonts-noto-cjk'])
    const installed = await findInstalled()
    if (installed !== null) return installed
  }
  spawnSync(process.execPath, [playwrightCli(), 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const downloaded = await findOwn()
  if (downloaded !== null) return downloaded
  throw new OperatorError(
    'The browser journeys need a Chromium or Chrome, and none could be fetched. ' +
      'Install one (Debian, Ubuntu: apt-get install chromium fonts-noto-cjk) or name one by CHROMIUM_PATH.',
  )
}

/** The headless shell beside Debian's Chromium where it can be had, or else that Chromium. */
async function bringShell(log: (line: string) => void): Promise<string> {
  if (isDebianRoot()) {
    log('Fetching the headless shell of Chromium, which makes the browser journeys cheaper …')
    installPackages(['chromium-headless-shell'])
  }
  return (await findInstalled()) ?? debiansChromium
}

async function findInstalled(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  const programs = [...shells, ...names]
  const candidates = [...programs.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...usualPlaces]
  for (const candidate of candidates) if (await works(candidate)) return candidate
  return null
}

/** Playwright's own download, if it is there and its system libraries are too. */
async function findOwn(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return (await works(file)) ? file : null
}

/** A file of that name may be a hint to install a snap, or lack its libraries: only an answer counts. */
async function works(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
  } catch {
    return false
  }
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /\d+\.\d+/.test(stdout)
}

function playwrightCli(): string {
  return path.resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
}
