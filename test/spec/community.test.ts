/** What the specification left open about the community, and where it stands now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'
import { messagesIn } from '#server/texts.ts'
import { englishTexts, numbersOfCases } from './code-texts.ts'
import { readTable } from './tables.ts'

const root = join(import.meta.dirname, '../..')

function errorsOf(name: string, language: 'cn' | 'en') {
  const folder = moduleFolder(name as (typeof moduleOrder)[number])
  return messagesIn(folder, language).errors as Readonly<Record<string, string>> | undefined
}

describe('the refusals of contents', () => {
  const rows = readTable('codes', ['code', 'meaning_cn'])
  const cases = rows.filter(({ code }) => code.startsWith('70xxx:'))

  it('[COMMUNITY-236] have one fixed number each, in the range that the table gives', () => {
    const numbers = cases.map(({ code }) => numbersOfCases[code])
    expect(numbers).toEqual([[70121], [70122], [70123], [70124], [70125], [70126]])
    const taken = new Set(rows.map(({ code }) => code))
    expect(numbers.flat().filter((number) => taken.has(String(number)))).toEqual([])
    const description = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
    for (const { code, meaning_cn } of cases) {
      const number = String(numbersOfCases[code]?.[0])
      const sayers = moduleOrder.filter((name) => errorsOf(name, 'cn')?.[number] !== undefined)
      expect(sayers, code).toEqual(['contents'])
      expect(errorsOf('contents', 'cn')?.[number]).toBe(meaning_cn)
      expect(description).toContain(`${number}: ${englishTexts[code]}`)
    }
  })
})
