/**
 * `npm run test:long`: random tests with many more inputs and sequences of their own each day, 200 kills, outages of everything
 * that the server needs, a live room of six browsers, and all journeys in both languages.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findBrowser } from '#tools/browser.ts'
import { buildClientWhenChanged } from '#tools/client-build.ts'

const root = join(import.meta.dirname, '..')
const day = Math.floor(Date.now() / 86_400_000)
const settings = {
  FUZZ_RUNS: '1000',
  FUZZ_SEED: String(day),
  KILLS: '200',
  FC_RUNS: '500',
  CROWD: '1000',
  OUTAGES: 'all',
  STRICT_JOURNEYS: '1',
  ...process.env,
}
console.log(
  `FUZZ_RUNS=${settings.FUZZ_RUNS} FUZZ_SEED=${settings.FUZZ_SEED} KILLS=${settings.KILLS} FC_RUNS=${settings.FC_RUNS}`,
)

async function run(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...settings, ...more },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}

await run('vitest', [
  ...['run', 'test/rules', 'test/kill', 'test/outage', 'modules/platform/approvals/server/model.test.ts'],
  ...['modules/platform/currency/server/ledger.model.test.ts', 'test/commerce/orders.model.test.ts'],
  ...['modules/commerce/invoices/server/invoices.model.test.ts'],
  ...['waiting-list.model', 'many-enrollments'].map((file) => `modules/training/classes/server/${file}.test.ts`),
  ...process.argv.slice(2),
])
// The faults are planted with the tests as `npm test` runs them.
await run('node', ['tools/test-faults.ts'], { FUZZ_RUNS: undefined, FUZZ_SEED: undefined, FC_RUNS: undefined })
await buildClientWhenChanged(console.log)
const CHROMIUM_PATH = await findBrowser(console.log)
await run('playwright', ['test', 'live-room'], { LIVE_ROOM: '1', CHROMIUM_PATH })
await run('playwright', ['test'], { JOURNEYS: 'all', CHROMIUM_PATH })
