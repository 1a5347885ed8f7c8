import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrowPoints, type BoardTool, Pencil, unitsOf } from './pencil.ts'

const sheet = { fileId: null, page: 1 }
function pencil(tool: BoardTool) {
  let id = 0
  return new Pencil(sheet, tool, '#d6402b', 16 / 9, () => `s${++id}`)
}

describe('the pencil', () => {
  it('sends a line in pieces while it is drawn, each starting at the end of the last one', () => {
    const pen = pencil('pen')
    for (const x of [0, 100, 200]) pen.moveTo(x, 0)
    const first = pen.takePiece()
    expect(first).toMatchObject({ id: 's1', tool: 'pen', points: [0, 0, 100, 0, 200, 0], ...sheet })
    expect(pen.takePiece()).toBeUndefined()
    pen.moveTo(300, 0)
    expect(pen.finish()).toMatchObject({ id: 's2', points: [200, 0, 300, 0] })
  })

  it('loses no point and repeats no id, however the pieces fall', () => {
    const way = fc.array(fc.tuple(fc.nat(10_000), fc.nat(10_000), fc.boolean()), { minLength: 1, maxLength: 1500 })
    fc.assert(
      fc.property(way, (steps) => {
        const pen = pencil('pen')
        const news: number[] = []
        const strokes = []
        for (const [x, y, takes] of steps) {
          if (pen.moveTo(x, y)) news.push(x, y)
          const piece = takes ? pen.takePiece() : undefined
          if (piece) strokes.push(piece)
        }
        for (let rest = pen.finish(); rest; rest = pen.finish()) strokes.push(rest)
        const drawn = strokes.flatMap((stroke, at) => (at === 0 ? stroke.points : stroke.points.slice(2)))
        expect(drawn).toEqual(news)
        expect(new Set(strokes.map((stroke) => stroke.id)).size).toBe(strokes.length)
        expect(strokes.every((stroke) => stroke.points.length >= 2 && stroke.points.length <= 1000)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('draws a dot for a tap, and nothing for a shape without extent', () => {
    const dot = pencil('pen')
    dot.moveTo(5, 5)
    expect(dot.finish()?.points).toEqual([5, 5])
    const box = pencil('rectangle')
    box.moveTo(5, 5)
    expect(box.finish()).toBeUndefined()
  })

  it('sends a shape when it is complete, from its first point to its last', () => {
    const box = pencil('rectangle')
    for (const at of [0, 200, 400]) box.moveTo(at, at)
    expect(box.takePiece()).toBeUndefined()
    expect(box.draft()?.points).toEqual([0, 0, 400, 400])
    expect(box.finish()?.points).toEqual([0, 0, 400, 400])
  })

  it('ignores a trembling hand', () => {
    const pen = pencil('pen')
    expect([pen.moveTo(100, 100), pen.moveTo(105, 100), pen.moveTo(120, 100)]).toEqual([true, false, true])
  })

  it('draws an arrow as lines that every browser knows', () => {
    const points = arrowPoints([0, 0, 1000, 0], 1)
    expect(points.slice(0, 4)).toEqual([0, 0, 1000, 0])
    expect(points[5]).toBe(-(points[9] ?? 0))
    expect(points[4]).toBeLessThan(1000)
    expect(arrowPoints([7, 7], 1)).toEqual([7, 7])
  })

  it('writes text at the pointer’s position, and nothing for an empty text', () => {
    const pen = pencil('text')
    pen.moveTo(100, 200)
    expect(pen.write('  要点 ')).toMatchObject({ tool: 'text', text: '要点', points: [100, 200] })
    expect(pen.write('   ')).toBeUndefined()
  })

  it('stays on the page', () => {
    expect([unitsOf(-5, 100), unitsOf(50, 100), unitsOf(400, 100), unitsOf(5, 0)]).toEqual([0, 5000, 10_000, 0])
  })
})
