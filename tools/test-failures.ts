/** What failed in a run by name, for whoever sees only the end of its output. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { PartTime } from '#tools/test-lanes.ts'

interface Failure {
  readonly name: string
  readonly message: string
}

/** Enough for an assertion with the values that it compared. */
const linesOfMessage = 30

/** What each part that failed has printed last, and at the very end the failed tests. */
export async function printFailures(
  resultsDirectory: string,
  parts: readonly PartTime[],
  log: (line: string) => void,
): Promise<void> {
  for (const { title, end } of parts.filter(({ count }) => count.failed > 0)) {
    log(`\n✗ ${title}`)
    for (const line of linesOf(end).slice(-linesOfMessage)) log(`    ${line}`)
  }
  const tests = [
    ...(await vitestFailures(path.join(resultsDirectory, 'vitest.json'))),
    ...(await journeyFailures(path.join(resultsDirectory, 'playwright.json'))),
  ]
  for (const { name, message } of tests) {
    log(`\n✗ ${name}`)
    for (const line of linesOf(message).slice(0, linesOfMessage)) log(`    ${line}`)
  }
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text).trim().split('\n')
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

async function vitestFailures(report: string): Promise<Failure[]> {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
  return testResults.flatMap((result) => {
    const file = path.relative(process.cwd(), result.name)
    const failed = result.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && result.status === 'failed') return [{ name: file, message: result.message }]
    return failed.map((test) => ({
      name: `${file} › ${test.fullName}`,
      message: (test.failureMessages ?? []).join('\n'),
    }))
  })
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
    }[]
  }[]
}

async function journeyFailures(report: string): Promise<Failure[]> {
  if (!existsSync(report)) return []
  const failures: Failure[] = []
  const add = (suite: Suite): void => {
    for (const { file, title, tests } of suite.specs) {
      for (const test of tests.filter(({ status }) => status === 'unexpected')) {
        const messages = test.results.at(-1)?.errors.map(({ message }) => message ?? '') ?? []
        failures.push({ name: `test/e2e/${file} › ${title}`, message: messages.join('\n') })
      }
    }
    for (const inner of suite.suites ?? []) add(inner)
  }
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: readonly Suite[] }
  for (const suite of suites) add(suite)
  return failures
}
