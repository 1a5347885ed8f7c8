/** The requirement ids of docs/spec/requirements, what each needs as its proof, and the tests that name them. */
import { requirementsInTitle } from '#test/requirement-ids.ts'
import type { Half, Proof, Proofs } from '../proofs.ts'
import { lineAt, listFiles, listSources, type Problem, readText } from './tree.ts'

export interface Requirement {
  readonly id: string
  readonly domain: string
  readonly number: number
  readonly text: string
  /** What a whole proof consists of (docs/spec/halves.tsv). */
  readonly needs: readonly Half[]
}

export function readRequirements(): Requirement[] {
  const rows = readText('docs/spec/halves.tsv').trim().split('\n').slice(1)
  const needs = new Map(rows.map((row) => [row.split('\t')[0], (row.split('\t')[1] ?? '').split('+') as Half[]]))
  return listFiles(['.md'], ['docs/spec/requirements']).flatMap((file) =>
    [...readText(file).matchAll(/^- (([A-Z]+)-(\d+)) (.*)$/gm)].map(
      ([, id = '', domain = '', number = '', text = '']) => ({
        id,
        domain,
        number: Number(number),
        text,
        needs: needs.get(id) ?? [],
      }),
    ),
  )
}

interface Naming {
  readonly place: string
  readonly id: string
}

const step = /\bproves\(\s*(\[[^\]]*\]|'[^']*')/g
const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs

function readNamings(): Naming[] {
  const tests = listSources().filter((file) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('test/e2e/'))
  return tests.flatMap((file) => {
    const text = readText(file)
    const steps = [...text.matchAll(step)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/[A-Z]+-\d+/g)].map(([id]) => ({
        place: `${file}:${lineAt(text, match.index)}`,
        id,
      })),
    )
    const titles = [...text.matchAll(title)].flatMap((match) =>
      requirementsInTitle(match[2] ?? '').map((id) => ({ place: `${file}:${lineAt(text, match.index)}`, id })),
    )
    return [...steps, ...titles]
  })
}

export function namedRequirements(): Set<string> {
  return new Set(readNamings().map((naming) => naming.id))
}

export type ProofState = 'proven' | 'half' | 'unproven'

/** Whether the last run proved every half that the requirement needs, some of them, or none. */
export function proofState(requirement: Requirement, proof: Proof | undefined): ProofState {
  const proven = requirement.needs.filter((half) => proof?.halves.includes(half))
  if (proven.length === 0) return proof ? 'half' : 'unproven'
  return proven.length === requirement.needs.length ? 'proven' : 'half'
}

/** How many of the requirements the last run proved wholly, in part, and not at all. */
export function summarize(requirements: readonly Requirement[], proofs: Proofs): Record<ProofState, number> {
  const counts = { proven: 0, half: 0, unproven: 0 }
  for (const requirement of requirements) counts[proofState(requirement, proofs.get(requirement.id))] += 1
  return counts
}

/** Ids in test titles that the specification does not know. */
export function unknownNames(): Problem[] {
  const known = new Set(readRequirements().map((requirement) => requirement.id))
  return readNamings()
    .filter((naming) => !known.has(naming.id))
    .map((naming) => ({ place: naming.place, text: `there is no requirement ${naming.id}` }))
}
