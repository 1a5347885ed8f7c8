/** Whether what a fault names does catch it. */
import { readText } from '#tools/check/tree.ts'
import { type Catcher, catcherText, type Fault } from './fault.ts'
import type { Verdict } from './report.ts'
import type { RunResult } from './runner.ts'
import type { Workshop } from './workshop.ts'

/** What failed and why: a test that timed out on a busy machine may have noticed nothing. */
function failureText({ title, message }: NonNullable<RunResult['failed']>): string {
  const [why = ''] = message.split('\n')
  return `${title} (${why.slice(0, 120)})`
}

function missed(result: RunResult): string {
  return result.broken ?? `all ${result.passed} tests passed`
}

/** Calls of a race meet by chance, where no lock makes them: a test with one is asked so often. */
const attemptsOfRaces = 3

function attemptsOf(catcher: Catcher, { broken }: RunResult): number {
  // What could not begin (a hook that timed out on a busy machine) has noticed nothing and missed nothing.
  if (broken !== undefined) return 2
  return catcher.kind === 'test' && /\brace\(/.test(readText(catcher.file)) ? attemptsOfRaces : 1
}

/** The first result in which a test failed, or the last one. */
async function runCatcher(workshop: Workshop, catcher: Catcher): Promise<RunResult> {
  let result = await workshop.run(catcher)
  for (let attempt = 1; !result.failed && attempt < attemptsOf(catcher, result); attempt += 1) {
    const { milliseconds } = result
    const again = await workshop.run(catcher)
    result = { ...again, milliseconds: milliseconds + again.milliseconds }
  }
  return result
}

/** Every test that the fault names has to fail by itself; one that does not load has noticed nothing. */
async function runCatchers(workshop: Workshop, fault: Fault): Promise<Verdict> {
  let milliseconds = 0
  const titles: string[] = []
  for (const catcher of fault.caughtBy) {
    const result = await runCatcher(workshop, catcher)
    milliseconds += result.milliseconds
    if (!result.failed) {
      return { fault, outcome: 'survived', detail: `${catcherText(catcher)}: ${missed(result)}`, milliseconds }
    }
    titles.push(failureText(result.failed))
  }
  return { fault, outcome: 'caught', detail: titles.join(', '), milliseconds }
}

export async function evaluate(workshop: Workshop, fault: Fault): Promise<Verdict> {
  if (fault.survives !== undefined) return { fault, outcome: 'survived', detail: fault.survives, milliseconds: 0 }
  try {
    return await workshop.planted(fault, () => runCatchers(workshop, fault))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { fault, outcome: 'does not apply', detail, milliseconds: 0 }
  }
}
