/** Builders for tests and demo data: pushes that are delivered, with members in any state. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { pushesTables } from './db.ts'

export interface PushInput {
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly contents?: readonly {
    readonly businessType: number
    readonly businessId: string
    readonly name: string
    readonly required?: boolean
  }[]
  readonly organizationIds?: readonly string[]
  /** Who stands in the push; delivered to unless said. */
  readonly members?: readonly {
    readonly id: string
    readonly pushStatus?: 1 | 2 | 3
    readonly taskStatus?: 1 | 2 | 3
    readonly percent?: number
    readonly urgedAt?: number
  }[]
  /** A draft where null. */
  readonly publishedAt?: number | null
  readonly cutOffAt?: number | null
  readonly remindDays?: readonly number[]
  readonly now?: number
}

export async function buildPush(connection: Connection, input: PushInput): Promise<string> {
  const db = pushesTables(connection)
  const { author, contents = [], members = [], now = Date.now(), publishedAt = now, cutOffAt = null } = input
  const id = input.id ?? uuid()
  const company = { company_id: author.companyId }
  const countOf = (status: number) => members.filter(({ pushStatus = 2 }) => pushStatus === status).length
  const isDelivered = publishedAt !== null && countOf(1) === 0
  await db
    .insertInto('pushes.push')
    .values({
      id,
      ...company,
      organization_id: author.organizationId,
      author_id: author.id,
      name: input.name ?? '新员工第一周',
      description: input.description ?? '',
      organization_ids: [...(input.organizationIds ?? [])],
      member_ids: input.organizationIds ? [] : members.map((member) => member.id),
      starts_at: publishedAt,
      cut_off_at: cutOffAt,
      remind_days: [...(input.remindDays ?? [])],
      published_at: publishedAt,
      sent_at: isDelivered ? publishedAt : null,
      member_count: members.length,
      finish_push_count: countOf(2),
      failed_count: countOf(3),
      created_at: publishedAt ?? now,
      updated_at: publishedAt ?? now,
    })
    .execute()
  if (contents.length > 0) {
    const rows = contents.map(({ businessType, businessId, name, required = true }, position) => ({
      ...{ push_id: id, ...company, business_type: businessType, business_id: businessId, position, name, required },
    }))
    await db.insertInto('pushes.content').values(rows).execute()
  }
  if (members.length > 0) {
    const rows = members.map(({ id: memberId, pushStatus = 2, taskStatus = 1, percent, urgedAt }) => ({
      ...company,
      push_id: id,
      member_id: memberId,
      push_status: pushStatus,
      fail_reason: pushStatus === 3 ? 'disabled' : null,
      pushed_at: pushStatus === 2 ? (publishedAt ?? now) : null,
      task_status: taskStatus,
      percent: percent ?? (taskStatus === 3 ? 100 : 0),
      finished_at: taskStatus === 3 ? now : null,
      urged_at: urgedAt ?? null,
    }))
    await db.insertInto('pushes.push_member').values(rows).execute()
  }
  return id
}
