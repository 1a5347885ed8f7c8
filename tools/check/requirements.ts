/** The requirement ids of docs/spec/requirements, what each needs as its proof, and the tests that name them. */
import { requirementsInTitle } from '#test/requirement-ids.ts'
import type { Half, Proof, Proofs } from '../proof.ts'
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
  readonly ids: readonly string[]
  readonly isTitle: boolean
}

const step = /\bproves\(\s*(\[[^\]]*\]|'[^']*')/g
const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs

function readNamings(): Naming[] {
  const tests = listSources().filter((file) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('test/e2e/'))
  return tests.flatMap((file) => {
    const text = readText(file)
    const placeOf = (match: RegExpExecArray) => `${file}:${lineAt(text, match.index)}`
    const steps = [...text.matchAll(step)].map((match) => ({
      place: placeOf(match),
      ids: [...(match[1] ?? '').matchAll(/[A-Z]+-\d+/g)].map(([id]) => id),
      isTitle: false,
    }))
    const titles = [...text.matchAll(title)].map((match) => ({
      place: placeOf(match),
      ids: requirementsInTitle(match[2] ?? ''),
      isTitle: true,
    }))
    return [...steps, ...titles]
  })
}

export function namedRequirements(): Set<string> {
  return new Set(readNamings().flatMap((naming) => naming.ids))
}

export type ProofState = 'proven' | 'half' | 'unproven'

/** Whether the last run proved every half that the requirement needs, some of them, or none. */
export function proofState(requirement: Requirement, proof: Proof | undefined): ProofState {
  const proven = requirement.needs.filter((half) => proof?.halves.includes(half))
  if (proven.length === 0) return 'unproven'
  return proven.length === requirement.needs.length ? 'proven' : 'half'
}

/** How many of the requirements the last run proved wholly, in part, and not at all. */
export function summarize(requirements: readonly Requirement[], proofs: Proofs): Record<ProofState, number> {
  const counts = { proven: 0, half: 0, unproven: 0 }
  for (const requirement of requirements) counts[proofState(requirement, proofs.get(requirement.id))] += 1
  return counts
}

/** Ids that the specification does not know, and titles with several: these prove nothing of any. */
export function requirementProblems(): Problem[] {
  const known = new Set(readRequirements().map((requirement) => requirement.id))
  return readNamings().flatMap(({ place, ids, isTitle }) => [
    ...ids.filter((id) => !known.has(id)).map((id) => ({ place, text: `there is no requirement ${id}` })),
    ...(isTitle && ids.length > 1
      ? [{ place, text: `a title names one requirement: give ${ids.join(', ')} a step each (test/proves.ts)` }]
      : []),
  ])
}
