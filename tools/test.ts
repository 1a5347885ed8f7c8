/**
 * `npm test`: the repository's checks, the unit and HTTP tests, the browser journeys and a sample of the register of
 * faults, counted together at the end. `npm test -- --changed` runs what the changes since the last commit on the main
 * branch touch.
 *
 * Two lanes run side by side: the tests use the processors, the journeys wait a good part of their time. The checks and the
 * faults run in the lane that ends first.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { changedSelection, type Selection } from '#tools/changed.ts'
import { bringFfmpeg } from '#tools/debian.ts'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'
import { writeProofs } from '#tools/proofs.ts'
import { startTestDatabase } from '#tools/test-database.ts'
import { printFailures } from '#tools/test-failures.ts'
import { type Count, type Part, type PartContext, runLanes } from '#tools/test-lanes.ts'
import { answers, check, faults, journeys, vitest } from '#tools/test-parts.ts'
import { printTimes } from '#tools/test-times.ts'

const projectDirectory = path.resolve(import.meta.dirname, '..')
const resultsDirectory = path.join(projectDirectory, 'test-results')
const log = (line: string): void => console.log(line)

const checks: Part = { title: 'Checks', run: check }

/** Side by side, and what the lane takes that is free first. */
function lanesOf(selection: Selection | undefined): { lanes: Part[][]; further: Part[] } {
  if (selection)
    return {
      lanes: [
        [
          checks,
          { title: 'Unit and HTTP tests', run: (context) => vitest(context, selection.tests) },
          { title: 'Browser journeys', run: (context) => journeys(context, selection.journeys) },
        ],
      ],
      further: [],
    }
  return {
    lanes: [
      [
        { title: 'Unit and HTTP tests', run: (context) => vitest(context) },
        { title: 'Declared and produced answers', run: answers },
      ],
      [{ title: 'Browser journeys', run: (context) => journeys(context) }],
    ],
    further: [checks, { title: 'Register of faults', run: faults }],
  }
}

async function runAll(lifecycle: Lifecycle, isChanged: boolean): Promise<Count> {
  await rm(resultsDirectory, { recursive: true, force: true })
  await mkdir(resultsDirectory, { recursive: true })
  bringFfmpeg(log)
  const selection = isChanged ? changedSelection(log) : undefined
  const database = await startTestDatabase()
  lifecycle.onEnd(() => database.stop())
  const context: Omit<PartContext, 'output'> = {
    lifecycle,
    projectDirectory,
    resultsDirectory,
    environment: database.environment,
  }
  const startedAt = performance.now()
  const { lanes, further } = lanesOf(selection)
  const times = await runLanes(lanes, further, context)
  if (lifecycle.isEnding) return { passed: 0, failed: 0 }
  await printTimes(resultsDirectory, times, (performance.now() - startedAt) / 1000, log)
  if (!selection) await writeProofs(resultsDirectory, log)
  await printFailures(resultsDirectory, times, log)
  return {
    passed: times.reduce((sum, time) => sum + time.count.passed, 0),
    failed: times.reduce((sum, time) => sum + time.count.failed, 0),
  }
}

const { values: options } = parseArgs({ options: { changed: { type: 'boolean', default: false } } })
const lifecycle = createLifecycle(log)
const { passed, failed } = await runAll(lifecycle, options.changed)
if (!lifecycle.isEnding) {
  log(`\n${passed} passed, ${failed} failed`)
  await lifecycle.end(failed === 0 ? 0 : 1)
}
