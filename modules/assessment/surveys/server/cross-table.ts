/**
 * How often answers come together. Of an anonymous survey, cells that speak of few are hidden, and so are others, until no hidden
 * one follows from what is shown here together with the counts of each question by itself, which its results show.
 */
import type { CrossTable } from '../contract/reports.ts'

type Counts = readonly (readonly number[])[]
type Cell = readonly [row: number, column: number]

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const isWithin = (hidden: readonly boolean[][], [row, column]: Cell) => hidden[row]?.[column] === true

/**
 * Whether the hidden cell has one value alone in all tables with these totals and these shown cells. Another value needs a closed way
 * over other hidden cells on which counts go up by one in a row and down by one in a column, and nothing goes below zero.
 */
function isDetermined(counts: Counts, hidden: readonly boolean[][], cell: Cell): boolean {
  const [height, width] = [counts.length, counts[0]?.length ?? 0]
  const isOpen = (row: number, column: number) =>
    isWithin(hidden, [row, column]) && !(row === cell[0] && column === cell[1])
  const isReached = (from: number, to: number, startsInRow: boolean) => {
    const seen = new Set([from])
    const waiting = [from]
    const isRow = (node: number) => node < height
    const nextOf = (node: number) =>
      isRow(node)
        ? Array.from({ length: width }, (_, column) => height + column).filter((next) => isOpen(node, next - height))
        : Array.from({ length: height }, (_, row) => row).filter(
            (row) => isOpen(row, node - height) && (counts[row]?.[node - height] ?? 0) > 0,
          )
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node === to && startsInRow !== isRow(node)) return true
      for (const next of nextOf(node))
        if (!seen.has(next)) {
          seen.add(next)
          waiting.push(next)
        }
    }
    return false
  }
  const [row, column] = [cell[0], height + cell[1]]
  return !isReached(column, row, false) && !isReached(row, column, true)
}

/** The cells that are hidden with this one at the least loss, so that it could be one more or one less; none: there are no such. */
function coverOf(counts: Counts, hidden: readonly boolean[][], [row, column]: Cell): readonly Cell[] {
  const countOf = ([y, x]: Cell) => counts[y]?.[x] ?? 0
  const corner = (cell: Cell) => cell[0] === counts.length - 1 && cell[1] === (counts[0]?.length ?? 0) - 1
  let best: { readonly cells: readonly Cell[]; readonly loss: number } = { cells: [], loss: Number.POSITIVE_INFINITY }
  for (const [y, line] of counts.entries())
    for (const x of line.keys()) {
      if (y === row || x === column) continue
      const [beside, below, across]: [Cell, Cell, Cell] = [
        [row, x],
        [y, column],
        [y, x],
      ]
      const cells = [beside, below, across].filter((cell) => !isWithin(hidden, cell))
      const mayMove = countOf(across) > 0 || (countOf(beside) > 0 && countOf(below) > 0)
      const loss = sumOf(cells.map((cell) => 1 + countOf(cell)))
      if (mayMove && cells.length > 0 && !cells.some(corner) && loss < best.loss) best = { cells, loss }
    }
  return best.cells
}

/**
 * The last row and the last column are those who did not answer the question; whoever answered neither has answered nothing, so
 * the corner is never hidden. A cell is hidden where it, its row or its column counts fewer than `minimum`, but not nobody.
 */
export function suppressed(counts: Counts, minimum: number): (number | null)[][] {
  const isSmall = (count: number) => count > 0 && count < minimum
  const [height, width] = [counts.length, counts[0]?.length ?? 0]
  const columnTotals = Array.from({ length: width }, (_, column) => sumOf(counts.map((line) => line[column] ?? 0)))
  const isCorner = (row: number, column: number) => row === height - 1 && column === width - 1
  const hidden = counts.map((line, row) =>
    line.map((count, column) => {
      const isOfFew = isSmall(count) || isSmall(sumOf(line)) || isSmall(columnTotals[column] ?? 0)
      return isOfFew && !isCorner(row, column)
    }),
  )
  const small = counts.flatMap((line, row) =>
    line.flatMap((count, column): Cell[] => (isSmall(count) && !isCorner(row, column) ? [[row, column]] : [])),
  )
  for (;;) {
    const open = small.find((cell) => isDetermined(counts, hidden, cell))
    if (!open) return counts.map((line, row) => line.map((count, column) => (hidden[row]?.[column] ? null : count)))
    const cover = coverOf(counts, hidden, open)
    // Where nothing protects a cell, the counts of the questions tell it already: the table adds nothing to them.
    if (cover.length === 0) return counts.map((line) => line.map(() => null))
    for (const [row, column] of cover) {
      const line = hidden[row]
      if (line) line[column] = true
    }
  }
}

interface Axis {
  readonly keys: readonly { readonly key: number; readonly label: string }[]
}

/** Counts pairs of answers, however many responses there are. */
export class CrossCount {
  readonly #rows: Axis
  readonly #columns: Axis
  readonly #counts: number[][]
  /** Responses that chose the line, and answered the other question. */
  readonly #rowTotals: number[]
  readonly #columnTotals: number[]
  #base = 0

  constructor(rows: Axis, columns: Axis) {
    this.#rows = rows
    this.#columns = columns
    this.#counts = [...rows.keys, null].map(() => [...columns.keys, null].map(() => 0))
    this.#rowTotals = rows.keys.map(() => 0)
    this.#columnTotals = columns.keys.map(() => 0)
  }

  /** The chosen keys of one response. */
  add(row: readonly number[], column: readonly number[]): void {
    const placesOf = ({ keys }: Axis, chosen: readonly number[]) =>
      keys.flatMap(({ key }, at) => (chosen.includes(key) ? [at] : []))
    const [rows, columns] = [placesOf(this.#rows, row), placesOf(this.#columns, column)]
    for (const y of rows.length > 0 ? rows : [this.#rows.keys.length])
      for (const x of columns.length > 0 ? columns : [this.#columns.keys.length]) {
        const line = this.#counts[y]
        if (line) line[x] = (line[x] ?? 0) + 1
      }
    if (rows.length === 0 || columns.length === 0) return
    this.#base += 1
    for (const y of rows) this.#rowTotals[y] = (this.#rowTotals[y] ?? 0) + 1
    for (const x of columns) this.#columnTotals[x] = (this.#columnTotals[x] ?? 0) + 1
  }

  /** A total is hidden where it would tell how few have not answered the other question. */
  table(minimum: number): CrossTable {
    const grid = suppressed(this.#counts, minimum)
    const [rows, columns] = [this.#rows.keys, this.#columns.keys]
    const unanswered = grid[rows.length] ?? []
    return {
      rows: rows.map((one, at) => ({
        ...one,
        count: grid[at]?.[columns.length] === null ? null : (this.#rowTotals[at] ?? 0),
      })),
      columns: columns.map((one, at) => ({
        ...one,
        count: unanswered[at] === null ? null : (this.#columnTotals[at] ?? 0),
      })),
      cells: rows.map((_, at) => (grid[at] ?? []).slice(0, columns.length)),
      base: this.#base,
    }
  }
}
