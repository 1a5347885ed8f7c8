import { describe, expect, it } from 'vitest'
import { isNestedDeeper, nestingMax } from './nesting.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

describe('nesting', () => {
  it('is detected beyond its limit', () => {
    expect(isNestedDeeper(nested(nestingMax))).toBe(false)
    expect(isNestedDeeper(nested(nestingMax + 2))).toBe(true)
    expect(isNestedDeeper('['.repeat(200_000))).toBe(true)
  })

  it('counts open brackets only, and none inside texts', () => {
    expect(isNestedDeeper(JSON.stringify(Array.from({ length: 5000 }, () => [{}])))).toBe(false)
    expect(isNestedDeeper(JSON.stringify({ a: '[{'.repeat(5000), b: '\\"[[[['.repeat(2000) }))).toBe(false)
  })
})
