/** Builders for tests and demo data: the smallest live session that the database accepts. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { ApprovalStatus, LiveMode, LiveStatus, Supplier } from '../contract/states.ts'
import { liveTables } from './db.ts'
import { subjectKey } from './forms.ts'

const minuteMs = 60_000

export interface LiveInput {
  readonly companyId: string
  readonly hostId: string
  readonly organizationId?: string
  readonly id?: string
  readonly subject?: string
  readonly status?: LiveStatus
  readonly approvalStatus?: ApprovalStatus
  readonly liveMode?: LiveMode
  readonly shareScope?: 1 | 2 | 3 | 4
  readonly supplier?: Supplier
  /** External, at this address. */
  readonly externalUrl?: string
  readonly description?: string
  /** The default is in one hour. */
  readonly startTime?: number
  readonly minutes?: number
  readonly now: number
}

/** A live session without a room, as before its provider has created one. */
export async function buildLive(connection: Connection, input: LiveInput): Promise<string> {
  const { id = uuid(), companyId, now, status = 1, externalUrl = null, minutes = 90 } = input
  const subject = input.subject ?? `直播 ${id.slice(-12)}`
  const startTime = input.startTime ?? now + 60 * minuteMs
  const began = status === 2 || status === 3
  await liveTables(connection)
    .insertInto('live.live')
    .values({
      ...{ id, company_id: companyId, organization_id: input.organizationId ?? companyId, host_id: input.hostId },
      ...{ subject, subject_key: subjectKey(subject), description: input.description ?? '', lecturer_desc: '' },
      ...{ live_type: externalUrl === null ? 1 : 2, form_type: 2, external_url: externalUrl },
      ...{ supplier: input.supplier ?? 3, provider: externalUrl === null ? 'built-in' : 'none' },
      ...{ live_mode: input.liveMode ?? 2, share_scope: input.shareScope ?? 1, execution_mode: 0 },
      ...{ start_time: startTime, duration_minutes: minutes, planned_end_at: startTime + minutes * minuteMs },
      ...{ auto_publish: true, status, approval_status: input.approvalStatus ?? null, request_status: 1 },
      ...{ started_at: began ? startTime : null, ended_at: status === 3 ? startTime + minutes * minuteMs : null },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
  return id
}
