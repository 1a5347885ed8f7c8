/** The line on which the chapters of a map stand: to the right, down, to the left, down, like a mountain road. */

/** Cells are a hundred units wide; rows are as high as the screen draws them. */
const CELL = 100

export interface TrailPlace {
  readonly column: number
  readonly row: number
}

export function placeOf(index: number, columns: number): TrailPlace {
  const row = Math.floor(index / columns)
  const along = index % columns
  return { row, column: row % 2 === 0 ? along : columns - 1 - along }
}

/** How much lower every second station of a row stands. */
export const WAVE = 30

export const dropOf = (column: number): number => (column % 2 === 0 ? 0 : WAVE)

/** The road from the first chapter to the one at `last`, as a path of SVG. `y` of a station is `top` below its row's upper edge. */
export function trailPath(last: number, columns: number, rowHeight: number, top: number): string {
  const point = (index: number) => {
    const { row, column } = placeOf(index, columns)
    return { x: column * CELL + CELL / 2, y: row * rowHeight + top + dropOf(column), row }
  }
  const start = point(0)
  const steps = Array.from({ length: Math.max(0, last) }, (_, at) => {
    const [from, to] = [point(at), point(at + 1)]
    const middle = (from.x + to.x) / 2
    if (from.row === to.row) return `C ${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`
    // The bend at the end of a row, outwards.
    const out = from.row % 2 === 0 ? from.x + CELL * 0.55 : from.x - CELL * 0.55
    return `C ${out} ${from.y} ${out} ${to.y} ${to.x} ${to.y}`
  })
  return [`M ${start.x} ${start.y}`, ...steps].join(' ')
}

export const trailWidth = (columns: number): number => columns * CELL
