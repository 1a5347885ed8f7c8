/** Replays the vectors in the browser, and compares what the run-time answered, and what the server kept of it. */
import type { Frame } from '@playwright/test'
import type { Opened, SuitePlatform } from './platform.ts'
import type { Report } from './report.ts'
import {
  type Activity,
  earlierVisit,
  type Fixture,
  packageOf,
  type Step,
  secondsOf,
  seedOf,
  type Version,
} from './vectors.ts'

interface Answer {
  readonly value: string
  readonly error: string
}

const keptWaitsMs = 10_000

/** All calls of an activity in one go, as a unit makes them: one after the other, in its own frame. */
function replay(frame: Frame, version: Version, steps: readonly Step[]): Promise<readonly Answer[]> {
  return frame.evaluate(
    ({ prefix, calls }) => {
      const { api } = globalThis as unknown as { api: Record<string, (...values: string[]) => unknown> }
      return calls.map(({ method, element, value }) => {
        const values = [element, value].filter((one): one is string => one !== undefined)
        const isState = ['Initialize', 'Terminate', 'Commit', 'GetErrorString', 'GetDiagnostic'].includes(method)
        const name = prefix + (prefix === 'LMS' && method === 'Terminate' ? 'Finish' : method)
        const given = isState ? [value ?? ''] : method === 'GetValue' ? [element ?? ''] : values
        return { value: String(api[name]?.(...given)), error: String(api[`${prefix}GetLastError`]?.()) }
      })
    },
    {
      prefix: version === '1.2' ? 'LMS' : '',
      calls: steps.map(({ method, element, value }) => ({
        method,
        ...((element !== undefined || method === 'SetValue') && { element: element ?? '' }),
        ...(value !== undefined && { value }),
      })),
    },
  )
}

function isAsExpected({ expectedReturn, element }: Step, value: string): boolean {
  if (expectedReturn === undefined) return true
  if (typeof expectedReturn !== 'string') return value.length > 0 && value.length <= 255
  // However it is written, it is the same time.
  if (element?.endsWith('total_time')) return secondsOf(value) === secondsOf(expectedReturn)
  const isNumber = element === 'cmi.scaled_passing_score' || element === 'cmi.completion_threshold'
  return isNumber ? Number(value) === Number(expectedReturn) : value === expectedReturn
}

function compare(report: Report, name: string, steps: readonly Step[], answers: readonly Answer[]): void {
  for (const [index, step] of steps.entries()) {
    const { value, error } = answers[index] ?? { value: '', error: 'none' }
    const given = [step.element, step.value].filter((one) => one !== undefined).join(', ')
    const what = `${name} ${index} ${step.method}(${given})`
    const wanted = `${JSON.stringify(step.expectedReturn)} ${step.expectedErrorCode}`
    if (isAsExpected(step, value) && error === step.expectedErrorCode) report.pass()
    else if (step.knownDivergence) report.skip('scorm-again differs, as its makers say', what)
    else report.fail(`${what}: ${JSON.stringify(value)} ${error} instead of ${wanted}`)
  }
}

function elementIn(cmi: unknown, element: string): unknown {
  let found = cmi
  for (const part of element.split('.').slice(1))
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : undefined
  return found
}

interface Verdict {
  readonly completed?: boolean
  readonly passed?: boolean | null
}

/**
 * Where the manifest has a threshold the platform decides over the status, whatever the unit said (RTE 4.2.4.1 and
 * 4.2.22.1);
 * one that ends unknown is completed (SN UP.4), where nothing is said of the content deciding it. The verdict is taken
 * from what the unit said.
 */
function expectedVerdict(seed: ReturnType<typeof seedOf>, values: Map<string, string>): Verdict {
  const measure = values.get('cmi.progress_measure') ?? seed.progress_measure
  const scaled = values.get('cmi.score.scaled')
  let verdict: Verdict = {}
  if (seed.completion_threshold !== undefined && values.delete('cmi.completion_status'))
    verdict = { completed: measure !== undefined && Number(measure) >= Number(seed.completion_threshold) }
  if (seed.scaled_passing_score !== undefined && values.delete('cmi.success_status'))
    verdict = { ...verdict, passed: scaled === undefined ? null : Number(scaled) >= Number(seed.scaled_passing_score) }
  if (values.get('cmi.completion_status') === 'unknown' && values.delete('cmi.completion_status'))
    verdict = { ...verdict, completed: true }
  return verdict
}

/** What the unit set successfully, each element with its last value: what the server has to know when the unit is left. */
function acceptedValues(steps: readonly Step[], answers: readonly Answer[]): Map<string, string> {
  const values = new Map<string, string>()
  steps.forEach(({ method, element = '', value = '' }, index) => {
    const isAccepted = method === 'SetValue' && answers[index]?.value === 'true'
    if (isAccepted && element.startsWith('cmi.')) values.set(element, value)
  })
  return values
}

async function compareKept(report: Report, { name, index, values, verdict }: Left, opened: Opened): Promise<void> {
  const differences = async () => {
    const state = await opened.kept(index)
    const wrong = [...values].map(([element, value]) => [element, elementIn(state?.cmi, element) ?? '', value] as const)
    const misjudged = Object.entries(verdict).map(
      ([what, is]) => [what, state?.[what as 'passed'] ?? null, is] as const,
    )
    return [...wrong, ...misjudged].filter(([, is, should]) => String(is) !== String(should))
  }
  let left = await differences()
  for (const until = Date.now() + keptWaitsMs; left.length > 0 && Date.now() < until; left = await differences())
    await new Promise((resolve) => setTimeout(resolve, 100))
  report.pass(values.size + Object.keys(verdict).length - left.length)
  for (const [element, is, should] of left) report.fail(`${name}: the server keeps ${element} = ${is}, not ${should}`)
}

interface Left {
  readonly name: string
  readonly index: number
  readonly values: ReadonlyMap<string, string>
  readonly verdict: Verdict
}

async function replayActivity(
  platform: SuitePlatform,
  report: Report,
  opened: Opened,
  { fixture, activity, index }: { readonly fixture: Fixture; readonly activity: Activity; readonly index: number },
): Promise<Left> {
  const name = `${fixture.id} ${activity.id}`
  const earlier = earlierVisit(seedOf(fixture, activity))
  if (earlier) await platform.visitedEarlier(opened, index, earlier.cmi, (secondsOf(earlier.totalTime) ?? 0) * 1000)
  const frame = await opened.unit(index)
  const answers = await replay(frame, fixture.scormVersion, activity.steps)
  compare(report, name, activity.steps, answers)
  const values = acceptedValues(activity.steps, answers)
  const verdict = expectedVerdict(seedOf(fixture, activity), values)
  return { name, index, values, verdict }
}

export async function runFixture(platform: SuitePlatform, report: Report, fixture: Fixture): Promise<void> {
  const { place } = await platform.install(packageOf(fixture))
  const opened = await platform.open(place)
  const left: Left[] = []
  for (const [index, activity] of fixture.activities.entries())
    left.push(await replayActivity(platform, report, opened, { fixture, activity, index }))
  // The last one is still open: what it said arrives by itself.
  for (const one of left) await compareKept(report, one, opened)
  await opened.close()
}
