/** What a section shows, and under which address its file may be loaded. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { mustBuy, mustBuyAmong } from '#modules/commerce/prices/server.ts'
import { packageFacts } from '#modules/learning/packages/server.ts'
import { fileById, grantAccess, grantedItem, officePdfOf, playbackOf } from '#modules/platform/files/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { SectionContent } from '../../contract/learning.ts'
import { businessType, type SectionKind } from '../../contract/wire.ts'
import { describeActivity } from '../authoring/activities.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import { managedOrganizations } from '../policy.ts'
import { unitOf } from './completion-rules.ts'
import { openSql } from './course-filters.ts'

/** A signed address lives as long as the longest sitting. */
const addressSeconds = 4 * 3600
const coursesOfFileMax = 50
/** By what name grants say that they were given for a course. */
const courseItem = 'course'

/** Covers are files that the whole company may see: their address needs no signature. */
export function coverAddress(fileId: string | null): string | null {
  return fileId && `/api/v1/human/file/${fileId}`
}

export interface ContentRow {
  readonly kind: SectionKind
  readonly unit_count: number
  readonly file_id: string | null
  readonly url: string | null
  readonly body: string | null
  readonly package_id: string | null
  readonly activity_id: string | null
}

interface ShownSection extends ContentRow {
  readonly courseId: string
  readonly sectionId: string
}

/** For one who may see the section: the caller has decided that before. */
export async function sectionContent(
  db: CoursesDb,
  caller: Caller,
  section: ShownSection,
  // `isOwn`: nothing that could be lost is asked for, because the author looks at it, or everybody may.
  { now, watermark, isOwn = false }: { readonly now: number; readonly watermark: boolean; readonly isOwn?: boolean },
): Promise<SectionContent> {
  const { kind, unit_count: unitCount, file_id: fileId, url, body } = section
  const shown = { kind, unit: unitOf(kind), unitCount, text: body, watermark: false, ...noFile, url }
  if (fileId === null) return { ...shown, ...(await elsewhere(db, caller, section)) }
  const { companyId, memberId } = caller
  // A file that is gone leaves its section without an address: the player says so.
  if (!(await fileById(db, companyId, fileId))) return shown
  const item = isOwn ? undefined : { kind: courseItem, id: section.courseId }
  const ask = { companyId, fileId, memberId, seconds: addressSeconds, now, item }
  if (kind === 'video') {
    // A course that asks for the viewer's name on its videos hands out no video without it.
    const played = await playbackOf(db, { ...ask, protected: watermark })
    const { url: address, stream, posterUrl, translateType, expiresAt } = played
    return {
      ...shown,
      url: address,
      stream,
      posterUrl,
      urlExpiresAt: expiresAt,
      watermark,
      converting: address === null && stream === null && translateType === 0,
    }
  }
  const signed = kind === 'pdf' ? await officePdfOf(db, ask) : await signedAddress(db, caller, fileId, now, item)
  return { ...shown, url: signed?.url ?? null, urlExpiresAt: signed?.expiresAt ?? null, converting: !signed }
}

const noFile = {
  urlExpiresAt: null,
  stream: null,
  posterUrl: null,
  converting: false,
  package: null,
  activity: null,
}

/** What of other modules the section leads to. */
async function elsewhere(db: CoursesDb, caller: Caller, section: ShownSection) {
  const { kind, package_id: packageId, activity_id: activityId } = section
  const activity = await describeActivity(db, caller, { kind, activityId })
  if (packageId === null) return { activity, package: null }
  const facts = (await packageFacts(db, caller.companyId, [packageId])).get(packageId)
  return { activity, package: { id: packageId, state: facts?.state ?? ('failed' as const) } }
}

async function signedAddress(
  db: CoursesDb,
  { companyId, memberId }: Caller,
  fileId: string,
  now: number,
  item: { kind: string; id: string } | undefined,
) {
  const url = await grantAccess(db, { companyId, fileId, memberId, seconds: addressSeconds, now, item })
  return { url, expiresAt: now + addressSeconds * 1000 }
}

/** A file that stands in several courses opens by the first of them that has not to be bought. */
async function firstBought(
  db: CoursesDb,
  caller: Caller,
  courses: readonly { readonly id: string; readonly registeredAt: number | null }[],
  now: number,
): Promise<string> {
  const items = courses.map(({ id, registeredAt }) => ({ id, hadSince: registeredAt }))
  const unpaid = await mustBuyAmong(db, caller, businessType, items, now)
  const open = items.find(({ id }) => !unpaid.has(id))
  if (!open) throw refuse(NOT_BOUGHT)
  return open.id
}

/**
 * The protected address of a file, for one who studies a course of which it is a part, or edits one (COURSE-067,
 * SYSTEM-100). To all others the file is not there; and neither is a video that is only shown with the viewer's name on it.
 */
export async function courseFile(db: CoursesDb, caller: Caller, fileId: string, now: number) {
  const { rows } = await sql<{ id: string; registeredAt: number | null; isOwn: boolean }>`
    with found as (select c.id, r.registered_at as "registeredAt", (
      c.author_id = ${caller.memberId} and ${caller.permissions.has('course.author')}::boolean
      or c.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}) as "isOwn",
      s.version_id = r.version_id and c.status = 'on-shelf' and ${openSql(caller)}
        and not (c.watermark and s.kind = 'video') as "isStudied"
    from courses.section s
    join courses.course c on c.id = s.course_id
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    where s.file_id = ${fileId} and c.company_id = ${caller.companyId})
    select distinct id, "registeredAt", "isOwn" from found where "isOwn" or "isStudied" limit ${coursesOfFileMax}`.execute(
    db,
  )
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const isOwn = rows.some((row) => row.isOwn)
  const item = isOwn ? undefined : { kind: courseItem, id: await firstBought(db, caller, rows, now) }
  return signedAddress(db, caller, fileId, now, item)
}

/** Whoever loses the course loses what was granted of it. Of a course without a price nothing else is read. */
export const courseGrants = grantedItem({
  kind: courseItem,
  async isOpen(connection, caller, id, now) {
    const db = coursesTables(connection)
    const item = { businessType, id, hadSince: null }
    if (!(await mustBuy(db, caller, item, now))) return true
    const registration = await db
      .selectFrom('courses.registration')
      .select('registered_at')
      .where('course_id', '=', id)
      .where('member_id', '=', caller.memberId)
      .executeTakeFirst()
    return !(await mustBuy(db, caller, { ...item, hadSince: registration?.registered_at ?? null }, now))
  },
})
