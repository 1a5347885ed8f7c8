/** `npm test`: the repository's checks, the unit and HTTP tests, the browser journeys; counted together at the end. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBrowser } from '#tools/browser.ts'
import { buildClientWhenChanged } from '#tools/client-build.ts'
import { bringFfmpeg } from '#tools/debian.ts'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'

type Count = { passed: number; failed: number }

const projectDirectory = path.resolve(import.meta.dirname, '..')
const resultsDirectory = path.join(projectDirectory, 'test-results')
const answerRecord = path.join(resultsDirectory, 'answers.txt')
const log = (line: string): void => console.log(line)

/** A step that failed without naming a failed test still counts. */
const oneFailure: Count = { passed: 0, failed: 1 }

async function runAll(lifecycle: Lifecycle): Promise<Count> {
  await mkdir(resultsDirectory, { recursive: true })
  bringFfmpeg(log)
  const total: Count = { passed: 0, failed: 0 }
  for (const [title, step] of [
    ['Checks', check],
    ['Unit and HTTP tests', vitest],
    ['Declared and produced answers', answers],
    ['Browser journeys', playwright],
  ] as const) {
    log(`\n── ${title} ──`)
    const startedAt = performance.now()
    const { passed, failed } = await step(lifecycle).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return oneFailure
    })
    log(`── ${title}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
    total.passed += passed
    total.failed += failed
  }
  return total
}

/** The checks are laws, not tests: they count only when one is broken. */
async function check(lifecycle: Lifecycle): Promise<Count> {
  return (await run(process.execPath, ['tools/check.ts'], {}, lifecycle)) === 0 ? { passed: 0, failed: 0 } : oneFailure
}

async function vitest(lifecycle: Lifecycle): Promise<Count> {
  const report = path.join(resultsDirectory, 'vitest.json')
  await Promise.all([report, answerRecord].map((file) => rm(file, { force: true })))
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', args, { ANSWER_RECORD: answerRecord }, lifecycle)
  if (!existsSync(report)) return oneFailure
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'))
  return honest({ passed: numPassedTests, failed: numFailedTests }, code)
}

/** Every refusal that a contract declares was produced by the tests above, and no other. */
async function answers(lifecycle: Lifecycle): Promise<Count> {
  if (!existsSync(answerRecord)) return oneFailure
  const code = await run(process.execPath, ['tools/answers.ts', answerRecord], {}, lifecycle)
  return code === 0 ? { passed: 0, failed: 0 } : oneFailure
}

async function playwright(lifecycle: Lifecycle): Promise<Count> {
  const browser = await findBrowser(log)
  if (await buildClientWhenChanged(log)) log('Browser client built')
  const report = path.join(resultsDirectory, 'playwright.json')
  await rm(report, { force: true })
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await run('playwright', ['test', '--reporter=list,json'], env, lifecycle)
  if (!existsSync(report)) return oneFailure
  const { stats } = JSON.parse(await readFile(report, 'utf8'))
  return honest({ passed: stats.expected + stats.flaky, failed: stats.unexpected }, code)
}

/** A run that ended badly though no test failed (a file that does not load, an error outside of tests) has failed. */
function honest({ passed, failed }: Count, exitCode: number): Count {
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) }
}

async function run(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  lifecycle: Lifecycle,
): Promise<number> {
  const child = spawn(file, args, { cwd: projectDirectory, stdio: 'inherit', env: { ...process.env, ...env } })
  const exitCode = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
  lifecycle.onEnd(
    async () => {
      child.kill('SIGTERM')
      await exitCode
    },
    () => child.kill('SIGKILL'),
  )
  return await exitCode
}

const lifecycle = createLifecycle(log)
const { passed, failed } = await runAll(lifecycle)
if (!lifecycle.isEnding) {
  log(`\n${passed} passed, ${failed} failed`)
  await lifecycle.end(failed === 0 ? 0 : 1)
}
