/** What screens say of a live besides its words. */
import type { Live } from '../../contract/shapes.ts'

export const isRunning = ({ status }: Pick<Live, 'status'>) => status === 2
export const isComing = ({ status }: Pick<Live, 'status'>) => status === 1
export const isOver = ({ status }: Pick<Live, 'status'>) => status === 3

/** The introduction, under whichever of its two names it comes (LIVE-031). */
export const introductionOf = ({ desc, genseeDesc }: Pick<Live, 'desc' | 'genseeDesc'>) => desc ?? genseeDesc ?? ''

/** The hour of a start, as a timeline has it. */
export function clockText(instant: number): string {
  const date = new Date(instant)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}
