/** Staff scan participants: what their device needs for it, and what it sends. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { enrolledSql } from '#modules/training/classes/server.ts'
import type { Scan, Scannable, scanResults } from '../contract/scanning.ts'
import type { EntryFlag } from '../contract/states.ts'
import type { attendance } from '../contract.ts'
import type { CheckInRecord } from './check-in-record.ts'
import type { AttendanceDb } from './db.ts'
import { getDoorOfStaff } from './display.ts'
import { classKey, dayOf } from './own-codes.ts'
import { type NewPassage, pass } from './passages.ts'
import { badgeText, hashOf, isOwnCode, ownCode } from './signed-codes.ts'

interface Ref {
  readonly classId: string
  readonly id: string
}

export async function scanData(db: AttendanceDb, caller: Caller, { classId, id }: Ref, now: number) {
  const { list, found } = await getDoorOfStaff(db, caller, { classId, id, way: 'scan' })
  const { companyId } = caller
  const { rows } = await sql<Omit<Scannable, 'codeHash' | 'badgeHash' | 'short'>>`
    select m.id as "memberId", m.full_name as "fullName", m.organization_name as "organizationName",
      m.avatar_path as "avatarPath", r.inside_since is not null as "isInside", r.first_in_at as at
    from ${enrolledSql(companyId, classId)} e join ${directorySql(companyId)} m on m.id = e."memberId"
    left join attendance.record r on r.check_in_id = ${id} and r.member_id = m.id
    order by m.full_name, m.id`.execute(db)
  const secret = await classKey(db, classId, companyId)
  const day = await dayOf(db, companyId, list.startsAt)
  const members = rows.map((row) => {
    const { text, short } = ownCode(secret, row.memberId, day)
    return { ...row, codeHash: hashOf(text), badgeHash: hashOf(badgeText(secret, row.memberId)), short }
  })
  const { title, kind, opensAt, closesAt, startsAt, endsAt } = list
  return { className: found.name, title, kind, opensAt, closesAt, startsAt, endsAt, members, serverTime: now }
}

type Sending = Input<typeof attendance.sendScans>['body']
type Result = (typeof scanResults)[number]

/** A device whose clock has moved by more between loading and sending was changed meanwhile. */
const clockDriftMaxMs = 60_000

/** When something happened by the server's clock, as the device's clock and what it was at the loading say. */
function correctedClock({ serverTime, deviceTime, sentAt }: Sending['clock'], now: number) {
  const offset = serverTime - deviceTime
  const isChanged = Math.abs(sentAt + offset - now) > clockDriftMaxMs
  return { now, isChanged, at: (device: number) => Math.min(now, Math.max(0, device + offset)) }
}

export async function sendScans(db: AttendanceDb, caller: Caller, { classId, id }: Ref, body: Sending, now: number) {
  const { list } = await getDoorOfStaff(db, caller, { classId, id, way: 'scan' }, 'passing')
  const { companyId } = caller
  const memberIds = [...new Set(body.scans.map(({ memberId }) => memberId))]
  const { rows } = await sql<{ memberId: string }>`
    select e."memberId" from ${enrolledSql(companyId, classId)} e
    where e."memberId" = any(${memberIds}::uuid[])`.execute(db)
  const participants = new Set(rows.map(({ memberId }) => memberId))
  const secret = await classKey(db, classId, companyId)
  const day = await dayOf(db, companyId, list.startsAt)
  const obstacle = ({ memberId, code, way }: Scan): Result | undefined => {
    if (!participants.has(memberId)) return 'no-participant'
    if (memberId === caller.memberId) return 'own'
    const isRight = isOwnCode(ownCode(secret, memberId, day), code) || code === badgeText(secret, memberId)
    return way === 'picked' || isRight ? undefined : 'wrong-code'
  }
  const refused = new Map(body.scans.map((scan) => [scan, obstacle(scan)]))
  const coming = body.scans.filter((scan) => refused.get(scan) === undefined)
  const clock = correctedClock(body.clock, now)
  const passages = coming.map((scan) => passageOf(scan, list, { caller, clock }))
  const results = await pass(db, list, passages)
  const passed = new Map(coming.map((scan, at) => [scan, { ...passages[at], result: results[at] }]))
  return {
    results: body.scans.map((scan) => {
      const { result = refused.get(scan) ?? 'wrong-code', at = null, flags = [] } = passed.get(scan) ?? {}
      return { id: scan.id, result, at, flags: [...flags] }
    }),
  }
}

function passageOf(
  { id, memberId, direction, way, at: deviceAt }: Scan,
  { opensAt, closesAt }: CheckInRecord,
  { caller, clock }: { readonly caller: Caller; readonly clock: ReturnType<typeof correctedClock> },
): NewPassage {
  const at = clock.at(deviceAt)
  const flags: EntryFlag[] = []
  if (at < opensAt) flags.push('before')
  else if (at >= closesAt) flags.push('after')
  // The device alone says that it was in time: its clock may have been set back while nobody looked.
  else if (clock.now >= closesAt) flags.push('arrived-after')
  if (clock.isChanged) flags.push('clock')
  return { memberId, direction, at, source: way, flags, scanId: id, scannedBy: caller.memberId }
}
