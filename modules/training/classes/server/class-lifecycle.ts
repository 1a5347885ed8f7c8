/** Who may change a class, in which state, and what publishing it means. */
import { sql } from 'kysely'
import { authorActions } from '#kit/authored-content.ts'
import { refuse } from '#kit/errors.ts'
import { approvedTransitions, type ContentRecord, Lifecycle, transitionRules } from '#modules/content/catalog/server.ts'
import { CLASS_CHANGED, CLASS_CLOSED, CLASS_MISSING, CLASS_NOT_READY, CLASS_STATUS } from '../contract/codes.ts'
import type { EnrollmentRules, NotReadyReason } from '../contract/fields.ts'
import type { ClassFacts } from '../contract/states.ts'
import { approvalBusinessType } from '../contract.ts'
import { classPolicy } from './class-policy.ts'
import { classesTables } from './db.ts'
import { bookMeetings } from './meetings.ts'
import { offerPlaces } from './waiting-list.ts'

/** A class as it is loaded for a change. */
export interface ClassRecord extends ContentRecord, Omit<ClassFacts, 'isApplied'> {
  readonly summary: string
  readonly description: string
  readonly venue: string
  readonly capacity: number
  readonly placesTaken: number
  readonly coverFileId: string | null
  readonly organizationIds: readonly string[]
  readonly managerIds: readonly string[]
  readonly teacherIds: readonly string[]
  readonly enrollment: EnrollmentRules
  readonly isTemplate: boolean
}

type Times = Pick<ClassFacts, 'startsAt' | 'endsAt' | 'enrollmentFrom' | 'enrollmentUntil'>

/** What is missing before the class can take place. */
function missingOf({ startsAt, endsAt, enrollmentFrom, enrollmentUntil }: Times): NotReadyReason[] {
  const areTimes = startsAt !== null && endsAt !== null && startsAt < endsAt
  const until = enrollmentUntil ?? startsAt ?? endsAt ?? Number.POSITIVE_INFINITY
  const isWindow = (enrollmentFrom ?? 0) < until && until <= (endsAt ?? Number.POSITIVE_INFINITY)
  return [...(areTimes ? [] : (['times'] as const)), ...(isWindow ? [] : (['enrollment-times'] as const))]
}

export function assertReady(times: Times): void {
  const reasons = missingOf(times)
  if (reasons.length > 0) throw refuse(CLASS_NOT_READY, { reasons })
}

const shelf = transitionRules({
  actions: authorActions,
  tableOf: approvedTransitions('discard-changes'),
  refusal: CLASS_STATUS,
})

type ShelfState = Parameters<typeof shelf.statusAfter>[0]

/** Of a closed class nothing is possible any more, whatever the shelf says (TRAINING-016). A template is never published. */
const rules: typeof shelf = {
  actionsOf: (state) => shelf.actionsOf(state),
  statusAfter(state: ShelfState & Partial<Pick<ClassRecord, 'closedAt' | 'isTemplate'>>, action) {
    if ((state.closedAt ?? null) !== null) throw refuse(CLASS_CLOSED)
    if (state.isTemplate && action === 'publish') throw refuse(CLASS_STATUS, { action, status: 'draft' })
    return shelf.statusAfter(state, action)
  },
}

export const classLifecycle = new Lifecycle({
  table: 'classes.class',
  tables: classesTables,
  isVersioned: true,
  // A change holds at once: there is something to publish once, before the first publication.
  hasChangesSql: sql`(version_number = 0)`,
  columns: sql<ClassRecord>`summary, description, venue, capacity, places_taken as "placesTaken", cover_file_id as "coverFileId",
    organization_ids as "organizationIds", manager_ids as "managerIds", teacher_ids as "teacherIds", enrollment,
    starts_at as "startsAt", ends_at as "endsAt", enrollment_from as "enrollmentFrom",
    enrollment_until as "enrollmentUntil", published_at as "publishedAt", closed_at as "closedAt",
    is_template as "isTemplate"`,
  policy: classPolicy,
  rules,
  changed: CLASS_CHANGED,
  missing: CLASS_MISSING,
  approval: {
    businessType: approvalBusinessType,
    key: 'class-publication',
    label: { cn: '培训班发布', en: 'Class publication' },
    summary: async (_db, { summary, venue, capacity }: ClassRecord, language) => {
      const labels = language === 'cn' ? ['简介', '地点', '人数上限'] : ['Summary', 'Venue', 'Capacity']
      return Object.fromEntries([summary, venue, String(capacity)].map((text, at) => [labels[at] ?? '', text]))
    },
    link: (id) => `/train-new/class-preview/${id}`,
    reviseLink: (id) => `/admin/classes/${id}`,
  },
  assertReady: async (_db, record: ClassRecord) => assertReady(record),
  async putOnShelf(db, record: ClassRecord, { now }) {
    await sql`update classes.class set revocation = '' where id = ${record.id}`.execute(db)
    await bookMeetings(db, record, [], { byMemberId: record.authorId, now })
    // What was not accepted, and what became free, while the class was revoked.
    await offerPlaces(db, record, now)
  },
  recycling: { kind: 'class', label: { cn: '培训班', en: 'Class' } },
})
