import type { SectionContent } from '../../contract/learning.ts'
import type { Interval } from '../../contract/wire.ts'

export interface PlayedContent extends SectionContent {
  readonly resumePosition: number
  readonly rateMax: number
  readonly watched: readonly Interval[]
}
