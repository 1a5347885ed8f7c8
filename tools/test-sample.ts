/**
 * A few minutes of `npm test`: the tests and journeys that depend most on the machine, and one start of the whole
 * platform with its demo data. For `npm run test:machines -- --quick`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/server-process.ts'
import { createLifecycle } from '#tools/lifecycle.ts'
import { startTestDatabase } from '#tools/test-database.ts'
import { type Count, oneFailure, type PartContext, runLanes } from '#tools/test-lanes.ts'
import { journeys, vitest } from '#tools/test-parts.ts'

/** Programs and their locale, the embedded PostgreSQL, time zones and days, files and their names, several processes. */
const testFiles = [
  'server/locale.test.ts',
  'server/config.test.ts',
  'tools/postgres.test.ts',
  'modules/platform/files/server/programs.test.ts',
  'modules/platform/files/server/health.test.ts',
  'modules/platform/files/server/real-conversion.test.ts',
  'modules/platform/messages/server/calendar.test.ts',
  'modules/content/study/server/times.test.ts',
  'modules/content/study/server/routes.test.ts',
  'modules/platform/currency/server/accounts.test.ts',
  'modules/learning/certificates/server/routes.test.ts',
  'test/several',
]
/** Downloads with Chinese names, uploads and streams, dates that are typed and shown. */
const journeyFiles = ['video', 'guided-study', 'pushes', 'center.e2e']
const startTimeoutMs = 240_000

const projectDirectory = path.resolve(import.meta.dirname, '..')
const resultsDirectory = path.join(projectDirectory, 'test-results')
const log = (line: string): void => console.log(line)

/** `npm start` in a new data folder, until its first page is served, and its end in order. */
async function startOnce({ output }: PartContext): Promise<Count> {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuyuan-start-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: projectDirectory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIRECTORY: directory },
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', output)
  const gone = once(child, 'exit')
  const isServing = await serves(`http://localhost:${port}/`, () => child.exitCode === null)
  child.kill('SIGTERM')
  const [code] = await gone
  await rm(directory, { recursive: true, force: true })
  if (isServing && code === 0) return { passed: 1, failed: 0 }
  output(isServing ? `npm start ended with ${code}\n` : 'npm start served no page\n')
  return oneFailure
}

async function serves(address: string, isRunning: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline && isRunning(); await wait(500)) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok && (await answer.text()).includes('<div id="root"')) return true
  }
  return false
}

const lifecycle = createLifecycle(log)
await mkdir(resultsDirectory, { recursive: true })
const database = await startTestDatabase()
lifecycle.onEnd(() => database.stop())
const context = { lifecycle, projectDirectory, resultsDirectory, environment: database.environment }
const parts = [
  { title: 'Unit and HTTP tests', run: (part: PartContext) => vitest(part, testFiles) },
  { title: 'Browser journeys', run: (part: PartContext) => journeys(part, journeyFiles) },
  { title: 'Start', run: startOnce },
]
const counts = (await runLanes([parts], [], context)).map((time) => time.count)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
if (!lifecycle.isEnding) {
  log(`\n${passed} passed, ${failed} failed`)
  await lifecycle.end(failed === 0 ? 0 : 1)
}
