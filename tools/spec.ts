/**
 * `npm run spec`: what the last run of `npm test` proved of docs/spec/requirements, by domain. An id is proven when every
 * half that docs/spec/halves.tsv names was proven by assertions of its own step; half proven when some were; named when a
 * test names it and the record holds nothing of it. Options: `--domain LIVE` for one domain, `--missing` prints the texts of
 * what is not proven, `--id LIVE-064` the tests that prove it.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  namedRequirements,
  proofState,
  type Requirement,
  readRequirements,
  requirementProblems,
} from './check/requirements.ts'
import { readProofs } from './proofs.ts'

const { values: options } = parseArgs({
  options: { domain: { type: 'string' }, missing: { type: 'boolean' }, id: { type: 'string' } },
})
const requirements = readRequirements()
const proofs = readProofs(path.resolve(import.meta.dirname, '../test-results'))
const named = namedRequirements()

type State = 'proven' | 'half' | 'named' | 'unproven'

function stateOf(requirement: Requirement): State {
  const state = proofState(requirement, proofs?.get(requirement.id))
  return state === 'unproven' && named.has(requirement.id) ? 'named' : state
}

const columns = ['all', 'proven', 'half', 'named', 'unproven'] as const

function printRow(domain: string, cells: readonly (string | number)[]): void {
  console.log(`${domain.padEnd(10)}${cells.map((cell) => String(cell).padStart(10)).join('')}`)
}

function printDomain(domain: string, own: readonly Requirement[]): void {
  const states = Map.groupBy(own, stateOf)
  printRow(
    domain,
    columns.map((column) => (column === 'all' ? own.length : (states.get(column)?.length ?? 0))),
  )
  if (!options.missing) return
  for (const state of ['half', 'named', 'unproven'] as const) {
    for (const { id, text, needs } of states.get(state) ?? []) {
      const missing = needs.filter((half) => !proofs?.get(id)?.halves.includes(half))
      console.log(`  ${state} ${id} (needs ${missing.join(' and ')}) ${text}`)
    }
  }
}

function printRequirement(id: string): void {
  const requirement = requirements.find((one) => one.id === id)
  if (!requirement) throw new Error(`there is no requirement ${id}`)
  const proof = proofs?.get(id)
  console.log(`${id} ${requirement.text}`)
  console.log(
    `needs ${requirement.needs.join(' and ')}; ${stateOf(requirement)}, by ${proof?.halves.join(', ') ?? 'nothing'}`,
  )
  for (const test of proof?.tests ?? []) console.log(`  ${test}`)
}

if (!proofs)
  console.log('There is no record of a whole test run (npm test writes it): what is shown is what tests name.\n')
if (options.id) printRequirement(options.id)
else {
  printRow('', columns)
  for (const [domain, own] of Map.groupBy(requirements, (requirement) => requirement.domain)) {
    if (options.domain === undefined || options.domain.toUpperCase() === domain) printDomain(domain, own)
  }
  if (!options.domain) printDomain('all', requirements)
}
for (const problem of requirementProblems()) {
  console.error(`${problem.place}: ${problem.text}`)
  process.exitCode = 1
}
