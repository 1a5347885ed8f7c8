import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { legacyCodes } from '../contract/codes.ts'
import { live } from '../contract.ts'

const entries: readonly Endpoint[] = Object.values(live)

describe('the calls of live', () => {
  it('[LIVE-235] answer the older number on their legacy path if there are two', () => {
    for (const { aliases = [], aliasErrors = [], errors = [] } of entries) {
      if (aliases.length === 0) continue
      const doubled = legacyCodes.filter(([own]) => errors.includes(own))
      expect(aliasErrors).toEqual(doubled)
      expect(doubled.filter(([, older]) => !errors.includes(older))).toEqual([])
    }
  })
})
