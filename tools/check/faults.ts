/** The register of faults: each still applies to the product, is a program afterwards, and names a test that is there. */
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { type Catcher, catcherText, type Fault, faultyFiles, parseFault } from '../faults/fault.ts'
import { faultPaths } from '../faults/register.ts'
import { type Problem, readText } from './tree.ts'

const isProgram = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file)

function syntaxProblem(files: ReadonlyMap<string, string>): string | undefined {
  for (const [file, text] of files) {
    if (file.endsWith('.json')) JSON.parse(text)
    if (isProgram(file) && parseSync(file, text).errors.length > 0) return `${file} is no program with the fault in it`
  }
  return undefined
}

/** The text of a test file, with that of the fixtures whose tests it runs (`…Law` of one module, run by many). */
function testText(file: string): string {
  const text = readText(file)
  const fixtures = [...text.matchAll(/'#(modules\/[^']+-law\.fixture\.ts)'|'\.\/([^']+-law\.fixture\.ts)'/g)]
  const paths = fixtures.map(([, path, name]) => path ?? posix.join(posix.dirname(file), name ?? ''))
  return [text, ...paths.map(readText)].join('\n')
}

/** Its test has to be there: the file, and the title as far as it is named. */
function catcherProblem(catcher: Catcher): string | undefined {
  if (catcher.kind === 'check') return undefined
  const { file, title = '' } = catcher
  try {
    return testText(file).includes(title) ? undefined : `no test of ${file} has “${title}” in its title`
  } catch {
    return `${catcherText(catcher)} is not there`
  }
}

function problemOf(fault: Fault): string | undefined {
  return syntaxProblem(faultyFiles(fault, readText)) ?? fault.caughtBy.map(catcherProblem).find(Boolean)
}

export function checkFaults(): Problem[] {
  const ids = new Set<string>()
  return faultPaths().flatMap((place) => {
    try {
      const fault = parseFault(place, readText(place))
      const text = ids.has(fault.id) ? `another fault has the name ${fault.id}` : problemOf(fault)
      ids.add(fault.id)
      return text === undefined ? [] : [{ place, text }]
    } catch (error) {
      return [{ place, text: error instanceof Error ? error.message : String(error) }]
    }
  })
}
