/**
 * What the documents quote is what stands in the code. A block that begins with ```ts modules/platform/settings/contract.ts is an
 * excerpt of that file: its lines in their order, a line of `…` where some are left out.
 */
import { listFiles, type Problem, readText } from './tree.ts'

const block = /^```\w+ (\S+)\n(.*?)^```$/gms

function missingLine(quote: string, source: string): string | undefined {
  const lines = source.split('\n').map((line) => line.trim())
  let at = 0
  let mayJump = true
  for (const line of quote.split('\n').map((text) => text.trim())) {
    if (line === '…' || line === '') {
      mayJump = true
      continue
    }
    const found = mayJump ? lines.indexOf(line, at) : lines[at] === line ? at : -1
    if (found === -1) return line
    at = found + 1
    while (lines[at] === '') at++
    mayJump = false
  }
  return undefined
}

export function checkQuotes(): Problem[] {
  const documents = listFiles(['.md'], ['.']).filter((file) => !file.startsWith('docs/spec/'))
  return documents.flatMap((document) =>
    [...readText(document).matchAll(block)].flatMap(([, file = '', quote = '']) => {
      const source = listFiles([file], ['.']).includes(file) ? readText(file) : undefined
      if (source === undefined) return [{ place: document, text: `quotes ${file}, which is not there` }]
      const line = missingLine(quote, source)
      return line === undefined
        ? []
        : [{ place: document, text: `quotes a line that is not (there) in ${file}: ${line}` }]
    }),
  )
}
