/** The live form: its values as columns of a row, and its refusals (LIVE-091…LIVE-103). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { FILE_TOO_LARGE, INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { activeMemberIds, organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { NAME_EXISTS, START_TIME_PAST, TOO_MANY_LECTURERS } from '../contract/codes.ts'
import { coverBytesBelow, durationDefaultMinutes, lecturersMax } from '../contract/shapes.ts'
import type { live } from '../contract.ts'
import { audienceIds, type ChosenAudience, nobodyChosen, saveAudience } from './chosen-audience.ts'
import type { LiveDb } from './db.ts'
import type { LiveRow } from './rows.ts'

export type Form = Input<typeof live.apply>['body']

const minuteMs = 60_000
const farthestMs = 10 * 365 * 24 * 60 * minuteMs

/** Two names are equal if they differ only in width, case and spaces. */
export function subjectKey(subject: string): string {
  return subject.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

export function fieldRefusal(path: string, rule: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })
}

/** The columns that the form fills. */
export interface FormColumns {
  readonly subject: string
  readonly subject_key: string
  readonly live_type: 1 | 2
  readonly form_type: 1 | 2
  readonly external_url: string | null
  readonly live_mode: 1 | 2 | 3
  readonly share_scope: 1 | 2 | 3 | 4
  readonly execution_mode: 0 | 1 | 2
  readonly start_time: number
  readonly duration_minutes: number
  readonly planned_end_at: number
  readonly plan_number: number | null
  readonly description: string
  readonly lecturer_desc: string
  readonly cover_file_id: string | null
  readonly home_config_id: string | null
}

function startTimeOf(form: Form, formType: 1 | 2, now: number, before: LiveRow | undefined): number {
  if (formType === 1) return before?.start_time ?? now
  if (form.startTime === undefined)
    throw fieldRefusal('startTime', 'required', 'a scheduled live session has a start time')
  if (form.startTime > now + farthestMs) throw fieldRefusal('startTime', 'maximum', 'is more than ten years away')
  return form.startTime
}

/**
 * The form as columns. A field that an edit omits is empty afterwards, unless it has a default. Under approval every
 * live session is scheduled (LIVE-106).
 */
export function columnsOf(
  form: Form,
  { now, scheduled, before }: { now: number; scheduled: boolean; before?: LiveRow },
): FormColumns {
  const subject = form.subject.trim()
  const liveType = form.liveType ?? before?.live_type ?? 1
  const externalUrl = form.externalUrl ?? before?.external_url ?? null
  if (liveType === 2 && externalUrl === null)
    throw fieldRefusal('externalUrl', 'required', 'an external live session has an address')
  if (before && liveType !== before.live_type)
    throw fieldRefusal('liveType', 'fixed', 'the place of a live session is fixed')
  const formType = scheduled ? 2 : (form.type ?? before?.form_type ?? 2)
  const startTime = startTimeOf(form, formType, now, before)
  const minutes = form.estimateDuration ?? before?.duration_minutes ?? durationDefaultMinutes
  return {
    subject,
    subject_key: subjectKey(subject),
    live_type: liveType,
    form_type: formType,
    external_url: liveType === 2 ? externalUrl : null,
    live_mode: form.liveMode,
    share_scope: form.shareScope,
    execution_mode: form.executionMode,
    start_time: startTime,
    duration_minutes: minutes,
    planned_end_at: startTime + minutes * minuteMs,
    plan_number: form.planNumber ?? null,
    description: (form.desc ?? form.genseeDesc ?? '').trim(),
    lecturer_desc: form.lecturerDesc?.trim() ?? '',
    cover_file_id: form.cover ?? null,
    home_config_id: form.homeConfigId ?? before?.home_config_id ?? null,
  }
}

/** LIVE-095: a live session with a start in the past cannot be published. */
export function assertNotPast(startTime: number, now: number): void {
  if (startTime < now) throw refuse(START_TIME_PAST)
}

/** A picture that the caller has uploaded, or the current one; below 500 KB (LIVE-100). */
async function assertCover(db: Connection, caller: Caller, id: string | null, before: string | null): Promise<void> {
  if (id === null || id === before) return
  const file = await fileById(db, caller.companyId, id)
  if (!file?.contentType.startsWith('image/') || !(await ownsFile(db, caller, id))) throw refuse(NOT_FOUND)
  if (file.sizeBytes >= coverBytesBelow) throw refuse(FILE_TOO_LARGE)
}

/** Active members of the company, without the host; 100034 for more than ten (LIVE-245). */
async function assertLecturers(db: Connection, companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > lecturersMax) throw refuse(TOO_MANY_LECTURERS, { max: lecturersMax })
  const known = await activeMemberIds(db, companyId, ids)
  if (known.length !== ids.length) throw refuse(NOT_FOUND)
}

/** Organizations and active members of the company; what was chosen before may have gone since. */
async function assertKnown(
  db: Connection,
  companyId: string,
  { organizationIds, memberIds }: ChosenAudience,
  before: ChosenAudience,
): Promise<void> {
  const organizations = organizationIds.filter((id) => !before.organizationIds.includes(id))
  const members = memberIds.filter((id) => !before.memberIds.includes(id))
  if ((await organizationNames(db, companyId, organizations)).size !== organizations.length) throw refuse(NOT_FOUND)
  if ((await activeMemberIds(db, companyId, members)).length !== members.length) throw refuse(NOT_FOUND)
}

/** The audience that the form leaves behind: the chosen one of scope 4, else none. */
async function checkedAudience(
  db: LiveDb,
  companyId: string,
  form: Form,
  liveId: string | undefined,
): Promise<ChosenAudience> {
  if (form.shareScope !== 4) return nobodyChosen
  const before = (liveId !== undefined && (await audienceIds(db, [liveId])).get(liveId)) || nobodyChosen
  const audience = form.audience ?? before
  if (audience.organizationIds.length + audience.memberIds.length === 0)
    throw fieldRefusal('audience', 'required', 'a chosen audience has organizations or members')
  await assertKnown(db, companyId, audience, before)
  return audience
}

/** What the form says besides the columns. */
export interface People {
  readonly lecturerIds: readonly string[]
  readonly audience: ChosenAudience
}

interface FormChecks {
  readonly form: Form
  readonly hostId: string
  /** The live session that is changed. */
  readonly before?: { readonly id: string; readonly cover_file_id: string | null; readonly lecturerIds: string[] }
  /** The cover of the live session that is copied: it may be somebody else's picture. */
  readonly copiedCover?: string | null
}

/** Checks the form against other rows. Answers the lecturers and the audience. */
export async function assertForm(
  db: LiveDb,
  caller: Caller,
  columns: FormColumns,
  { form, hostId, before, copiedCover = null }: FormChecks,
): Promise<People> {
  const { companyId } = caller
  await assertClean(db, companyId, {
    subject: columns.subject,
    desc: columns.description,
    lecturerDesc: columns.lecturer_desc,
  })
  await assertCover(db, caller, columns.cover_file_id, before?.cover_file_id ?? copiedCover)
  const lecturerIds = (form.lecturerIds ?? before?.lecturerIds ?? []).filter((id) => id !== hostId)
  // A previous lecturer may have left the company since.
  await assertLecturers(
    db,
    companyId,
    lecturerIds.length > lecturersMax ? lecturerIds : lecturerIds.filter((id) => !before?.lecturerIds.includes(id)),
  )
  await assertNameFree(db, { companyId, key: columns.subject_key, exceptId: before?.id ?? null })
  return { lecturerIds, audience: await checkedAudience(db, companyId, form, before?.id) }
}

async function assertNameFree(
  db: LiveDb,
  { companyId, key, exceptId }: { companyId: string; key: string; exceptId: string | null },
): Promise<void> {
  const { rows } = await sql`select 1 from live.live
    where company_id = ${companyId} and subject_key = ${key} and id is distinct from ${exceptId}::uuid`.execute(db)
  if (rows.length > 0) throw refuse(NAME_EXISTS)
}

/** Two concurrent applicants for one name: the index refuses the second. */
export const refusingTakenName = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ live_company_id_subject_key_key: NAME_EXISTS }, write)

/** Replaces the lecturers and the chosen audience of a live session. */
export async function savePeople(
  db: LiveDb,
  { liveId, companyId, people }: { liveId: string; companyId: string; people: People },
): Promise<void> {
  const lecturerIds = [...people.lecturerIds]
  await sql`delete from live.lecturer where live_id = ${liveId} and company_id = ${companyId}
    and member_id <> all(${lecturerIds}::uuid[])`.execute(db)
  await sql`insert into live.lecturer (live_id, member_id, company_id, sort)
    select ${liveId}, l.id, ${companyId}, l.sort from unnest(${lecturerIds}::uuid[]) with ordinality as l (id, sort)
    on conflict (live_id, member_id) do update set sort = excluded.sort`.execute(db)
  await saveAudience(db, { liveId, companyId, audience: people.audience })
}
