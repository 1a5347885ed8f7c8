/** How a course is published, taken down, and put into the recycle bin. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { Lifecycle } from '#modules/content/catalog/server.ts'
import { purgeSubmissions } from '#modules/content/submissions/server.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { businessType, type CourseAction } from '../../contract/wire.ts'
import type { CourseRecord } from '../course-record.ts'
import { coursesTables } from '../db.ts'
import { coursePolicy } from '../policy.ts'
import type { DB } from '../tables.ts'
import { courseRules } from '../transitions.ts'
import { newestVersion } from './draft-versions.ts'
import { assertPublishable, discardDraft, publishableFigures, putOnShelf } from './shelf.ts'

const labels: Readonly<Record<Language, { sections: string; minutes: string }>> = {
  cn: { sections: '节数', minutes: '时长（分钟）' },
  en: { sections: 'Sections', minutes: 'Minutes' },
}

export const courseLifecycle = new Lifecycle<DB, CourseRecord, CourseAction>({
  table: 'courses.course',
  tables: coursesTables,
  isVersioned: true,
  hasChangesSql: sql`draft_version_id is not null`,
  columns: sql`lecturer_id as "lecturerId", watermark, draft_version_id is not null as "hasDraft",
    draft_version_id as "draftVersionId", published_version_id as "publishedVersionId"`,
  policy: coursePolicy,
  rules: courseRules,
  changed: COURSE_CHANGED,
  approval: {
    businessType,
    key: 'course-publication',
    label: { cn: '课程发布', en: 'Course publication' },
    async summary(db, course, language) {
      const figures = await publishableFigures(db, newestVersion(course))
      const { sections, minutes } = labels[language]
      return {
        [sections]: String(figures.section_count),
        [minutes]: String(Math.round(figures.duration_ms / 60_000)),
      }
    },
    link: (courseId) => `/study/course/preview/${courseId}`,
    reviseLink: (courseId) => `/admin/courses/${courseId}`,
  },
  assertReady: assertPublishable,
  putOnShelf,
  discard: { action: 'discard-draft', run: discardDraft },
  recycling: {
    kind: 'course',
    label: { cn: '课程', en: 'Course' },
    /** Time that was spent stays in the members' totals; how far they were has nothing left to refer to. */
    async purged(db, courseId) {
      await db.deleteFrom('courses.section_progress').where('course_id', '=', courseId).execute()
      await purgeSubmissions(db, 'course', courseId)
    },
  },
})
