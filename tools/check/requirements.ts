/** The requirement ids of docs/spec/requirements, and the tests whose titles name them. */
import { requirementsInTitle } from '#test/requirement-ids.ts'
import { lineAt, listFiles, listSources, type Problem, readText } from './tree.ts'

export interface Requirement {
  readonly id: string
  readonly domain: string
  readonly number: number
  readonly text: string
}

export function readRequirements(): Requirement[] {
  return listFiles(['.md'], ['docs/spec/requirements']).flatMap((file) =>
    [...readText(file).matchAll(/^- (([A-Z]+)-(\d+)) (.*)$/gm)].map(
      ([, id = '', domain = '', number = '', text = '']) => ({
        id,
        domain,
        number: Number(number),
        text,
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

/** Ids in test titles that the specification does not know. */
export function unknownNames(): Problem[] {
  const known = new Set(readRequirements().map((requirement) => requirement.id))
  return readNamings()
    .filter((naming) => !known.has(naming.id))
    .map((naming) => ({ place: naming.place, text: `there is no requirement ${naming.id}` }))
}
