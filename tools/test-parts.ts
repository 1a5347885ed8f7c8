/** Each part of `npm test`: starts its program, and counts what passed and failed from the report that it leaves. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBrowser } from '#tools/browser.ts'
import { buildClientWhenChanged } from '#tools/client-build.ts'
import { commitOf } from '#tools/commit.ts'
import { type Count, oneFailure, type PartContext } from '#tools/test-lanes.ts'

const nothing: Count = { passed: 0, failed: 0 }

/** A whole run does a part of what takes minutes (test/sampled.ts), and says which: with the same seed it is the same part. */
function sampleOf({ projectDirectory, output }: PartContext, files: readonly string[] | undefined): NodeJS.ProcessEnv {
  if (files) return {}
  const seed = commitOf(projectDirectory)
  output(`SAMPLE_SEED=${seed}\n`)
  return { SAMPLE_SEED: seed }
}

/** The checks are laws, not tests: they count only when one is broken. */
export async function check(context: PartContext): Promise<Count> {
  return (await run(context, process.execPath, ['tools/check.ts'])) === 0 ? nothing : oneFailure
}

/** All tests, or those of the named files. */
export async function vitest(context: PartContext, files?: readonly string[]): Promise<Count> {
  if (files?.length === 0) return nothing
  const report = path.join(context.resultsDirectory, 'vitest.json')
  const answerRecord = path.join(context.resultsDirectory, 'answers.txt')
  await Promise.all([report, answerRecord].map((file) => rm(file, { force: true })))
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...(files ?? [])]
  const code = await run(context, 'vitest', args, { ANSWER_RECORD: answerRecord, ...sampleOf(context, files) })
  if (!existsSync(report)) return oneFailure
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'))
  return trusted({ passed: numPassedTests, failed: numFailedTests }, code)
}

/** Every refusal that a contract declares was produced by the tests, and no other. */
export async function answers(context: PartContext): Promise<Count> {
  const record = path.join(context.resultsDirectory, 'answers.txt')
  if (!existsSync(record)) return oneFailure
  return (await run(context, process.execPath, ['tools/answers.ts', record])) === 0 ? nothing : oneFailure
}

/** All journeys, or those of the named files. */
export async function journeys(context: PartContext, files?: readonly string[]): Promise<Count> {
  if (files?.length === 0) return nothing
  const log = (line: string) => context.output(`${line}\n`)
  const browser = await findBrowser(log)
  if (await buildClientWhenChanged(log)) log('Browser client built')
  const report = path.join(context.resultsDirectory, 'playwright.json')
  await rm(report, { force: true })
  const environment = {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PROOF_RECORD: path.join(context.resultsDirectory, 'proofs-journeys.json'),
    ...sampleOf(context, files),
  }
  const reporters = '--reporter=list,json,./test/e2e/proofs-reporter.ts'
  const code = await run(context, 'playwright', ['test', reporters, ...(files ?? [])], environment)
  if (!existsSync(report)) return oneFailure
  const { stats } = JSON.parse(await readFile(report, 'utf8'))
  if (stats.flaky > 0)
    log(`${stats.flaky} journeys failed first and passed when repeated: find out why (they prove nothing)`)
  return trusted({ passed: stats.expected + stats.flaky, failed: stats.unexpected }, code)
}

const faultsInSample = 10

/** A few faults of the register, other ones for each commit: the tests must catch every one. */
export async function faults(context: PartContext): Promise<Count> {
  const seed = commitOf(context.projectDirectory)
  const args = ['tools/test-faults.ts', '--sample', String(faultsInSample), '--seed', seed]
  return (await run(context, process.execPath, args)) === 0 ? nothing : oneFailure
}

/** A run that ended badly though no test failed (a file that does not load, an error outside of tests) has failed. */
function trusted({ passed, failed }: Count, exitCode: number): Count {
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) }
}

async function run(
  context: PartContext,
  file: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(file, args, {
    cwd: context.projectDirectory,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...context.environment, ...more },
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', context.output)
  const exitCode = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      context.output(`${error.message}\n`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
  context.lifecycle.onEnd(
    async () => {
      child.kill('SIGTERM')
      await exitCode
    },
    () => child.kill('SIGKILL'),
  )
  return await exitCode
}
