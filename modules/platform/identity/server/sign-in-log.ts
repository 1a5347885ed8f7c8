/** The log of sign-in attempts. Attempts at unknown accounts belong to no company and are not stored. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import type { IdentityDb } from './db.ts'
import { withinGrants } from './member-scope.ts'
import { matches } from './member-search.ts'
import type { Device } from './sessions.ts'

export type SignInMethod = 'password' | 'sms' | 'email' | 'qr' | 'oidc' | 'register'

export interface SignInEvent {
  readonly member: { readonly id: string; readonly companyId: string }
  readonly method: SignInMethod
  /** The code of the refusal; absent for a success. */
  readonly errorCode?: number
}

export async function recordSignIn(db: IdentityDb, event: SignInEvent, device: Device, now: number): Promise<void> {
  await db
    .insertInto('identity.sign_in_record')
    .values({
      id: uuid(),
      company_id: event.member.companyId,
      member_id: event.member.id,
      method: event.method,
      succeeded: event.errorCode === undefined,
      error_code: event.errorCode ?? null,
      ip: device.ip,
      user_agent: device.userAgent,
      at: now,
    })
    .execute()
}

export interface LogQuery extends Paging {
  readonly keyword?: string
  readonly memberId?: string
  readonly method?: SignInMethod
  readonly succeeded?: boolean
  readonly from?: number
  readonly to?: number
}

/** The log of the organizations within the caller's grants. */
export async function listSignIns(db: IdentityDb, caller: Caller, query: LogQuery) {
  const keyword = query.keyword?.trim()
  const found = db
    .selectFrom('identity.sign_in_record as r')
    .innerJoin('identity.member as m', 'm.id', 'r.member_id')
    .innerJoin('identity.organization as o', 'o.id', 'm.organization_id')
    .where('r.company_id', '=', caller.companyId)
    .where(withinGrants(caller, 'sign-in.manage', 'm.organization_id'))
    .$if(query.memberId !== undefined, (q) => q.where('r.member_id', '=', query.memberId ?? ''))
    .$if(query.method !== undefined, (q) => q.where('r.method', '=', query.method ?? ''))
    .$if(query.succeeded !== undefined, (q) => q.where('r.succeeded', '=', query.succeeded ?? true))
    .$if(query.from !== undefined, (q) => q.where('r.at', '>=', query.from ?? 0))
    .$if(query.to !== undefined, (q) => q.where('r.at', '<=', query.to ?? 0))
    .$if(keyword !== undefined && keyword !== '', (q) => q.where(matches('m.search_text', keyword ?? '')))
  const { items: rows, recordCount } = await findPage(query, found, (q) =>
    q
      .select([
        'r.id',
        'r.at',
        'r.method',
        'r.succeeded',
        'r.error_code as errorCode',
        'r.ip',
        'r.user_agent as userAgent',
      ])
      .select([
        'm.id as memberId',
        'm.name as memberName',
        'm.full_name as memberFullName',
        'o.name as organizationName',
      ])
      .orderBy('r.at', 'desc')
      .orderBy('r.id', 'desc'),
  )
  return { items: rows.map((row) => ({ ...row, method: row.method as SignInMethod })), recordCount }
}
