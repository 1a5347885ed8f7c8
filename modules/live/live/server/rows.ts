/** Rows of live sessions, and their wire objects: one statement for each kind of fact, for any number of sessions. */

import type { Selectable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type Buyer, mustBuyAmong } from '#modules/commerce/prices/server.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import { findRoomFacts, type RoomFacts } from '#modules/live/rooms/server.ts'
import { approvalsOf, isApprovalOn } from '#modules/platform/approvals/server.ts'
import { type KnownMember, membersByIds, organizationNames } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { LIVE_MISSING } from '../contract/codes.ts'
import type { Live } from '../contract/shapes.ts'
import {
  type ApprovalStatus,
  actionsOfState,
  displayStatusOf,
  isLegacy,
  type LiveMode,
  type LiveStatus,
  type LiveType,
  liveStatus,
  type Supplier,
} from '../contract/states.ts'
import { roleLinkAddress } from './addresses.ts'
import { audienceIds } from './chosen-audience.ts'
import type { LiveDb } from './db.ts'
import { isOrganizerSide, mayManage, type RoleInLive, roleSql, type Viewer, visibleSql } from './policy.ts'
import type { DB } from './tables.ts'

export const liveApproval = 2

/** A row of live.live with its numbers as the maps name them. */
export type LiveRow = Omit<
  Selectable<DB['live.live']>,
  'status' | 'approval_status' | 'live_type' | 'form_type' | 'supplier' | 'live_mode' | 'share_scope' | 'execution_mode'
> & {
  readonly status: LiveStatus
  readonly approval_status: ApprovalStatus
  readonly live_type: LiveType
  readonly form_type: 1 | 2
  readonly supplier: Supplier
  readonly live_mode: LiveMode
  readonly share_scope: 1 | 2 | 3 | 4
  readonly execution_mode: 0 | 1 | 2
}

/** A row with the role of one viewer. */
export interface LiveRowForViewer extends LiveRow {
  readonly role: RoleInLive
  readonly visible: boolean
  readonly reserved: boolean
  /** Since when the viewer has had it: the reservation, or the first entry. */
  readonly had_since: number | null
  readonly lecturer_ids: string[]
}

export const viewerColumns = (
  viewer: Viewer,
): RawBuilder<LiveRowForViewer> => sql<LiveRowForViewer>`l.*, ${roleSql(viewer)} as role,
  ${visibleSql(viewer)} as visible,
  exists (select from live.reservation r where r.live_id = l.id and r.member_id = ${viewer.memberId}) as reserved,
  least((select r.created_at from live.reservation r where r.live_id = l.id and r.member_id = ${viewer.memberId}),
    (select a.first_at from live.attendee a where a.live_id = l.id and a.member_id = ${viewer.memberId})) as had_since,
  array(select t.member_id from live.lecturer t where t.live_id = l.id order by t.sort) as lecturer_ids`

/** A live session of the viewer's company, visible or not; 100318 if there is none. */
export async function findForViewer(db: LiveDb, viewer: Viewer, id: string): Promise<LiveRowForViewer> {
  const { rows } = await sql<LiveRowForViewer>`select ${viewerColumns(viewer)} from live.live l
    where l.id = ${id} and l.company_id = ${viewer.companyId}`.execute(db)
  if (!rows[0]) throw refuse(LIVE_MISSING)
  return rows[0]
}

/** The live session, locked until the transaction ends. Applications are locked before it (approvals: `decided`). */
export async function lockLive(db: LiveDb, companyId: string, id: string): Promise<LiveRow> {
  const row = await db
    .selectFrom('live.live')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse(LIVE_MISSING)
  return row as LiveRow
}

export async function lecturerIdsOf(db: LiveDb, liveId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('live.lecturer')
    .select('member_id')
    .where('live_id', '=', liveId)
    .orderBy('sort')
    .execute()
  return rows.map((row) => row.member_id)
}

/** The approval switches of unpublished live sessions. A host has one organization or two. */
async function approvalSwitches(db: Connection, rows: readonly LiveRow[]): Promise<ReadonlyMap<string, boolean>> {
  const waiting = rows.filter((row) => row.status === liveStatus.unpublished && row.approval_status !== null)
  const places = new Map(waiting.map((row) => [row.organization_id, row.company_id]))
  const switches = new Map<string, boolean>()
  for (const [organizationId, companyId] of places)
    switches.set(organizationId, await isApprovalOn(db, companyId, liveApproval, organizationId))
  return switches
}

/** The display state of the live session (contract/states.ts). */
export async function displayStatus(db: Connection, row: LiveRow) {
  const isOn = (await approvalSwitches(db, [row])).get(row.organization_id) ?? true
  return displayStatusOf(stateOf(row), isOn)
}

const stateOf = (row: LiveRow) => ({
  status: row.status,
  approvalStatus: row.approval_status,
  liveType: row.live_type,
})

function personOf(members: ReadonlyMap<string, KnownMember>, id: string) {
  const member = members.get(id)
  return {
    id,
    fullName: member?.fullName ?? '',
    headPortrait: member?.avatarPath ?? '',
    organizationName: member?.organizationName ?? '',
  }
}

/** Map business-type of a live session for comments and collections. */
export const businessTypeOf = (supplier: Supplier) => (isLegacy(supplier) ? 5 : 15) as 5 | 15

/** The average scores of both families. */
async function averages(db: Connection, rows: readonly LiveRow[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const kinds = Map.groupBy(rows, (row) => businessTypeOf(row.supplier))
  for (const [businessType, ofKind] of kinds) {
    const ids = ofKind.map((row) => row.id)
    const counts = await countsOf(db, (ofKind[0] as LiveRow).company_id, businessType, ids)
    for (const [id, { averageScore }] of counts) found.set(id, averageScore)
  }
  return found
}

/** Those of the live sessions that the caller has still to buy, of both families. */
async function unpaidLives(db: LiveDb, caller: Buyer, rows: readonly LiveRowForViewer[], now: number) {
  const found: string[] = []
  const kinds = Map.groupBy(
    rows.filter(({ role }) => !isOrganizerSide(role)),
    (row) => businessTypeOf(row.supplier),
  )
  for (const [businessType, ofKind] of kinds) {
    const items = ofKind.map(({ id, had_since: hadSince }) => ({ id, hadSince }))
    found.push(...(await mustBuyAmong(db, caller, businessType, items, now)))
  }
  return new Set(found)
}

/** The chosen audience of the live sessions whose organizer side looks at them. */
async function audiences(
  db: LiveDb,
  rows: readonly LiveRowForViewer[],
): Promise<ReadonlyMap<string, NonNullable<Live['audience']>>> {
  const shown = rows.filter((row) => row.share_scope === 4 && isOrganizerSide(row.role))
  const [first] = shown
  if (!first) return new Map()
  const { company_id: companyId } = first
  const chosen = await audienceIds(
    db,
    shown.map(({ id }) => id),
  )
  const names = await organizationNames(
    db,
    companyId,
    [...chosen.values()].flatMap(({ organizationIds }) => organizationIds),
  )
  const members = await membersByIds(
    db,
    companyId,
    [...chosen.values()].flatMap(({ memberIds }) => memberIds),
  )
  return new Map(
    [...chosen].map(([id, { organizationIds, memberIds }]) => [
      id,
      {
        organizations: organizationIds.map((one) => ({ id: one, name: names.get(one) ?? '' })),
        members: memberIds.map((one) => personOf(members, one)),
      },
    ]),
  )
}

type Links = Pick<
  Live,
  'organizerJoinUrl' | 'organizerToken' | 'panelistJoinUrl' | 'panelistToken' | 'attendeeJoinUrl' | 'attendeeToken'
>

function linksOf(row: LiveRowForViewer, config: Outside['config']): Links {
  const shown = isOrganizerSide(row.role)
  const link = (token: string | null) => (shown && token !== null ? roleLinkAddress(config, row.id) : null)
  const attendee = row.live_type === 2 && shown ? row.external_url : link(row.attendee_token)
  return {
    organizerJoinUrl: link(row.organizer_token),
    organizerToken: shown ? row.organizer_token : null,
    panelistJoinUrl: link(row.panelist_token),
    panelistToken: shown ? row.panelist_token : null,
    attendeeJoinUrl: attendee,
    attendeeToken: shown ? row.attendee_token : null,
  }
}

/** The request's part that the wire objects need. */
export interface RenderContext {
  readonly outside: Outside
  readonly caller: Buyer
  readonly now: number
}

/** The wire objects of the rows, in their order. */
export async function toLives(
  db: LiveDb,
  rows: readonly LiveRowForViewer[],
  { outside, caller, now }: RenderContext,
): Promise<Live[]> {
  const first = rows[0]
  if (!first) return []
  const companyId = first.company_id
  const members = await membersByIds(
    db,
    companyId,
    rows.flatMap((row) => [row.host_id, ...row.lecturer_ids]),
  )
  const rooms = await findRoomFacts(
    db,
    companyId,
    rows.map((row) => row.id),
  )
  const scores = await averages(db, rows)
  const chosen = await audiences(db, rows)
  const unpaid = await unpaidLives(db, caller, rows, now)
  const switches = await approvalSwitches(db, rows)
  const waiting = rows.filter((row) => row.approval_status === 1).map((row) => row.id)
  const applications = await approvalsOf(db, companyId, liveApproval, waiting)
  return rows.map((row) => {
    const state = displayStatusOf(stateOf(row), switches.get(row.organization_id) ?? true)
    const room = rooms.get(row.id)
    const legacy = isLegacy(row.supplier)
    return {
      id: row.id,
      subject: row.subject,
      liveType: row.live_type,
      type: row.form_type,
      supplier: row.supplier,
      startTime: row.start_time,
      estimateDuration: row.duration_minutes,
      planNumber: row.plan_number,
      subNumber: row.sub_number,
      attendNumber: row.attend_number,
      status: row.status,
      approvalStatus: row.approval_status,
      requestStatus: row.request_status as 1 | 3 | 4,
      genseeStatus: row.request_status as 1 | 3 | 4,
      shareScope: row.share_scope,
      audience: chosen.get(row.id) ?? null,
      executionMode: row.execution_mode,
      desc: legacy ? null : row.description,
      genseeDesc: legacy ? row.description : null,
      lecturerDesc: row.lecturer_desc,
      cover: row.cover_file_id,
      coverPath: row.cover_file_id === null ? '' : `files/${row.cover_file_id}`,
      vhallExtendInfo: { liveMode: row.live_mode },
      ...linksOf(row, outside.config),
      avgScore: scores.get(row.id) ?? 0,
      homeConfigId: row.home_config_id,
      autoPublish: row.auto_publish ? 1 : 0,
      externalUrl: unpaid.has(row.id) ? null : row.external_url,
      mustBuy: unpaid.has(row.id),
      displayStatus: state,
      actions: mayManage(row.role) ? [...actionsOfState[state]] : [],
      revising: applications.get(row.id)?.revising ?? false,
      role: row.role,
      host: personOf(members, row.host_id),
      lecturers: row.lecturer_ids.map((id) => personOf(members, id)),
      organizationName: members.get(row.host_id)?.organizationName ?? '',
      appointmentStatus: row.reserved,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      viewers: row.status === liveStatus.inProgress ? (room?.viewers ?? 0) : 0,
      viewersPeak: room?.viewersPeak ?? 0,
      ...replayOf(row, room),
      ...(unpaid.has(row.id) && { replayUrl: null }),
      businessType: businessTypeOf(row.supplier),
      createTime: row.created_at,
    }
  })
}

function replayOf(row: LiveRow, room: RoomFacts | undefined) {
  if (row.recording_url !== null)
    return { replay: 'ready' as const, replaySeconds: row.recording_seconds ?? 0, replayUrl: row.recording_url }
  return { replay: room?.replay ?? ('none' as const), replaySeconds: room?.replaySeconds ?? 0, replayUrl: null }
}

export async function toLive(db: LiveDb, row: LiveRowForViewer, rendering: RenderContext): Promise<Live> {
  const [live] = await toLives(db, [row], rendering)
  return live as Live
}
