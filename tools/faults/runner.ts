/**
 * A process that runs tests in one copy of the project, one request at a time. Vitest stays between the requests, and with
 * it everything that it has transformed and the migrated template of the database.
 */
import { relative } from 'node:path'
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node'

export interface RunRequest {
  readonly file: string
  readonly title: string | undefined
  /** Changed since the last request, as whole paths. */
  readonly changed: readonly string[]
}

export interface RunResult {
  /** The first test that failed by itself. */
  readonly failed: { readonly title: string; readonly message: string } | undefined
  readonly passed: number
  /** Why no verdict is possible: the file did not load, or a hook failed. */
  readonly broken: string | undefined
  readonly milliseconds: number
}

function casesOf(modules: readonly TestModule[]): TestCase[] {
  return modules.flatMap((module) => [...module.children.allTests()])
}

function brokenBy(modules: readonly TestModule[], unhandled: readonly unknown[]): string | undefined {
  const suites = modules.flatMap((module) => [...module.children.allSuites()])
  const [first] = [...modules, ...suites].flatMap((entity) => [...entity.errors()])
  if (first) return first.message
  if (unhandled.length > 0) return String((unhandled[0] as Error).message)
  return undefined
}

function resultOf(modules: readonly TestModule[], unhandled: readonly unknown[], milliseconds: number): RunResult {
  const cases = casesOf(modules)
  const failed = cases.find((test) => test.result().state === 'failed')
  const passed = cases.filter((test) => test.result().state === 'passed').length
  const broken = brokenBy(modules, unhandled)
  const message = failed?.result().errors?.[0]?.message ?? ''
  return {
    failed: failed && { title: failed.name, message },
    passed,
    broken: broken ?? (passed === 0 && !failed ? 'no test ran' : undefined),
    milliseconds,
  }
}

/** A pattern that only this title matches, wherever it stands among its groups. */
function patternOf(title: string): RegExp {
  return new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
}

async function answer(vitest: Vitest, request: RunRequest): Promise<RunResult> {
  for (const file of request.changed) vitest.invalidateFile(file)
  // What failed in an earlier request would end this one at once.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  if (request.title === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(patternOf(request.title))
  const specifications = (await vitest.globTestSpecifications([request.file])).filter(
    ({ moduleId }) => relative(process.cwd(), moduleId) === request.file,
  )
  const startedAt = performance.now()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return resultOf(testModules, unhandledErrors, performance.now() - startedAt)
}

const silence = { onInit: () => {} }

async function main(): Promise<void> {
  // A fault may make its test and the end of its file wait for ever: both end before the workshop's patience does.
  process.env.TEST_LIMIT_MS = '60000'
  const vitest = await createVitest('test', {
    watch: false,
    bail: 1,
    cache: false,
    maxWorkers: 1,
    isolate: true,
    reporters: [silence],
    onConsoleLog: () => false,
  })
  await vitest.standalone()
  process.on('message', (request: RunRequest) => {
    void answer(vitest, request)
      .catch(
        (error: unknown): RunResult => ({
          failed: undefined,
          passed: 0,
          broken: String(error instanceof Error ? error.stack : error),
          milliseconds: 0,
        }),
      )
      .then((result) => process.send?.(result))
  })
  process.once('disconnect', () => void vitest.close().finally(() => process.exit()))
  process.send?.('ready')
}

await main()
