/** The words of the specification's maps and messages, as the screens have them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>
const lines = readFileSync(join(root, 'docs/spec/maps.tsv'), 'utf8').trim().split('\n').slice(1)
const rows = lines.map((line) => line.split('\t'))

interface Texts {
  readonly maps: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const languages = [
  ['cn', 3],
  ['en', 2],
] as const
const textsOf = (language: string) => read(`modules/currency/messages/${language}.json`) as unknown as Texts

function mapOf(name: string, column: number): Record<string, string> {
  return Object.fromEntries(rows.filter(([map]) => map === name).map((row) => [row[1], row[column] ?? '']))
}

describe('maps', () => {
  it.each(languages)(
    '[CURRENCY-022, CURRENCY-025, CURRENCY-026] types of trades, records and receivers read as the maps say (%s)',
    (language, column) => {
      const { maps } = textsOf(language)
      expect(maps.tradeType).toEqual(mapOf('trade-type', column))
      expect(maps.coinRecordType).toEqual(mapOf('coin-record-type', column))
      expect(maps.joinType).toEqual(mapOf('join-type', column))
    },
  )
})
