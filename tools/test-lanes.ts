/** The parts of `npm test`, run in lanes side by side. The output of a lane that is not being shown is kept for later. */
import type { Lifecycle } from '#tools/lifecycle.ts'

export interface Count {
  readonly passed: number
  readonly failed: number
}

export interface PartContext {
  readonly lifecycle: Lifecycle
  readonly projectDirectory: string
  readonly resultsDirectory: string
  /** What every program of the run is given besides its own environment: the database server of the run. */
  readonly environment: NodeJS.ProcessEnv
  readonly output: (text: string) => void
}

export interface Part {
  readonly title: string
  run(context: PartContext): Promise<Count>
}

export interface PartTime {
  readonly title: string
  readonly seconds: number
  readonly count: Count
  /** The last lines that it printed. */
  readonly end: string
}

/** A part that failed without naming a failed test still counts. */
export const oneFailure: Count = { passed: 0, failed: 1 }

/**
 * Runs the lanes side by side; shows the first as it goes, and each other one as soon as those before it have ended. Each of
 * the further parts goes to the lane that is free first.
 */
export async function runLanes(
  lanes: readonly (readonly Part[])[],
  further: readonly Part[],
  context: Omit<PartContext, 'output'>,
): Promise<PartTime[]> {
  const screens = lanes.map(() => keptOutput())
  const shared = [...further]
  const running = lanes.map((parts, index) =>
    runLane(parts, shared, { ...context, output: screens[index]?.write ?? print }),
  )
  const times: PartTime[] = []
  for (const [index, lane] of running.entries()) {
    screens[index]?.show()
    times.push(...(await lane))
  }
  return times
}

const charactersOfEnd = 4000

async function runLane(parts: readonly Part[], shared: Part[], lane: PartContext): Promise<PartTime[]> {
  let end = ''
  const context: PartContext = {
    ...lane,
    output: (text) => {
      end = (end + text).slice(-charactersOfEnd)
      lane.output(text)
    },
  }
  const times: PartTime[] = []
  const own = [...parts]
  for (let part = own.shift() ?? shared.shift(); part; part = own.shift() ?? shared.shift()) {
    if (context.lifecycle.isEnding) break
    end = ''
    context.output(`\n── ${part.title} ──\n`)
    const startedAt = performance.now()
    const count = await part.run(context).catch((error: unknown) => {
      context.output(`${error instanceof Error ? error.message : String(error)}\n`)
      return oneFailure
    })
    const seconds = (performance.now() - startedAt) / 1000
    context.output(`── ${part.title}: ${Math.round(seconds)} s ──\n`)
    times.push({ title: part.title, seconds, count, end })
  }
  return times
}

function print(text: string): void {
  process.stdout.write(text)
}

function keptOutput(): { write(text: string): void; show(): void } {
  let kept: string[] | undefined = []
  return {
    write: (text) => {
      if (kept) kept.push(text)
      else print(text)
    },
    show: () => {
      for (const text of kept ?? []) print(text)
      kept = undefined
    },
  }
}
