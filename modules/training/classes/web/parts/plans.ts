/** What groups and seats become when somebody is moved. Pure: the screens only show it. */
import type { SeatInput, WorkspaceMember } from '../../contract/workspace.ts'

export interface Spot {
  readonly row: number
  readonly column: number
}

export const isAt =
  ({ row, column }: Spot) =>
  (one: Spot): boolean =>
    one.row === row && one.column === column

/** The member takes the seat; who sat there takes the seat that becomes free, or none. */
export function withSeat(seats: readonly SeatInput[], memberId: string, to: Spot): SeatInput[] {
  const from = seats.find((one) => one.memberId === memberId)
  const other = seats.find(isAt(to))
  const rest = seats.filter((one) => one !== from && one !== other)
  const back = other && from && other !== from ? [{ memberId: other.memberId, row: from.row, column: from.column }] : []
  return [...rest, ...back, { memberId, row: to.row, column: to.column }]
}

/** What is left of a plan that is made smaller. */
export const within = (seats: readonly SeatInput[], rows: number, columns: number): SeatInput[] =>
  seats.filter(({ row, column }) => row < rows && column < columns)

/** The free seats, row by row. */
function freeSpots(seats: readonly SeatInput[], rows: number, columns: number): Spot[] {
  const all = Array.from({ length: rows * columns }, (_, at) => ({
    row: Math.floor(at / columns),
    column: at % columns,
  }))
  return all.filter((spot) => !seats.some(isAt(spot)))
}

/** Everyone who has no seat yet takes the next free one, groups side by side. */
export function filled(
  seats: readonly SeatInput[],
  members: readonly WorkspaceMember[],
  { rows, columns }: { readonly rows: number; readonly columns: number },
): SeatInput[] {
  const sitting = new Set(seats.map(({ memberId }) => memberId))
  const standing = members
    .filter(({ id }) => !sitting.has(id))
    .toSorted((a, b) => (a.groupId ?? '~').localeCompare(b.groupId ?? '~'))
  const spots = freeSpots(seats, rows, columns)
  return [...seats, ...standing.slice(0, spots.length).map(({ id }, at) => ({ memberId: id, ...(spots[at] as Spot) }))]
}

export interface EditedGroup {
  readonly id: string
  readonly name: string
  readonly memberIds: readonly string[]
}

/** The member is in this group, and in no other; undefined: in none. */
export const grouped = (groups: readonly EditedGroup[], memberId: string, groupId: string | undefined): EditedGroup[] =>
  groups.map((group) => {
    const rest = group.memberIds.filter((id) => id !== memberId)
    return { ...group, memberIds: group.id === groupId ? [...rest, memberId] : rest }
  })

/** Meetings by the day on which they begin, in the browser's zone. */
export function byDay<Item extends { readonly startsAt: number }>(items: readonly Item[]): [day: number, Item[]][] {
  const dayOf = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)
  return [...Map.groupBy(items, ({ startsAt }) => dayOf(startsAt))].toSorted(([a], [b]) => a - b)
}
