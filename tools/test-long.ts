/** `npm run test:long`: random tests with many more inputs and sequences of their own each day, and 200 kills. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const day = Math.floor(Date.now() / 86_400_000)
const settings = { FUZZ_RUNS: '1000', FUZZ_SEED: String(day), KILLS: '200', FC_RUNS: '500', ...process.env }
console.log(
  `FUZZ_RUNS=${settings.FUZZ_RUNS} FUZZ_SEED=${settings.FUZZ_SEED} KILLS=${settings.KILLS} FC_RUNS=${settings.FC_RUNS}`,
)
const child = spawn(
  join(root, 'node_modules/.bin/vitest'),
  [
    ...['run', 'test/rules', 'test/kill', 'modules/approvals/server/model.test.ts'],
    ...['modules/currency/server/ledger.model.test.ts', ...process.argv.slice(2)],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: settings,
  },
)
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
