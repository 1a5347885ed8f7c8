/** The values of docs/spec/maps.tsv against the fields that carry them: what the schema of the contract takes and gives. */
import { describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { mapBindings } from './map-bindings.ts'
import { decidedMaps, idsOfMap, notShown, readMaps } from './map-rows.ts'
import { inStep, outOfStep, readTable } from './tables.ts'

const maps = readMaps()

/** The values that a schema lists, under a field of this name at any depth. */
function valuesOf(schema: unknown, field: string): (string | number)[] | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [name, part] of Object.entries(schema as Record<string, unknown>)) {
    const found = name === field ? listed(part) : undefined
    const deeper = found ?? valuesOf(part, field)
    if (deeper) return deeper
  }
  return undefined
}

interface Listing {
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly unknown[]
}

/** What the schema lists: its `enum`, its only number, or that of what it may be beside null. */
function listed(schema: unknown): (string | number)[] | undefined {
  const { enum: values, minimum, maximum, anyOf = [] } = schema as Listing
  if (values) return values.filter((value) => value !== null)
  if (minimum !== undefined && minimum === maximum) return [minimum]
  const parts = anyOf.flatMap((part) => listed(part) ?? [])
  return parts.length > 0 ? parts : undefined
}

describe('maps.tsv', () => {
  it('has each map bound or pending', () => {
    const names = [...maps.keys()]
    expect(names.length).toBeGreaterThan(70)
    expect(outOfStep('maps', names, (name) => name in mapBindings)).toEqual(inStep)
    expect(Object.keys(mapBindings).filter((name) => !maps.has(name))).toEqual([])
    const shown = readTable('maps', ['value']).filter(({ value }) => value !== '-')
    const asInTheTable = [...maps].flatMap(([name, rows]) => (decidedMaps.includes(name) ? [] : rows))
    expect(asInTheTable.length).toBe(shown.length)
    expect(notShown()).toEqual(decidedMaps)
  })

  const answered = Object.entries(mapBindings).filter(([, { wire }]) => wire)
  it.each(answered)('the values of %s travel as it says', async (name, binding) => {
    const { wire = [{}, ''], wireValues = {}, alsoOnWire = [] } = binding
    const check = () => {
      const values = valuesOf(...wire)
      const specified = (maps.get(name) ?? []).flatMap(({ value }) =>
        wireValues[value] === null ? [] : [wireValues[value] ?? value],
      )
      expect(values?.map(String).sort()).toEqual([...specified, ...alsoOnWire].map(String).sort())
    }
    const ids = idsOfMap(name)
    await (binding.saidBy ? proves(ids, check) : check())
  })
})
