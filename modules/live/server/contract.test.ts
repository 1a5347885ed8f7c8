import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { legacyCodes } from '../contract/codes.ts'
import { live } from '../contract.ts'

const specification = join(import.meta.dirname, '../../../docs/spec')
const table = (name: string) =>
  readFileSync(join(specification, `${name}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const entries: readonly Endpoint[] = Object.values(live)

describe('the calls of live', () => {
  it('[LIVE-150] stand all in the contract, each legacy path as an alias of the new one', () => {
    const paths = new Set(
      entries.flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((one) => `${method} ${one}`)),
    )
    const specified = table('calls').filter(([domain]) => domain === 'live')
    expect(specified).toHaveLength(49)
    expect(specified.map(([, method, path]) => `${method} ${path}`).filter((call) => !paths.has(call))).toEqual([])
  })

  it('say on their legacy path the older number wherever there are two', () => {
    for (const { aliases = [], aliasErrors = [], errors = [] } of entries) {
      if (aliases.length === 0) continue
      const doubled = legacyCodes.filter(([own]) => errors.includes(own))
      expect(aliasErrors).toEqual(doubled)
      expect(doubled.filter(([, older]) => !errors.includes(older))).toEqual([])
    }
  })
})
