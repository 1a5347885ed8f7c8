/** Where the stations of a learning map stand, and the way between them. Pure: the same width gives the same map. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface MapLayout {
  readonly width: number
  readonly height: number
  /** One a stage, then the goal. */
  readonly stations: readonly Point[]
  /** The way from each station to the next, as SVG paths; one less than there are stations. */
  readonly ways: readonly string[]
}

const top = 96
const rowHeight = 208
const bottom = 132

/** Stations in a row: as many as have room for their names. */
function columnsOf(width: number): number {
  if (width >= 1040) return 4
  if (width >= 720) return 3
  return width >= 520 ? 2 : 1
}

/** On a phone the way winds down the middle, from side to side. */
function winding(width: number, count: number): Point[] {
  return Array.from({ length: count }, (_, index) => ({
    x: Math.round(width * (index % 2 === 0 ? 0.3 : 0.7)),
    y: top + index * 168,
  }))
}

/** On a wide screen it goes to the right, turns, and comes back, rising and falling a little. */
function serpentine(width: number, count: number, columns: number): Point[] {
  const step = width / columns
  return Array.from({ length: count }, (_, index) => {
    const [row, at] = [Math.floor(index / columns), index % columns]
    const column = row % 2 === 0 ? at : columns - 1 - at
    const lift = at % 2 === 0 ? 18 : -18
    return { x: Math.round(step * (column + 0.5)), y: top + row * rowHeight + lift }
  })
}

/** A curve that leaves and arrives level within a row, and swings out over the edge where the row ends. */
function wayOf(from: Point, to: Point, columns: number, index: number, width: number): string {
  const turns = columns > 1 && (index + 1) % columns === 0
  if (columns === 1) {
    const half = Math.round((to.y - from.y) / 2)
    return `M${from.x} ${from.y} C${from.x} ${from.y + half} ${to.x} ${to.y - half} ${to.x} ${to.y}`
  }
  if (turns) {
    const out = from.x > width / 2 ? width - 12 : 12
    return `M${from.x} ${from.y} C${out} ${from.y} ${out} ${to.y} ${to.x} ${to.y}`
  }
  const half = Math.round((to.x - from.x) / 2)
  return `M${from.x} ${from.y} C${from.x + half} ${from.y} ${to.x - half} ${to.y} ${to.x} ${to.y}`
}

/** `count` stages and the goal, on a map of this width. */
export function layoutMap(count: number, width: number): MapLayout {
  const columns = columnsOf(width)
  const stations = columns === 1 ? winding(width, count + 1) : serpentine(width, count + 1, columns)
  const ways = stations.flatMap((to, index) => {
    const from = stations[index - 1]
    return from ? [wayOf(from, to, columns, index - 1, width)] : []
  })
  const height = Math.max(...stations.map(({ y }) => y)) + bottom
  return { width, height, stations, ways }
}
