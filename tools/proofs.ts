/**
 * The record of what the last test run proved, requirement by requirement (`test-results/proofs.json`). An id counts for a
 * half when assertions of its own step ran in a test of that kind, and the test passed.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readRequirements, summarize } from '#tools/check/requirements.ts'
import type { Half, Proof, Proofs } from './proof.ts'

const recordName = 'proofs.json'

interface TestMeta {
  readonly proofs?: Readonly<Record<string, number>>
  readonly rendered?: boolean
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly meta?: TestMeta
    }[]
  }[]
}

interface Seen {
  readonly halves: Set<Half>
  readonly tests: Set<string>
}

/** Merges the reports of the tests and of the journeys into one record, and says in one line what it holds. */
export async function writeProofs(resultsDirectory: string, log: (line: string) => void): Promise<void> {
  const seen = new Map<string, Seen>()
  const note = (ids: readonly string[], test: string, halves: readonly Half[]): void => {
    for (const id of ids) {
      const entry = seen.get(id) ?? { halves: new Set(), tests: new Set() }
      for (const half of halves) entry.halves.add(half)
      entry.tests.add(test)
      seen.set(id, entry)
    }
  }
  const readJson = <T>(name: string): T | undefined => {
    const file = path.join(resultsDirectory, name)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
  }
  for (const { name, assertionResults } of readJson<VitestReport>('vitest.json')?.testResults ?? []) {
    const file = path.relative(process.cwd(), name)
    for (const { status, fullName, meta } of assertionResults) {
      if (status !== 'passed') continue
      note(Object.keys(meta?.proofs ?? {}), `${file}: ${fullName}`, halvesOfTest(file, meta?.rendered === true))
    }
  }
  const journeys = readJson<{ file: string; test: string; proofs: object }[]>('proofs-journeys.json') ?? []
  for (const { file, test, proofs } of journeys) {
    note(Object.keys(proofs), `${file}: ${test}`, ['screen', 'client', 'build'])
  }
  const record = Object.fromEntries(
    [...seen].sort().map(([id, { halves, tests }]) => [id, { halves: [...halves], tests: [...tests] }]),
  )
  writeFileSync(path.join(resultsDirectory, recordName), JSON.stringify(record, null, 1))
  const { proven, half, unproven } = summarize(readRequirements(), readProofs(resultsDirectory) ?? new Map())
  log(`\nRequirements: ${proven} proven, ${half} half proven, ${unproven} unproven (npm run spec)`)
}

/** A screen is proven only by what is rendered; code of the browser proves rules without a screen. */
function halvesOfTest(file: string, isRendered: boolean): Half[] {
  if (isRendered) return ['screen', 'client', 'build']
  return /^(web|modules\/\w+\/\w+\/web|test\/web)\//.test(file) ? ['client', 'build'] : ['server', 'build']
}

/** The record of the last whole run; undefined where there is none. */
export function readProofs(resultsDirectory: string): Proofs | undefined {
  const file = path.join(resultsDirectory, recordName)
  if (!existsSync(file)) return undefined
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Proof>))
}
