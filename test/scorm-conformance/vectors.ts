/** The suite's own vectors: what a unit calls, and what the run-time has to answer. Made into packages of SCORM. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveFiles, type ScoInput, scormManifest } from '#modules/learning/packages/server/archives.fixture.ts'

export type Version = '1.2' | '2004'
type Tree = { readonly [name: string]: string | Tree }

export interface Step {
  readonly method: string
  readonly element?: string
  readonly value?: string
  readonly expectedReturn?: string | { readonly match: 'nonEmptyMax255' }
  readonly expectedErrorCode: string
  /** Where scorm-again is known by its makers to answer otherwise than ADL asks. */
  readonly knownDivergence?: { readonly finding: string }
}

export interface Activity {
  readonly id: string
  readonly initialState?: { readonly cmi: Tree }
  readonly steps: readonly Step[]
}

export interface Fixture {
  readonly id: string
  readonly scormVersion: Version
  readonly initialState?: { readonly cmi: Tree }
  readonly activities: readonly Activity[]
}

/** Every `.json` with activities under `test/conformance`. */
export async function readFixtures(suite: string): Promise<readonly Fixture[]> {
  const directory = join(suite, 'test/conformance')
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  return texts.map((text) => JSON.parse(text) as Fixture).filter(({ activities }) => Array.isArray(activities))
}

/** What the platform has to give the unit when it begins: from the manifest, or from an earlier visit. */
export function seedOf(fixture: Fixture, activity: Activity): Tree {
  return (activity.initialState ?? fixture.initialState)?.cmi ?? {}
}

const fromManifest = [
  'completion_threshold',
  'scaled_passing_score',
  'max_time_allowed',
  'time_limit_action',
  'launch_data',
  // The platform's own to say.
  'entry',
  'credit',
  'mode',
  'total_time',
]

/** What an earlier visit must have left; undefined where there was none. */
export function earlierVisit(seed: Tree): { readonly cmi: Tree; readonly totalTime: string } | undefined {
  const cmi = Object.fromEntries(Object.entries(seed).filter(([name]) => !fromManifest.includes(name)))
  if (seed.entry !== 'resume' && Object.keys(cmi).length === 0) return undefined
  return { cmi: { ...cmi, exit: 'suspend' }, totalTime: String(seed.total_time ?? 'PT0S') }
}

function manifestOf(seed: Tree): string {
  const text = (name: string) => (typeof seed[name] === 'string' ? seed[name] : undefined)
  const threshold = text('completion_threshold')
  const score = text('scaled_passing_score')
  const time = text('max_time_allowed')
  const action = text('time_limit_action')
  const launchData = text('launch_data')
  return [
    action && `<adlcp:timeLimitAction>${action}</adlcp:timeLimitAction>`,
    launchData && `<adlcp:dataFromLMS>${launchData}</adlcp:dataFromLMS>`,
    threshold && `<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="${threshold}"/>`,
    '<imsss:sequencing>',
    time && `<imsss:limitConditions attemptAbsoluteDurationLimit="${time}"/>`,
    score &&
      `<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>${score}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>`,
    '</imsss:sequencing>',
  ]
    .filter(Boolean)
    .join('')
}

const unitPage = `<!doctype html><meta charset="utf-8"><title>Unit</title><script>
  let at = window
  while (!at.API && !at.API_1484_11 && at.parent !== at) at = at.parent
  window.api = at.API_1484_11 ?? at.API
</script>`

/** One package of a fixture: each of its activities is a unit. */
export function packageOf(fixture: Fixture): ArchiveFiles {
  const items: ScoInput[] = fixture.activities.map((activity, index) => ({
    identifier: `A${index}`,
    title: activity.id,
    href: `unit${index}.html`,
    more: fixture.scormVersion === '2004' ? manifestOf(seedOf(fixture, activity)) : '',
  }))
  const pages = Object.fromEntries(items.map(({ href }) => [href, unitPage]))
  return { 'imsmanifest.xml': scormManifest(fixture.scormVersion, fixture.id, items), ...pages }
}

/** `P1DT2H3M4.5S` in seconds. */
export function secondsOf(duration: string): number | undefined {
  const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(duration)
  if (!parts) return undefined
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((one) => Number(one ?? 0))
  return (years * 365 + months * 30 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds
}
