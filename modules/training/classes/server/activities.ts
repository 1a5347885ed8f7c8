/** The phases and activities of a class, as those who run it write them: always as a whole. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { findStudyKind, keyOf, studyItems } from '#modules/content/study/server.ts'
import { type GrantedFile, grantFiles } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { roomNames } from '#modules/training/classrooms/server.ts'
import type { Activity, ActivityInput } from '../contract/activities.ts'
import { CONTENT_TWICE, CONTENT_UNKNOWN } from '../contract/codes.ts'
import { type classes, businessType as classType } from '../contract.ts'
import { assertFiles, assertRemovable } from './activity-checks.ts'
import { openForParticipants } from './activity-opening.ts'
import { classLifecycle } from './class-lifecycle.ts'
import type { ClassesDb } from './db.ts'
import { assertMeetings } from './meeting-input.ts'
import { bookMeetings, findMeetings } from './meetings.ts'
import { assertOnce } from './once.ts'

/** The columns of the activity `a` as the contract calls them. */
const activitySql = sql`a.id, a.phase::int as phase, a.is_required as "isRequired", a.opens_at as "opensAt",
  a.due_at as "dueAt", a.kind, a.business_type::int as "businessType", a.business_id as "businessId", a.title, a.text, a.url,
  a.venue, a.starts_at as "startsAt", a.ends_at as "endsAt", a.room_id as "roomId", a.lecturer_ids as "lecturerIds",
  a.file_ids as "fileIds"`

export async function findActivities(db: ClassesDb, classId: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select ${activitySql} from classes.activity a where a.class_id = ${classId} order by a.sort`.execute(db)
  return rows
}

const firstPhase = { title: '' }

export async function phasesOf(db: ClassesDb, classId: string): Promise<{ title: string }[]> {
  const { rows } = await sql<{ phases: { title: string }[] }>`
    select phases from classes.class where id = ${classId}`.execute(db)
  return rows[0]?.phases ?? []
}

/** The names of what activities hold, and whether it can be opened. One statement a kind. */
export async function contentOf(db: ClassesDb, companyId: string, activities: readonly Activity[]) {
  const refs = activities.flatMap(({ businessType, businessId }) =>
    businessType === null || businessId === null ? [] : [{ businessType, businessId }],
  )
  const items = await studyItems(db, companyId, refs)
  return ({ businessType, businessId }: Activity) =>
    businessType === null || businessId === null ? undefined : items.get(keyOf(businessType, businessId))
}

const addressSeconds = 3600

async function filesOf(
  db: ClassesDb,
  { companyId, memberId }: Caller,
  activities: readonly Activity[],
  now: number,
): Promise<ReadonlyMap<string, GrantedFile>> {
  const ids = [...new Set(activities.flatMap(({ fileIds }) => fileIds))]
  const files = await grantFiles(db, { companyId, memberId, seconds: addressSeconds, now }, ids)
  return new Map(files.map((file) => [file.id, file]))
}

export async function editedActivities(db: ClassesDb, caller: Caller, id: string, now: number) {
  const { companyId, revision } = await classLifecycle.getEditable(db, caller, id)
  const activities = await findActivities(db, id)
  const item = await contentOf(db, companyId, activities)
  const phases = await phasesOf(db, id)
  const files = await filesOf(db, caller, activities, now)
  const rooms = await roomNames(
    db,
    companyId,
    activities.flatMap(({ roomId }) => roomId ?? []),
  )
  return {
    phases: phases.length === 0 ? [firstPhase] : phases,
    activities: activities.map((activity) => {
      const content = item(activity)
      const isContent = activity.businessId !== null
      return {
        ...activity,
        name: content?.name ?? activity.title,
        isAvailable: !isContent || (content?.isAvailable ?? false),
        files: activity.fileIds.flatMap((fileId) => files.get(fileId) ?? []),
        roomName: rooms.get(activity.roomId ?? '') ?? '',
      }
    }),
    revision,
  }
}

const keyOfActivity = ({ businessType, businessId }: ActivityInput) => keyOf(businessType ?? 0, businessId ?? '')
const isContent = (activity: ActivityInput) => activity.kind === 'content'

function assertContentOnce(contents: readonly ActivityInput[]): void {
  const seen = new Set<string>()
  for (const { businessType, businessId, ...rest } of contents) {
    const key = keyOfActivity({ businessType, businessId, ...rest })
    if (seen.has(key)) throw refuse(CONTENT_TWICE, { businessType, businessId })
    seen.add(key)
  }
}

/** What is new in the class must be there for its author; what stands in it already may have been taken down since. */
async function assertThere(db: ClassesDb, caller: Caller, added: readonly ActivityInput[]): Promise<void> {
  for (const [businessType, ofKind] of Map.groupBy(added, (one) => one.businessType ?? 0)) {
    const ids = ofKind.flatMap(({ businessId }) => businessId ?? [])
    const kind = businessType === classType ? undefined : findStudyKind(businessType)
    const visible = await kind?.visible(db, caller, ids)
    const missing = ofKind.find(({ businessId }) => businessId === null || !visible?.has(businessId))
    if (missing) throw refuse(CONTENT_UNKNOWN, { businessType, businessId: missing.businessId })
  }
}

const withFiles: ReadonlySet<string> = new Set(['homework', 'material'])

/** A row as it is stored: of each kind only what belongs to it. */
function rowOf(activity: ActivityInput, sort: number, known: ReadonlySet<string>, phases: number) {
  const { kind, id } = activity
  const isOffline = kind === 'offline'
  return {
    id: id !== undefined && known.has(id) ? id : uuid(),
    ...{ kind, sort, phase: Math.min(activity.phase, phases - 1), is_required: activity.isRequired },
    business_type: isContent(activity) ? activity.businessType : null,
    business_id: isContent(activity) ? activity.businessId : null,
    title: isContent(activity) ? '' : activity.title.trim(),
    text: activity.text.trim(),
    url: kind === 'link' ? activity.url : '',
    venue: isOffline ? activity.venue.trim() : '',
    ...{ opens_at: activity.opensAt, due_at: activity.dueAt },
    starts_at: isOffline ? activity.startsAt : null,
    ends_at: isOffline ? activity.endsAt : null,
    room_id: isOffline ? activity.roomId : null,
    lecturer_ids: isOffline ? activity.lecturerIds : [],
    file_ids: withFiles.has(kind) ? activity.fileIds : [],
  }
}

type Written = Input<typeof classes.changeActivities>['body']

export async function changeActivities(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { phases, activities, revision }: Written,
  now: number,
) {
  const { companyId, status, name } = await classLifecycle.lockForEdit(db, caller, id, revision)
  const ids = activities.map((one) => one.id)
  assertOnce(ids, (at) => `activities.${at}.id`, 'stands there already')
  const before = await findActivities(db, id)
  await assertMeetings(db, caller, before, activities)
  const contents = activities.filter(isContent)
  assertContentOnce(contents)
  const there = new Set(before.map(keyOfActivity))
  await assertThere(
    db,
    caller,
    contents.filter((one) => !there.has(keyOfActivity(one))),
  )
  await assertFiles(db, caller, before, activities)
  await assertRemovable(db, companyId, before, activities)
  const texts = activities.flatMap(({ title, text, venue }, at) => [
    [`activities.${at}`, `${title}\n${text}\n${venue}`],
  ])
  await assertClean(db, companyId, {
    ...Object.fromEntries(texts),
    phases: phases.map(({ title }) => title).join('\n'),
  })
  const known = new Set(before.map((one) => one.id))
  const rows = activities.map((activity, sort) => rowOf(activity, sort, known, phases.length))
  const meetings = await findMeetings(db, id)
  await store(db, { id, companyId }, rows)
  await sql`update classes.class set phases = ${JSON.stringify(phases)}::jsonb where id = ${id}`.execute(db)
  if (status === 'on-shelf') {
    await openForParticipants(db, { id, companyId }, now)
    await bookMeetings(db, { id, companyId, name }, meetings, { byMemberId: caller.memberId, now })
  }
  return { id, revision: await classLifecycle.bump(db, id, now), activityIds: rows.map((row) => row.id) }
}

async function store(
  db: ClassesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  const kept = rows.map((row) => row.id)
  await sql`delete from classes.activity where class_id = ${id} and id <> all(${kept}::uuid[])`.execute(db)
  await sql`
    insert into classes.activity (id, class_id, company_id, kind, phase, sort, is_required, business_type, business_id, title,
      text, url, venue, opens_at, due_at, starts_at, ends_at, room_id, lecturer_ids, file_ids)
    select r.id, ${id}, ${companyId}, r.kind, r.phase, r.sort, r.is_required, r.business_type, r.business_id, r.title,
      r.text, r.url, r.venue, r.opens_at, r.due_at, r.starts_at, r.ends_at, r.room_id, r.lecturer_ids, r.file_ids
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, kind text, phase smallint, sort smallint,
      is_required boolean, business_type smallint, business_id uuid, title text, text text, url text, venue text,
      opens_at bigint, due_at bigint, starts_at bigint, ends_at bigint,
      room_id uuid, lecturer_ids uuid[], file_ids uuid[])
    on conflict (id) do update set kind = excluded.kind, phase = excluded.phase, sort = excluded.sort,
      is_required = excluded.is_required, business_type = excluded.business_type, business_id = excluded.business_id,
      title = excluded.title, text = excluded.text, url = excluded.url, venue = excluded.venue,
      opens_at = excluded.opens_at, due_at = excluded.due_at, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      room_id = excluded.room_id, lecturer_ids = excluded.lecturer_ids, file_ids = excluded.file_ids
    where classes.activity.class_id = excluded.class_id`.execute(db)
}
