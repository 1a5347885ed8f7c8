import type { ContentRecord } from '#modules/content/catalog/server.ts'
import type { SubjectType } from '../contract/wire.ts'

/** A subject as it is loaded for a change. */
export interface SubjectRecord extends ContentRecord {
  readonly subjectType: SubjectType
  readonly url: string | null
  readonly coverFileId: string | null
}
