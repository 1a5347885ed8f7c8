/** The register of faults in `test/faults/`, and which of them a run plants. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { listFiles, readText } from '#tools/check/tree.ts'
import { type Fault, parseFault } from './fault.ts'

const faultsDirectory = join('test', 'faults')

export function faultPaths(): string[] {
  return listFiles(['.fault'], [faultsDirectory])
}

export function readRegister(): Fault[] {
  return faultPaths().map((path) => parseFault(path, readText(path)))
}

export interface Choice {
  readonly only?: string | undefined
  readonly module?: string | undefined
  readonly sample?: number | undefined
  readonly seed?: string | undefined
}

/** A journey needs a built client and a browser: a sample goes without. */
function isQuick(fault: Fault): boolean {
  return fault.survives === undefined && fault.caughtBy.every((catcher) => catcher.kind !== 'journey')
}

/** A sample is the same for the same seed, and another for the next. */
export function chooseFaults(faults: readonly Fault[], choice: Choice): Fault[] {
  const ids = choice.only?.split(',')
  const named = faults.filter(
    (fault) => (ids?.includes(fault.id) ?? true) && (choice.module === undefined || fault.module === choice.module),
  )
  if (choice.sample === undefined) return named
  const order = (fault: Fault) => createHash('sha256').update(`${choice.seed}\0${fault.id}`).digest('hex')
  return named
    .filter(isQuick)
    .map((fault) => ({ fault, rank: order(fault) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, choice.sample)
    .map(({ fault }) => fault)
}
