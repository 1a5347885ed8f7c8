/** Builds the client of the copy that it stands in, and drives one journey. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findBrowser } from '#tools/browser.ts'
import { buildClientWhenChanged } from '#tools/client-build.ts'

const [file = '', title] = process.argv.slice(2)
await buildClientWhenChanged(console.log)
const CHROMIUM_PATH = await findBrowser(console.log)
const args = ['test', file, '-x', '--reporter=list', ...(title === undefined ? [] : ['-g', title])]
const child = spawn('playwright', args, { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH } })
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
