import type { ActivePlace, PositionBasicInfo } from '../../contract/learning.ts'

/** Where the learner stands; undefined for who has opened nothing of the path yet. */
export function placeOf({ study, lessonLocation, active }: PositionBasicInfo): ActivePlace | undefined {
  return study !== null && lessonLocation !== null ? (active ?? undefined) : undefined
}
