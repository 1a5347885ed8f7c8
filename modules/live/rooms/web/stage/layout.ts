/** The layout of the stage: the large picture, the pictures beside it, and the number in a row. Pure, for tests. */

/** A place on the stage, as the layout needs it. */
export interface Place {
  readonly participantId: string
  readonly isHost: boolean
  /** The time when the person joined the stage; the host is always first. */
  readonly since: number
  /** The person shares a visible screen. */
  readonly sharesScreen: boolean
}

export type MainPicture =
  | { readonly kind: 'screen'; readonly participantId: string }
  | { readonly kind: 'slides' }
  | { readonly kind: 'person'; readonly participantId: string }
  | { readonly kind: 'nobody' }

export interface StageLayout {
  readonly main: MainPicture
  /** Cameras beside the main picture, in order. */
  readonly side: readonly string[]
}

/** The host and six more (LIVE-040). */
export const STAGE_MAX = 7

/**
 * A shared screen takes the main place, the most recent one first; then slides and board, then the host, then the first
 * arrival. The person who shares the screen is first beside it.
 */
export function layoutOf(places: readonly Place[], showsSlides: boolean, screenOwner?: string): StageLayout {
  const ordered = [...places]
    .sort(
      (a, b) =>
        Number(b.isHost) - Number(a.isHost) || a.since - b.since || (a.participantId < b.participantId ? -1 : 1),
    )
    .slice(0, STAGE_MAX)
  const ids = ordered.map((place) => place.participantId)
  const sharing = ordered.filter((place) => place.sharesScreen)
  const sharer = sharing.find((place) => place.participantId === screenOwner) ?? sharing.at(-1)
  if (sharer) {
    const owner = sharer.participantId
    return { main: { kind: 'screen', participantId: owner }, side: [owner, ...ids.filter((id) => id !== owner)] }
  }
  if (showsSlides) return { main: { kind: 'slides' }, side: ids }
  const [first, ...rest] = ids
  if (first === undefined) return { main: { kind: 'nobody' }, side: [] }
  return { main: { kind: 'person', participantId: first }, side: rest }
}

export interface Grid {
  readonly columns: number
  readonly rows: number
  /** The width of a picture, in whole pixels. */
  readonly pictureWidth: number
}

/** The rows and columns that make a number of pictures of this shape as large as possible. */
export function gridFor(count: number, width: number, height: number, gap = 0, aspect = 16 / 9): Grid {
  if (count <= 0 || width <= 0 || height <= 0) return { columns: 1, rows: Math.max(count, 1), pictureWidth: 0 }
  let best: Grid = { columns: 1, rows: count, pictureWidth: 0 }
  let bestWidth = 0
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const room = { width: width - gap * (columns - 1), height: height - gap * (rows - 1) }
    const pictureWidth = Math.min(room.width / columns, (room.height / rows) * aspect)
    // Of two equally good layouts, the wider one: heads are beside each other.
    if (pictureWidth >= bestWidth) {
      bestWidth = pictureWidth
      best = { columns, rows, pictureWidth: Math.floor(pictureWidth) }
    }
  }
  return best
}
