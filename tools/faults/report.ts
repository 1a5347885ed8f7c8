/** What a run of the register says: a line for each fault, and a table by module. */
import type { Fault } from './fault.ts'

type Outcome = 'caught' | 'survived' | 'does not apply'

export interface Verdict {
  readonly fault: Fault
  readonly outcome: Outcome
  readonly detail: string
  readonly milliseconds: number
}

/** Of a hundred faults so many are caught, or the run fails. */
const requiredShare = 0.95

const signs: Readonly<Record<Outcome, string>> = { caught: '✓', survived: '✗', 'does not apply': '?' }

export function lineOf({ fault, outcome, detail, milliseconds }: Verdict): string {
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7)
  const [firstLine = ''] = detail.split('\n')
  return `${signs[outcome]} ${seconds}  ${fault.module}/${fault.id}: ${fault.sentence}\n             ${outcome}: ${firstLine}`
}

function rowOf(name: string, counts: readonly (number | string)[]): string {
  return name.padEnd(16) + counts.map((count) => String(count).padStart(16)).join('')
}

/** A fault that names a test and escapes it fails the run; one that is registered as a survivor counts in the share. */
export function summary(verdicts: readonly Verdict[]): { table: string; isWell: boolean } {
  const outcomes = ['caught', 'survived', 'does not apply'] as const
  const count = (list: readonly Verdict[]) =>
    outcomes.map((outcome) => list.filter((verdict) => verdict.outcome === outcome).length)
  const modules = [...new Set(verdicts.map(({ fault }) => fault.module))].sort()
  const rows = modules.map((module) => rowOf(module, count(verdicts.filter(({ fault }) => fault.module === module))))
  const [caught = 0] = count(verdicts)
  const share = verdicts.length === 0 ? 0 : caught / verdicts.length
  const table = [
    rowOf('', outcomes),
    ...rows,
    rowOf('together', count(verdicts)),
    `${caught} of ${verdicts.length} faults are caught (${(share * 100).toFixed(1)} %).`,
  ].join('\n')
  const kept = verdicts.every(({ fault, outcome }) => outcome === 'caught' || fault.survives !== undefined)
  return { table, isWell: kept && share >= requiredShare }
}
