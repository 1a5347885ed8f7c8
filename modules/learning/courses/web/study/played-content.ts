import type { Interval } from '#modules/content/playback/contract.ts'
import type { SectionContent } from '../../contract/learning.ts'

export interface PlayedContent extends SectionContent {
  readonly resumePosition: number
  readonly rateMax: number
  readonly watched: readonly Interval[]
}
