/** What the administrator has set for studying (COURSE_STUDY_CONFIG). */
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { CoursesDb } from '../db.ts'

export interface StudyRules {
  /** Share of a section that completes it. */
  readonly completionPercent: number
  /** The fastest playback speed that counts. */
  readonly playbackRateMax: number
}

export async function studyRules(db: CoursesDb, companyId: string): Promise<StudyRules> {
  const value = await ruleValue(db, companyId, 'COURSE_STUDY_CONFIG')
  return { completionPercent: Number(value.completionPercent), playbackRateMax: Number(value.playbackRateMax) }
}
