/**
 * `npm run test:faults`: plants the faults of `test/faults/` one at a time into a copy of the project, and runs the test
 * that must notice each. `--only a,b`, `--module live`, `--sample 10 --seed <commit>` run some of them; `--find` looks
 * for a test that catches each fault and writes it into its file; `--survivors` lists what nothing catches.
 */
import { parseArgs } from 'node:util'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'
import { startTestDatabase } from '#tools/test-database.ts'
import type { Fault } from './faults/fault.ts'
import { findCatcher } from './faults/find.ts'
import { chooseFaults, readRegister } from './faults/register.ts'
import { lineOf, summary, type Verdict } from './faults/report.ts'
import { evaluate } from './faults/verdict.ts'
import { openWorkshop, type Workshop } from './faults/workshop.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    module: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '' },
    find: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
  },
})

/** Two copies side by side; each takes the next fault. */
async function evaluateAll(
  faults: readonly Fault[],
  work: (workshop: Workshop, fault: Fault) => Promise<Verdict>,
  lifecycle: Lifecycle,
): Promise<Verdict[]> {
  const database = await startTestDatabase()
  lifecycle.onEnd(() => database.stop())
  const waiting = [...faults]
  const verdicts: Verdict[] = []
  const one = async () => {
    const workshop = openWorkshop(database.environment)
    lifecycle.onEnd(() => workshop.close())
    for (let fault = waiting.shift(); fault && !lifecycle.isEnding; fault = waiting.shift()) {
      const verdict = await work(workshop, fault)
      verdicts.push(verdict)
      console.log(lineOf(verdict))
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, faults.length) }, one))
  return verdicts
}

const register = readRegister()
const sample = options.sample === undefined ? undefined : Number(options.sample)
const faults = chooseFaults(register, { only: options.only, module: options.module, sample, seed: options.seed })
if (options.survivors) {
  for (const { module, id, sentence, survives } of faults) {
    if (survives !== undefined) console.log(`${module}/${id}: ${sentence}\n    ${survives}`)
  }
} else {
  const lifecycle = createLifecycle(console.log)
  const verdicts = await evaluateAll(faults, options.find ? findCatcher : evaluate, lifecycle)
  const { table, isWell } = summary(verdicts)
  console.log(`\n${table}`)
  await lifecycle.end(isWell ? 0 : 1)
}
