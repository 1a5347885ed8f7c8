import type { ContentRecord } from '#modules/content/catalog/server.ts'

/** A course as it is loaded for a change. */
export interface CourseRecord extends ContentRecord {
  readonly lecturerId: string | null
  readonly watermark: boolean
  readonly hasDraft: boolean
  readonly draftVersionId: string | null
  readonly publishedVersionId: string | null
}
