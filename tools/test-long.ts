/** `npm run test:long`: the random tests with many more inputs, and sequences of their own each day. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const day = Math.floor(Date.now() / 86_400_000)
const settings = { FUZZ_RUNS: '1000', FUZZ_SEED: String(day), ...process.env }
console.log(`FUZZ_RUNS=${settings.FUZZ_RUNS} FUZZ_SEED=${settings.FUZZ_SEED}`)
const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', 'test/rules', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: settings,
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
