/** The words of the specification's maps and messages, as the screens have them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { currency } from '../../contract.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>
const lines = readFileSync(join(root, 'docs/spec/maps.tsv'), 'utf8').trim().split('\n').slice(1)
const rows = lines.map((line) => line.split('\t'))

interface Texts {
  readonly maps: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly distribute: { readonly done: string }
  readonly errors: Readonly<Record<string, string>>
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

  it('[CURRENCY-077] a distribution that is done says 分配成功, distribution success', () => {
    expect(languages.map(([language]) => textsOf(language).distribute.done)).toEqual([
      '分配成功',
      'distribution success',
    ])
  })

  it('[CURRENCY-068, CURRENCY-075] the codes of what is missing read as the catalogue says', () => {
    const { errors } = read('kit/messages/cn.json') as unknown as Texts
    expect([errors['71004'], errors['701013']]).toEqual(['积分不足', '订阅学币不足'])
  })

  it('[CURRENCY-067] every call of the catalogue stands in the contract under its method and path', () => {
    const calls = readFileSync(join(root, 'docs/spec/calls.tsv'), 'utf8').trim().split('\n').slice(1)
    const wanted = calls.flatMap((line) => {
      const [domain, method, path] = line.split('\t')
      return domain === 'currency' ? [`${method} ${path}`] : []
    })
    const there = new Set(Object.values(currency).map(({ method, path }) => `${method} ${path}`))
    expect(wanted).toHaveLength(5)
    expect(wanted.filter((call) => !there.has(call))).toEqual([])
  })
})
