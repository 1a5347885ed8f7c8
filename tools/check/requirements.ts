/** The requirement ids of docs/spec/requirements, and the tests whose titles name them. */
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

/** `[LIVE-064]`, `[LIVE-001, LIVE-003]`, `[LIVE-010..LIVE-014]`, `[LIVE-010..014]` */
function idsOf(brackets: string): string[] {
  return brackets.split(/[\s,，、;]+/).flatMap((part) => {
    const range = /^([A-Z]+)-(\d+)(?:\.\.|–|-)(?:([A-Z]+)-)?(\d+)$/.exec(part)
    if (!range) return /^[A-Z]+-\d+$/.test(part) ? [part] : []
    const [, domain = '', first = '', , last = ''] = range
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index)
    return numbers.map((number) => `${domain}-${String(number).padStart(first.length, '0')}`)
  })
}

const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs

function readNamings(): Naming[] {
  const tests = listSources().filter((file) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('test/e2e/'))
  return tests.flatMap((file) => {
    const text = readText(file)
    return [...text.matchAll(title)].flatMap((match) =>
      [...(match[2] ?? '').matchAll(/\[([^\]]+)\]/g)].flatMap((brackets) =>
        idsOf(brackets[1] ?? '').map((id) => ({ place: `${file}:${lineAt(text, match.index)}`, id })),
      ),
    )
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
