import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutMap, type Point } from './map-layout.ts'

describe('the learning map', () => {
  const sizes = fc.record({ count: fc.integer({ min: 0, max: 50 }), width: fc.integer({ min: 280, max: 1600 }) })

  it('has a station for each stage and one for the goal, all within it, none upon another', () => {
    fc.assert(
      fc.property(sizes, ({ count, width }) => {
        const { stations, ways, height } = layoutMap(count, width)
        expect(stations).toHaveLength(count + 1)
        expect(ways).toHaveLength(count)
        const isWithin = ({ x, y }: Point) => x >= 60 && x <= width - 60 && y >= 60 && y <= height - 100
        expect(stations.filter((station) => !isWithin(station))).toEqual([])
        const isNear = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y) <= 120
        const near = stations.filter((one, index) => stations.slice(index + 1).some((other) => isNear(one, other)))
        expect(near).toEqual([])
      }),
    )
  })

  it('the way leads from each station to the next', () => {
    fc.assert(
      fc.property(sizes, ({ count, width }) => {
        const { stations, ways } = layoutMap(count, width)
        for (const [index, way] of ways.entries()) {
          const [from, to] = [stations[index], stations[index + 1]]
          expect(way.startsWith(`M${from?.x} ${from?.y} C`)).toBe(true)
          expect(way.endsWith(` ${to?.x} ${to?.y}`)).toBe(true)
        }
      }),
    )
  })

  it('goes back and forth on a wide screen, and down from side to side on a phone', () => {
    const wide = layoutMap(5, 900).stations
    expect(wide.map(({ x }) => x)).toEqual([150, 450, 750, 750, 450, 150])
    const phone = layoutMap(3, 360).stations
    expect(phone.map(({ x }) => x)).toEqual([108, 252, 108, 252])
    expect(phone.map(({ y }) => y)).toEqual([...phone.map(({ y }) => y)].sort((a, b) => a - b))
  })
})
