/** Starting to study a section: the playback that counts from now on, and where to go on. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  creditStart,
  heartbeatEveryMs,
  lockPlaybacks,
  parseRanges,
  resumePosition,
} from '#modules/content/playback/server.ts'
import { launchPackage } from '#modules/learning/packages/server.ts'
import type { Context } from '#server/module.ts'
import { COURSE_TAKEN_DOWN, NOT_REGISTERED, OTHER_CLIENT, WRONG_SECTION_KIND } from '../../contract/errors.ts'
import type { Playback, SectionContent } from '../../contract/learning.ts'
import type { CourseStatus, StudyStatus } from '../../contract/wire.ts'
import { isActivityFinished, isActivityKind } from '../authoring/activities.ts'
import { assertPrerequisites } from '../authoring/prerequisites.ts'
import type { CoursesDb } from '../db.ts'
import { closedBecause } from '../policy.ts'
import { finishSection } from './completion.ts'
import { neededOf, type StudyFacts, sectionProgress, unitOf } from './completion-rules.ts'
import { openSql } from './course-filters.ts'
import { assertOpen, isUnpaid } from './details.ts'
import { beginPresence } from './presence.ts'
import { markStudied, settleCourse } from './registrations.ts'
import { placeSql } from './retakes.ts'
import { type ContentRow, sectionContent } from './section-contents.ts'
import { type StudyRules, studyRules } from './study-rules.ts'

/** A page takes at least this long, reading at speed 1 or any other. */
const pageReadMs = 2000
/** A text takes its characters at this speed, up to a minute. */
const charactersPerSecond = 25
const textReadMsMax = 60_000
const nsPerMs = 1_000_000

interface StudySection extends ContentRow {
  readonly section_id: string
  readonly duration_ms: number
  readonly status: CourseStatus
  readonly publish_client: number
  readonly watermark: boolean
  readonly visible: boolean
  readonly study_status: StudyStatus | null
  readonly started_at: number | null
  readonly registered_at: number | null
  readonly needs_review: boolean
  readonly free_preview: boolean
  readonly title: string
  readonly review_guide: string
  readonly review_deadline: number | null
  /** Where the results of a package belong. */
  readonly place: string
}

/**
 * A section of the version that the member is on, for one who may study it now (COURSE-067). `isStarting`: the start is recorded in
 * this transaction, and what entitles the member stays until then.
 */
export async function getStudySection(
  db: CoursesDb,
  caller: Caller,
  ids: StudyPlace,
  now: number,
  isStarting = false,
): Promise<StudySection> {
  const section = await findStudySection(db, caller, ids)
  const closed = closedSection(section, ids)
  const registeredAt = section.registered_at
  if (await isUnpaid(db, caller, { id: ids.courseId, registeredAt }, now, isStarting)) throw refuse(NOT_BOUGHT)
  if (closed === 'not-registered') throw refuse(NOT_REGISTERED)
  if (section.started_at === null) await assertPrerequisites(db, ids.courseId, caller.memberId)
  return section
}

/**
 * A section that its author opens to who may see the course, registered or not, whatever has to be finished first; every other
 * section is as closed as it is without a registration.
 */
async function getFreeSection(db: CoursesDb, caller: Caller, ids: StudyPlace): Promise<StudySection> {
  const section = await findStudySection(db, caller, ids)
  closedSection(section, ids)
  if (!section.free_preview) throw refuse(NOT_REGISTERED)
  return section
}

interface StudyPlace {
  readonly courseId: string
  readonly sectionId: string
  readonly clientType: number | 'any'
}

/** Refuses one who may not open the course, or whose client it is not made for; answers what else closes it. */
function closedSection(section: StudySection, { clientType }: StudyPlace) {
  const { status, publish_client: publishClient, visible } = section
  const seen = { status, publishClient, visible, registered: section.study_status !== null }
  assertOpen(seen)
  const closed = closedBecause(seen, clientType === 'any' ? publishClient : clientType)
  if (closed === 'taken-down') throw refuse(COURSE_TAKEN_DOWN)
  if (closed === 'other-client') throw refuse(OTHER_CLIENT, { publishClient })
  return closed
}

async function findStudySection(db: CoursesDb, caller: Caller, ids: StudyPlace): Promise<StudySection> {
  const { rows } = await sql<StudySection>`
    select s.id as section_id, s.kind, s.unit_count, s.file_id, s.url, s.body, s.duration_ms,
      s.package_id, s.activity_id, s.needs_review, s.free_preview,
      s.title, s.review_guide, s.review_deadline, c.status, c.publish_client, c.watermark, ${openSql(caller)} as visible, r.status as study_status,
      r.started_at, r.registered_at, coalesce(${placeSql}, c.id) as place
    from courses.course c
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    join courses.section s on s.version_id = coalesce(r.version_id, c.published_version_id, c.draft_version_id)
    where c.id = ${ids.courseId} and c.company_id = ${caller.companyId} and s.id = ${ids.sectionId}`.execute(db)
  const section = rows[0]
  if (!section) throw refuse(NOT_FOUND)
  return section
}

/** Wall nanoseconds that one unit of the section takes at the fastest. Rounded up, so that the speed is never passed. */
export function unitCostNs(section: Pick<ContentRow, 'kind' | 'body'>, playbackRateMax: number): number {
  switch (section.kind) {
    case 'video':
    case 'audio':
      return Math.ceil(nsPerMs / playbackRateMax)
    case 'pdf':
      return pageReadMs * nsPerMs
    case 'text': {
      const characters = (section.body ?? '').replace(/<[^>]*>/g, '').trim().length
      return Math.min(textReadMsMax, Math.ceil((characters * 1000) / charactersPerSecond)) * nsPerMs
    }
    case 'link':
    case 'package':
    case 'exam':
    case 'survey':
    case 'live':
      return 0
  }
}

/**
 * Ends the member's playback, if there is one, and answers until when it was credited. Starts of one member wait for
 * each other; a heartbeat of the old playback is either stored before this, or finds that it is over.
 */
async function endPlayback(db: CoursesDb, memberId: string): Promise<number> {
  await lockPlaybacks(db, 'courses', memberId)
  const { rows } = await sql<{ credited_until: number }>`
    update courses.section_progress set playback_id = null
    where member_id = ${memberId} and playback_id is not null
    returning credited_until`.execute(db)
  if (rows[0]) return rows[0].credited_until
  // Opening a round ended the playback with its section: its time was credited before that at the latest.
  const opened = await sql<{ opened_at: number | null }>`
    select max(opened_at) as opened_at from courses.round
    where member_id = ${memberId} and finished_at is null`.execute(db)
  return opened.rows[0]?.opened_at ?? 0
}

type StartedRow = StudyFacts & { readonly pieces: string | null }

interface Start {
  readonly courseId: string
  readonly playbackId: string
  readonly creditedUntil: number
  readonly clientType: number
}

async function storeStart(
  db: CoursesDb,
  caller: Caller,
  section: StudySection,
  start: Start,
  rules: StudyRules,
  now: number,
): Promise<StartedRow> {
  const { courseId, playbackId, creditedUntil, clientType } = start
  const needed = neededOf(section.kind, section.unit_count, rules.completionPercent)
  const { rows } = await sql<StartedRow>`
    insert into courses.section_progress as p (member_id, course_id, section_id, company_id, kind, status, unit_count,
      needed, started_at, studied_at, playback_id, credited_until, unit_cost_ns, client_type, by_proof)
    values (${caller.memberId}, ${courseId}, ${section.section_id}, ${caller.companyId}, ${section.kind}, 1,
      ${section.unit_count}, ${needed}, ${now}, ${now}, ${playbackId}, ${creditedUntil},
      ${unitCostNs(section, rules.playbackRateMax)}, ${clientType}, ${section.needs_review})
    on conflict (member_id, course_id, section_id) do update set
      status = greatest(p.status, 1), studied_at = excluded.studied_at, playback_id = excluded.playback_id,
      sequence = 0, credited_until = excluded.credited_until, carry_ms = 0, unit_cost_ns = excluded.unit_cost_ns,
      client_type = excluded.client_type, by_proof = excluded.by_proof
    returning p.status, p.covered, p.unit_count, p.needed, p.position, p.studied_at, p.finished_at, p.waits_ms,
      p.watched::text as pieces`.execute(db)
  return rows[0] as StartedRow
}

/** An exam, a survey or a live that was finished elsewhere counts from the moment it is opened here. */
async function finishedElsewhere(
  db: CoursesDb,
  { companyId, memberId }: Caller,
  section: StudySection & { courseId: string; sectionId: string },
  now: number,
): Promise<boolean> {
  const { kind, activity_id: activityId, courseId, sectionId } = section
  if (activityId === null || !isActivityKind(kind)) return false
  if (!(await isActivityFinished(db, { companyId, memberId }, kind, activityId))) return false
  const finish = { status: 2, by: 'activity', at: now } as const
  return (await finishSection(db, { companyId, memberId, courseId, sectionId }, finish)) !== undefined
}

/** What a free section shows. No playback begins: nothing of it counts, now or after registering. */
export async function previewFreeSection(
  db: CoursesDb,
  ids: { courseId: string; sectionId: string; clientType: number },
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<SectionContent> {
  const section = await getFreeSection(db, caller, ids)
  return sectionContent(db, caller, { ...section, ...ids }, { now, watermark: section.watermark, isOwn: true })
}

/** What a section shows to a member who may study it. No playback begins, and the member's other one goes on. */
export async function contentAhead(
  db: CoursesDb,
  ids: { courseId: string; sectionId: string; clientType: number },
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<SectionContent> {
  const section = await getStudySection(db, caller, ids, now)
  return sectionContent(db, caller, { ...section, ...ids }, { now, watermark: section.watermark })
}

/** The address at which the package of a section is studied. */
export async function launchSection(
  db: CoursesDb,
  ids: { courseId: string; sectionId: string; clientType: number },
  { caller, outside, language, now }: Context,
) {
  const { kind, package_id: packageId, place } = await getStudySection(db, caller, ids, now, true)
  if (packageId === null) throw refuse(WRONG_SECTION_KIND, { kind })
  return launchPackage(db, outside, {
    caller,
    packageId,
    registrationKey: { courseId: place, sectionId: ids.sectionId },
    mode: 'learn',
    language,
  })
}

export async function startPlayback(
  db: CoursesDb,
  ids: { courseId: string; sectionId: string; clientType: number },
  { caller, now }: Context,
): Promise<Playback> {
  const section = await getStudySection(db, caller, ids, now, true)
  const rules = await studyRules(db, caller.companyId)
  const playbackId = uuid()
  // Time that an earlier playback has used up is not given again: starting again gains nothing.
  const creditedBefore = await endPlayback(db, caller.memberId)
  const creditedUntil = creditStart(creditedBefore, now)
  await beginPresence(db, caller, creditedBefore, now)
  const start = { courseId: ids.courseId, playbackId, creditedUntil, clientType: ids.clientType }
  const row = await storeStart(db, caller, section, start, rules, now)
  await markStudied(db, caller.memberId, ids.courseId, ids.sectionId, now)
  const finished = row.finished_at === null && (await finishedElsewhere(db, caller, { ...section, ...ids }, now))
  const facts = finished ? { ...row, status: 2, finished_at: now } : row
  const content = await sectionContent(db, caller, { ...section, ...ids }, { now, watermark: section.watermark })
  return {
    ...content,
    playbackId,
    sectionId: section.section_id,
    resumePosition: resumePosition(row.position, row.unit_count, unitOf(section.kind) === 'ms' ? 'ms' : 'other'),
    rateMax: rules.playbackRateMax,
    beatEveryMs: heartbeatEveryMs,
    watched: parseRanges(row.pieces ?? ''),
    progress: sectionProgress(section, facts, rules.completionPercent),
  }
}

/** A link is finished when it was visited: what happens behind it can't be seen (COURSE-117). */
export async function visitLink(
  db: CoursesDb,
  ids: { courseId: string; sectionId: string; clientType: number },
  { caller, now }: Context,
) {
  const section = await getStudySection(db, caller, ids, now, true)
  if (section.kind !== 'link') throw refuse(WRONG_SECTION_KIND, { kind: section.kind })
  const { rows } = await sql<StudyFacts>`
    insert into courses.section_progress as p (member_id, course_id, section_id, company_id, kind, status, watched,
      covered, unit_count, needed, started_at, studied_at, finished_at, credited_until, client_type, by_proof)
    values (${caller.memberId}, ${ids.courseId}, ${ids.sectionId}, ${caller.companyId}, 'link',
      ${section.needs_review ? 1 : 2}, '{[0,1)}', 1, 1, 1, ${now}, ${now},
      ${section.needs_review ? null : now}::bigint, ${now}, ${ids.clientType}, ${section.needs_review})
    on conflict (member_id, course_id, section_id) do update set
      status = case when p.finished_at is null and excluded.finished_at is not null then 2 else greatest(p.status, 1) end,
      by_proof = excluded.by_proof, watched = excluded.watched, covered = 1, studied_at = excluded.studied_at,
      finished_at = coalesce(p.finished_at, excluded.finished_at)
    returning p.status, p.covered, p.unit_count, p.needed, p.position, p.studied_at, p.finished_at`.execute(db)
  await markStudied(db, caller.memberId, ids.courseId, ids.sectionId, now)
  const settled = await settleCourse(db, caller.memberId, ids.courseId, now)
  return {
    progress: sectionProgress(section, rows[0], 100),
    courseStatus: settled.status,
    courseJustFinished: settled.justFinished,
  }
}
