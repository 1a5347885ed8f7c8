/** Where the time of a test run went: part by part, by module, and the slowest files of each kind. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PartTime } from '#tools/test-lanes.ts'

interface FileTime {
  readonly file: string
  readonly seconds: number
}

const slowestCount = 10

export async function printTimes(
  resultsDirectory: string,
  parts: readonly PartTime[],
  totalSeconds: number,
  log: (line: string) => void,
): Promise<void> {
  const tests = await vitestTimes(path.join(resultsDirectory, 'vitest.json'))
  const journeys = await journeyTimes(path.join(resultsDirectory, 'playwright.json'))
  log('\n── Time ──')
  for (const { title, seconds } of parts) log(`${seconds.toFixed(0).padStart(6)} s  ${title}`)
  log(`${totalSeconds.toFixed(0).padStart(6)} s  in all (parts run side by side)`)
  printSlowest('Slowest test files', tests, log)
  printSlowest('Slowest journeys', journeys, log)
  log('\nMinutes by module, tests and journeys as they ran in their workers:')
  for (const [module, seconds] of byModule([...tests, ...journeys])) {
    log(`${(seconds / 60).toFixed(1).padStart(6)} min  ${module}`)
  }
}

function printSlowest(title: string, files: readonly FileTime[], log: (line: string) => void): void {
  if (files.length === 0) return
  log(`\n${title}:`)
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount)
  for (const { file, seconds } of slowest) log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
}

/** `modules/live/rooms/…` counts for `live/rooms`, `test/rules/…` for `test/rules`, everything else for its first folder. */
function byModule(files: readonly FileTime[]): [string, number][] {
  const totals = new Map<string, number>()
  for (const { file, seconds } of files) {
    const [area = '', ...rest] = file.split('/')
    const module = area === 'modules' ? rest.slice(0, 2).join('/') : area === 'test' ? `test/${rest[0]}` : area
    totals.set(module, (totals.get(module) ?? 0) + seconds)
  }
  return [...totals].sort(([, a], [, b]) => b - a)
}

interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}

async function vitestTimes(report: string): Promise<FileTime[]> {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
  return testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly file: string
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
}

async function journeyTimes(report: string): Promise<FileTime[]> {
  if (!existsSync(report)) return []
  const totals = new Map<string, number>()
  const add = (suite: Suite): void => {
    for (const spec of suite.specs) {
      const milliseconds = spec.tests.flatMap((test) => test.results).reduce((sum, result) => sum + result.duration, 0)
      const file = `test/e2e/${spec.file}`
      totals.set(file, (totals.get(file) ?? 0) + milliseconds / 1000)
    }
    for (const inner of suite.suites ?? []) add(inner)
  }
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: readonly Suite[] }
  for (const suite of suites) add(suite)
  return [...totals].map(([file, seconds]) => ({ file, seconds }))
}
