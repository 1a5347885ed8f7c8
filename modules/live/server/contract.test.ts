import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { legacyCodes } from '../contract/codes.ts'
import { live } from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }

const specification = join(import.meta.dirname, '../../../docs/spec')
const table = (name: string) =>
  readFileSync(join(specification, `${name}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const entries: readonly Endpoint[] = Object.values(live)

describe('the calls of live', () => {
  it('[LIVE-235] say on their legacy path the older number wherever there are two', () => {
    for (const { aliases = [], aliasErrors = [], errors = [] } of entries) {
      if (aliases.length === 0) continue
      const doubled = legacyCodes.filter(([own]) => errors.includes(own))
      expect(aliasErrors).toEqual(doubled)
      expect(doubled.filter(([, older]) => !errors.includes(older))).toEqual([])
    }
  })
})

describe('the maps of live', () => {
  const maps = [...new Set(table('maps').flatMap(([map = '']) => (map in cn.maps ? [map] : [])))]
  it.each(maps)('[LIVE-048..LIVE-056] [LIVE-132..LIVE-134] [LIVE-147] %s shows what the specification says', (map) => {
    const specified = table('maps').filter(([name]) => name === map)
    const shown = cn.maps as Readonly<Record<string, Readonly<Record<string, string>>>>
    const english = en.maps as Readonly<Record<string, Readonly<Record<string, string>>>>
    for (const [, value = '', , labelCn] of specified) {
      expect([value, shown[map]?.[value]]).toEqual([value, labelCn])
      expect(english[map]?.[value]).toEqual(expect.any(String))
    }
    expect(maps).toEqual(
      expect.arrayContaining(['live-mode', 'share-scope', 'execution-mode', 'supplier', 'live-role']),
    )
  })
})
