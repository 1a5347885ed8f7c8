/** Facts of a live session for the screens. */
import type { Live } from '../../contract/shapes.ts'

export const isRunning = ({ status }: Pick<Live, 'status'>) => status === 2
export const isUpcoming = ({ status }: Pick<Live, 'status'>) => status === 1
export const isOver = ({ status }: Pick<Live, 'status'>) => status === 3

/** The description, under either of its two names (LIVE-031). */
export const introductionOf = ({ desc, genseeDesc }: Pick<Live, 'desc' | 'genseeDesc'>) => desc ?? genseeDesc ?? ''

/** The time of a start, for the timeline. */
export function clockText(instant: number): string {
  const date = new Date(instant)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}
