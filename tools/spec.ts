/**
 * `npm run spec`: which requirements of docs/spec/requirements no test names. Options: `--domain LIVE` for one domain,
 * `--missing` prints the texts of the unnamed ones. A test names ids in its title: `[LIVE-064]`, `[LIVE-001, LIVE-003]`,
 * `[LIVE-010..LIVE-014]`.
 */
import { parseArgs } from 'node:util'
import { namedRequirements, type Requirement, readRequirements, unknownNames } from './check/requirements.ts'

const { values: options } = parseArgs({ options: { domain: { type: 'string' }, missing: { type: 'boolean' } } })
const requirements = readRequirements()
const named = namedRequirements()

function printDomain(domain: string, own: readonly Requirement[]): void {
  const unnamed = own.filter((requirement) => !named.has(requirement.id))
  const count = own.length - unnamed.length
  console.log(
    `${domain.padEnd(10)} ${String(own.length).padStart(4)} requirements, ${String(count).padStart(4)} named by tests`,
  )
  if (unnamed.length === 0) return
  if (options.missing) for (const requirement of unnamed) console.log(`  ${requirement.id} ${requirement.text}`)
  else console.log(`  unnamed: ${ranges(unnamed.map((requirement) => requirement.number))}`)
}

/** 1–3, 7, 9–12 */
function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = []
  for (const number of numbers) {
    const last = parts.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else parts.push([number, number])
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

const domains = Map.groupBy(requirements, (requirement) => requirement.domain)
for (const [domain, own] of domains) {
  if (options.domain === undefined || options.domain.toUpperCase() === domain) printDomain(domain, own)
}
const known = requirements.filter((requirement) => named.has(requirement.id)).length
console.log(
  `${'all'.padEnd(10)} ${String(requirements.length).padStart(4)} requirements, ${String(known).padStart(4)} named by tests`,
)
for (const problem of unknownNames()) {
  console.error(`${problem.place}: ${problem.text}`)
  process.exitCode = 1
}
