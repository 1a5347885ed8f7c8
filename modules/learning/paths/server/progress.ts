/**
 * The progress of a member on a path: the outline with the states of its contents, evaluated. It always covers all
 * sections, not only those that a screen has loaded.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { SubmissionState } from '#kit/submissions.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import { keyOf, type StudyItem, type StudyState, studyItems, studyStates } from '#modules/content/study/server.ts'
import { latestStateSql } from '#modules/content/submissions/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { PathStatus } from '../contract/wire.ts'
import { businessType } from '../contract/wire.ts'
import {
  type ChapterVerdict,
  type EvaluatedSection,
  evaluateChapters,
  isFinishedSection,
  isPathFinished,
  pathPercent,
  reviewedStatus,
} from './completion-rules.ts'
import type { PathsDb } from './db.ts'
import { type ChapterRow, outlineOf, type SectionRow } from './outlines.ts'
import { managedOrganizations } from './policy.ts'

export interface Registration {
  readonly registeredAt: number
  readonly source: 'rule' | 'self' | 'staff'
  readonly lessonLocation: string | null
  readonly touchedAt: number | null
  readonly finishedAt: number | null
  readonly percent: number
}

export interface VisiblePath {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly summary: string
  readonly coverFileId: string | null
  readonly channelName: string | null
  readonly status: PathStatus
  readonly isOpen: boolean
  readonly learnSequence: 0 | 1
  readonly registration: Registration | null
}

/** A section with what is known of the member. */
export interface SectionProgress extends SectionRow, EvaluatedSection {
  readonly finishStatus: number
  readonly percent: number
  readonly isContentFinished: boolean
  readonly item: StudyItem | undefined
  readonly progressId: string | null
  readonly proofState: SubmissionState | null
}

export interface ChapterProgress extends ChapterRow {
  readonly sections: readonly SectionProgress[]
}

export interface PathProgress {
  readonly path: VisiblePath
  readonly chapters: readonly ChapterProgress[]
  readonly verdicts: readonly ChapterVerdict[]
  /** Stored once it was reached: what is added later takes nothing away. */
  readonly isFinished: boolean
  readonly percent: number
}

const pathColumns = sql`x.id, x.company_id as "companyId", x.name, x.summary, x.status, x.is_open as "isOpen",
  x.learn_sequence as "learnSequence",
  x.cover_file_id as "coverFileId", ch.name as "channelName", g.registered_at as "registeredAt", g.source,
  g.lesson_location as "lessonLocation", g.touched_at as "touchedAt", g.finished_at as "finishedAt", g.percent`

type PathRow = Omit<VisiblePath, 'registration'> & { [K in keyof Registration]: Registration[K] | null }

function seenPath(row: PathRow): VisiblePath {
  const { registeredAt, source, lessonLocation, touchedAt, finishedAt, percent, ...path } = row
  const isRegistered = registeredAt !== null && source !== null
  const study = { lessonLocation, touchedAt, finishedAt, percent: percent ?? 0 }
  const registration = isRegistered ? { registeredAt, source, ...study } : null
  return { ...path, registration }
}

/**
 * A path that the caller may look at: one that they are on, that is open for everybody, or that they manage. Others count
 * as not there.
 */
export async function visiblePath(db: PathsDb, caller: Caller, pathId: string): Promise<VisiblePath> {
  const { rows } = await sql<PathRow>`
    select ${pathColumns} from paths.path x left join paths.channel ch on ch.id = x.channel_id
    left join paths.registration g on g.path_id = x.id and g.member_id = ${caller.memberId}
    where x.id = ${pathId} and x.company_id = ${caller.companyId} and x.deleted_at is null and (
      g.member_id is not null and x.status <> 'draft' or x.is_open and x.status = 'on-shelf'
      or x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))})`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return seenPath(rows[0])
}

/** The path with the registration of a member, whoever asks; undefined where there is none of the company. */
export async function pathOfMember(
  db: PathsDb,
  companyId: string,
  memberId: string,
  pathId: string,
): Promise<VisiblePath | undefined> {
  const { rows } = await sql<PathRow>`
    select ${pathColumns} from paths.path x left join paths.channel ch on ch.id = x.channel_id
    left join paths.registration g on g.path_id = x.id and g.member_id = ${memberId}
    where x.id = ${pathId} and x.company_id = ${companyId} and x.deleted_at is null`.execute(db)
  return rows[0] && seenPath(rows[0])
}

interface ProgressRow {
  readonly id: string
  readonly businessType: number
  readonly businessId: string
  readonly proofState: SubmissionState | null
}

async function progressesOf(db: PathsDb, memberId: string, pathId: string): Promise<Map<string, ProgressRow>> {
  const { rows } = await sql<ProgressRow>`
    select p.id, p.business_type as "businessType", p.business_id as "businessId",
      ${latestStateSql('path', { subjectId: sql`p.path_id`, partId: sql`p.id`, memberId: sql`p.member_id` })}
        as "proofState"
    from paths.progress p where p.member_id = ${memberId} and p.path_id = ${pathId}`.execute(db)
  return new Map(rows.map((row) => [keyOf(row.businessType, row.businessId), row]))
}

/** What is known of the items and of one member in them, by `keyOf`. */
interface Known {
  readonly items: ReadonlyMap<string, StudyItem>
  readonly states: ReadonlyMap<string, StudyState>
  readonly progresses: ReadonlyMap<string, ProgressRow>
}

function sectionProgress(section: SectionRow, { items, states, progresses }: Known): SectionProgress {
  const { businessType, businessId } = section
  const key = keyOf(businessType, businessId)
  const [item, state, progress] = [items.get(key), states.get(key), progresses.get(key)]
  const status = state?.finishStatus ?? 0
  const proofState = progress?.proofState ?? null
  const finishStatus = reviewedStatus(businessType, status, { isNeeded: section.needsReview, state: proofState })
  const isFinished = isFinishedSection(businessType, finishStatus)
  return {
    ...section,
    name: item?.name ?? section.name,
    finishStatus,
    isFinished,
    isContentFinished: isFinishedSection(businessType, status),
    percent: isFinished ? 100 : Math.min(99, state?.percent ?? 0),
    item,
    isAvailable: item?.isAvailable ?? false,
    isOpened: progress !== undefined,
    progressId: progress?.id ?? null,
    proofState,
  }
}

/** Where a member stands. The statements are as many for a thousand sections as for one, but for the kinds. */
export async function pathProgressOf(
  db: PathsDb,
  path: VisiblePath,
  memberId: string,
  now: number,
): Promise<PathProgress> {
  const outline = await outlineOf(db, path.id)
  const refs = outline.flatMap(({ sections }) => sections)
  const states = await studyStates(db, path.companyId, [memberId], refs)
  const known: Known = {
    items: await studyItems(db, path.companyId, refs),
    states: new Map(states.map((state) => [keyOf(state.businessType, state.businessId), state])),
    progresses: await progressesOf(db, memberId, path.id),
  }
  const chapters = outline.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => sectionProgress(section, known)),
  }))
  const { registration, learnSequence } = path
  const verdicts = evaluateChapters(chapters, { learnSequence, registeredAt: registration?.registeredAt ?? now, now })
  const wasFinished = registration !== null && registration.finishedAt !== null
  const isFinished = wasFinished || (registration !== null && isPathFinished(verdicts))
  return { path, chapters, verdicts, isFinished, percent: isFinished ? 100 : Math.min(99, pathPercent(verdicts)) }
}

/**
 * Whether the caller has still to buy the path. Who was put on it by a rule or by staff has not, and who was on it
 * before it had a price keeps it.
 */
export async function isUnpaid(
  db: PathsDb,
  caller: Caller,
  { id, registration }: Pick<VisiblePath, 'id' | 'registration'>,
  now: number,
): Promise<boolean> {
  if (registration !== null && registration.source !== 'self') return false
  return mustBuy(db, caller, { businessType, id, hadSince: registration?.registeredAt ?? null }, now)
}
