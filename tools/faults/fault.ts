/**
 * One fault of the register: a small mistake in the product, and the test that must notice it. A file
 * `test/faults/<module>/<id>.fault` reads:
 *
 *     A member may cancel the request of another member.
 *
 *     caught by: modules/live/live/server/requests.test.ts › only the applicant cancels
 *     file: modules/live/live/server/requests.ts
 *
 *      export function cancel(record) {
 *     -  if (record.memberId !== caller.id) throw refuse(NOT_YOURS)
 *     +  if (!record.memberId) throw refuse(NOT_YOURS)
 *
 * The lines are those of a diff without numbers: what starts with a space or a minus stands in the file today, in this
 * order and exactly once; what starts with a space or a plus stands there afterwards. `@@` starts a second place in the
 * same file, `file:` one in another file. A fault that no test notices says `survives: <reason>` instead of `caught by:`.
 */
import { basename, dirname } from 'node:path'

/** What must fail: a test file of Vitest or a journey, with the title of one test where it is named, or a part of the checks. */
export type Catcher =
  | { readonly kind: 'test' | 'journey'; readonly file: string; readonly title: string | undefined }
  | { readonly kind: 'check'; readonly part: string }

interface Edit {
  readonly file: string
  readonly before: string
  readonly after: string
}

export interface Fault {
  readonly id: string
  readonly module: string
  /** What is wrong, in words. */
  readonly sentence: string
  readonly caughtBy: readonly Catcher[]
  /** Why nothing catches it; undefined where something does. */
  readonly survives: string | undefined
  readonly edits: readonly Edit[]
}

function catcherOf(text: string): Catcher {
  if (text.startsWith('check:')) return { kind: 'check', part: text.slice('check:'.length) }
  const [file = '', title] = text.split(' › ', 2)
  return { kind: file.endsWith('.e2e.ts') ? 'journey' : 'test', file, title }
}

/** Reads the lines of one place; an editor may have taken the space of an empty line. */
function editOf(file: string, lines: readonly string[]): Edit {
  const side = (signs: readonly string[]) =>
    lines
      .filter((line) => signs.includes(line[0] ?? ' '))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  return { file, before: side([' ', '-']), after: side([' ', '+']) }
}

function trimEmpty(lines: readonly string[]): readonly string[] {
  const isFull = (line: string) => line !== ''
  return lines.slice(lines.findIndex(isFull), lines.findLastIndex(isFull) + 1)
}

interface Draft {
  readonly caughtBy: Catcher[]
  survives: string | undefined
  readonly places: { file: string; lines: string[] }[]
}

function readLine(draft: Draft, line: string): void {
  const [, word, value = ''] = /^(caught by|survives|file): (.+)$/.exec(line) ?? []
  const place = draft.places.at(-1)
  if (word === 'caught by') draft.caughtBy.push(catcherOf(value))
  else if (word === 'survives') draft.survives = value
  else if (word === 'file') draft.places.push({ file: value, lines: [] })
  else if (line === '@@' && place) draft.places.push({ file: place.file, lines: [] })
  else if (place && /^([ +-]|$)/.test(line)) place.lines.push(line)
  else if (line !== '') throw new Error(`cannot be read: ${line}`)
}

/** Throws where the text is no fault. */
export function parseFault(path: string, text: string): Fault {
  const [sentence = '', ...lines] = text.split('\n')
  const draft: Draft = { caughtBy: [], survives: undefined, places: [] }
  for (const line of lines) readLine(draft, line)
  const edits = draft.places.map(({ file, lines }) => editOf(file, trimEmpty(lines)))
  if (!/^\S.*\.$/.test(sentence)) throw new Error('the first line says what is wrong, as a sentence')
  if (draft.caughtBy.length > 0 === (draft.survives !== undefined)) {
    throw new Error('it says either `caught by:` or `survives:`')
  }
  if (edits.length === 0 || edits.some(({ before, after }) => before === '' || before === after)) {
    throw new Error('it changes something in a file')
  }
  return {
    id: basename(path, '.fault'),
    module: basename(dirname(path)),
    sentence,
    caughtBy: draft.caughtBy,
    survives: draft.survives,
    edits,
  }
}

function occurrences(text: string, lines: string): number {
  return `\n${text}`.split(`\n${lines}`).length - 1
}

/** The texts of the changed files with the fault in them; throws where it no longer applies. */
export function faultyFiles(fault: Fault, read: (file: string) => string): Map<string, string> {
  const changed = new Map<string, string>()
  for (const { file, before, after } of fault.edits) {
    const text = changed.get(file) ?? read(file)
    const found = occurrences(text, before)
    if (found !== 1) throw new Error(`its lines stand ${found} times in ${file}, not once`)
    changed.set(file, `\n${text}`.replace(`\n${before}`, () => `\n${after}`).slice(1))
  }
  return changed
}

/** How the register writes what catches a fault. */
export function catcherText(catcher: Catcher): string {
  if (catcher.kind === 'check') return `check:${catcher.part}`
  return catcher.title === undefined ? catcher.file : `${catcher.file} › ${catcher.title}`
}
