/** Whether what a fault names does catch it. */
import { catcherText, type Fault } from './fault.ts'
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

/** Every test that the fault names has to fail by itself; one that does not load has noticed nothing. */
async function runCatchers(workshop: Workshop, fault: Fault): Promise<Verdict> {
  let milliseconds = 0
  const titles: string[] = []
  for (const catcher of fault.caughtBy) {
    const result = await workshop.run(catcher)
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
