/** Builders for tests and demo data: the smallest live that the database accepts. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { ApprovalStatus, LiveMode, LiveStatus, Supplier } from '../contract/states.ts'
import { liveTables } from './db.ts'
import { subjectKey } from './forms.ts'

const minuteMs = 60_000

export interface LiveWish {
  readonly companyId: string
  readonly hostId: string
  readonly organizationId?: string
  readonly id?: string
  readonly subject?: string
  readonly status?: LiveStatus
  readonly approvalStatus?: ApprovalStatus
  readonly liveMode?: LiveMode
  readonly shareScope?: 1 | 2 | 3
  readonly supplier?: Supplier
  /** Held elsewhere, at this address. */
  readonly externalUrl?: string
  readonly description?: string
  /** An hour from now, unless said. */
  readonly startTime?: number
  readonly minutes?: number
  readonly now: number
}

/** A live without a room, as it stands before its provider has made one. */
export async function buildLive(connection: Connection, wish: LiveWish): Promise<string> {
  const { id = uuid(), companyId, now, status = 1, externalUrl = null, minutes = 90 } = wish
  const subject = wish.subject ?? `直播 ${id.slice(-12)}`
  const startTime = wish.startTime ?? now + 60 * minuteMs
  const began = status === 2 || status === 3
  await liveTables(connection)
    .insertInto('live.live')
    .values({
      ...{ id, company_id: companyId, organization_id: wish.organizationId ?? companyId, host_id: wish.hostId },
      ...{ subject, subject_key: subjectKey(subject), description: wish.description ?? '', lecturer_desc: '' },
      ...{ live_type: externalUrl === null ? 1 : 2, form_type: 2, external_url: externalUrl },
      ...{ supplier: wish.supplier ?? 3, provider: externalUrl === null ? 'built-in' : 'none' },
      ...{ live_mode: wish.liveMode ?? 2, share_scope: wish.shareScope ?? 1, execution_mode: 0 },
      ...{ start_time: startTime, duration_minutes: minutes, planned_end_at: startTime + minutes * minuteMs },
      ...{ auto_publish: true, status, approval_status: wish.approvalStatus ?? null, request_status: 1 },
      ...{ started_at: began ? startTime : null, ended_at: status === 3 ? startTime + minutes * minuteMs : null },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
  return id
}
