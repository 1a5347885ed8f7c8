import type { Interval } from '#kit/playback.ts'
import type { SectionContent } from '../../contract/learning.ts'

export interface PlayedContent extends SectionContent {
  readonly resumePosition: number
  readonly rateMax: number
  readonly watched: readonly Interval[]
}
