/**
 * Whether the bank has what the rules of a paper ask for together, and where it does not: which rules share what is missing.
 * Questions that fit the same rules stand for each other, so the bank is a few cells: sets of rules, with a number of
 * questions each. What the rules can get of them is a maximum flow from rules to cells.
 */

export interface Cell {
  /** The rules, by their place, that every question of the cell fits. */
  readonly rules: readonly number[]
  readonly size: number
}

/** Rules that ask together for more than there is. None of them can be left out: the others alone can be satisfied. */
export interface Shortage {
  readonly rules: readonly number[]
  readonly asked: number
  readonly available: number
}

/** How many of a cell's questions each rule takes: `flow[rule][cell]`. */
type Flow = number[][]

interface Search {
  /** The cell from which each rule was reached, and the rule from which each cell was. */
  readonly fromCell: Map<number, number>
  readonly fromRule: Map<number, number>
  /** A cell that has questions left. */
  readonly free: number | undefined
}

/** Looks from a rule for a cell with questions left, over cells whose questions another rule could get elsewhere. */
function searchFrom(rule: number, cells: readonly Cell[], flow: Flow, left: readonly number[]): Search {
  const fromCell = new Map<number, number>([[rule, -1]])
  const fromRule = new Map<number, number>()
  const queue = [rule]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const [at, cell] of cells.entries()) {
      if (fromRule.has(at) || !cell.rules.includes(next)) continue
      fromRule.set(at, next)
      if ((left[at] ?? 0) > 0) return { fromCell, fromRule, free: at }
      for (const holder of cell.rules) {
        if (fromCell.has(holder) || (flow[holder]?.[at] ?? 0) === 0) continue
        fromCell.set(holder, at)
        queue.push(holder)
      }
    }
  }
  return { fromCell, fromRule, free: undefined }
}

/** Hands over along the way that was found, as much as it bears; answers how much that was. */
function augment(flow: Flow, left: number[], wanted: number, search: Search): number {
  const steps: { rule: number; cell: number; before: number }[] = []
  for (let cell = search.free ?? -1; cell >= 0; ) {
    const rule = search.fromRule.get(cell) ?? -1
    const before = search.fromCell.get(rule) ?? -1
    steps.push({ rule, cell, before })
    cell = before
  }
  const bound = (step: (typeof steps)[number]) => (step.before < 0 ? wanted : (flow[step.rule]?.[step.before] ?? 0))
  const amount = Math.min(left[search.free ?? -1] ?? 0, ...steps.map(bound))
  for (const { rule, cell, before } of steps) {
    const row = flow[rule] as number[]
    row[cell] = (row[cell] ?? 0) + amount
    if (before >= 0) row[before] = (row[before] ?? 0) - amount
  }
  left[search.free ?? -1] = (left[search.free ?? -1] ?? 0) - amount
  return amount
}

/** The rules that are reached from one that stays short: together they ask for more than all cells they touch have. */
function violator(counts: readonly number[], cells: readonly Cell[], only: ReadonlySet<number>): number[] | undefined {
  const open = cells.map(({ rules, size }) => ({ rules: rules.filter((rule) => only.has(rule)), size }))
  const flow: Flow = counts.map(() => cells.map(() => 0))
  const left = open.map(({ size }) => size)
  for (const rule of only) {
    for (let wanted = counts[rule] ?? 0; wanted > 0; ) {
      const search = searchFrom(rule, open, flow, left)
      if (search.free === undefined) return [...search.fromCell.keys()]
      wanted -= augment(flow, left, wanted, search)
    }
  }
  return undefined
}

function smallest(counts: readonly number[], cells: readonly Cell[], found: readonly number[]): number[] {
  for (const rule of found) {
    const less = violator(counts, cells, new Set(found.filter((other) => other !== rule)))
    if (less) return smallest(counts, cells, less)
  }
  return [...found]
}

/** All shortages that have no rule in common; none where a paper can be drawn. */
export function shortagesOf(counts: readonly number[], cells: readonly Cell[]): Shortage[] {
  const shortages: Shortage[] = []
  const only = new Set(counts.keys())
  for (let found = violator(counts, cells, only); found; found = violator(counts, cells, only)) {
    const rules = smallest(counts, cells, found).sort((one, other) => one - other)
    const touched = cells.filter((cell) => cell.rules.some((rule) => rules.includes(rule)))
    const asked = rules.reduce((sum, rule) => sum + (counts[rule] ?? 0), 0)
    shortages.push({ rules, asked, available: touched.reduce((sum, { size }) => sum + size, 0) })
    for (const rule of rules) only.delete(rule)
  }
  return shortages.sort((one, other) => (one.rules[0] ?? 0) - (other.rules[0] ?? 0))
}
