/** The company's webhooks: robots of groups, and addresses of the company. */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { AddressRefused } from '#server/outside/safe-fetch.ts'
import { exampleRequest } from '#server/outside/webhooks.ts'
import type { Outside } from '#server/outside.ts'
import type { Webhook, WebhookKind } from '../contract/administration.ts'
import { type DeliveryState, TOO_MANY_WEBHOOKS, WEBHOOK_ADDRESS_REFUSED } from '../contract/shapes.ts'
import { announcementType, webhookTest } from './built-in-types.ts'
import { type MessagesDb, messagesTables } from './db.ts'

const webhooksMax = 20
/** Any id; receivers recognize a repeated message by it. */
const exampleId = '01900000-0000-7000-8000-000000000001'

export interface WebhookChange {
  readonly name: string
  readonly url?: string
  readonly secret?: string
  readonly types: readonly string[]
  readonly enabled: boolean
}

/** Hides the key of a robot, which is part of the address, from other administrators. */
function shownUrl(text: string): string {
  const url = new URL(text)
  for (const name of url.searchParams.keys()) url.searchParams.set(name, '***')
  return url.href
}

function assertUrl(outside: Outside, kind: WebhookKind, url: string): void {
  try {
    outside.assertWebhookUrl(kind, url)
  } catch (error) {
    if (error instanceof AddressRefused) throw refuse(WEBHOOK_ADDRESS_REFUSED)
    throw error
  }
}

interface WebhookRow {
  readonly id: string
  readonly kind: WebhookKind
  readonly name: string
  readonly url: string
  readonly has_secret: boolean
  readonly types: string[]
  readonly enabled: boolean
  readonly created_at: number
  readonly last_state: DeliveryState | null
  readonly last_error: string | null
  readonly last_at: number | null
}

function answer(row: WebhookRow): Webhook {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    url: shownUrl(row.url),
    hasSecret: row.has_secret,
    types: row.types,
    enabled: row.enabled,
    lastState: row.last_state,
    lastError: row.last_error,
    lastAt: row.last_at,
    createdAt: row.created_at,
  }
}

async function readRows(db: MessagesDb, caller: Caller, id: string | null): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.kind, w.name, w.url, w.secret is not null as has_secret, w.types, w.enabled, w.created_at,
      last.state as last_state, last.error as last_error, coalesce(last.finished_at, last.created_at) as last_at
    from messages.webhook w
    left join lateral (select d.state, d.error, d.finished_at, d.created_at from messages.delivery d
      where d.webhook_id = w.id order by d.created_at desc limit 1) last on true
    where w.company_id = ${caller.companyId} and (${id}::uuid is null or w.id = ${id}::uuid)
    order by w.created_at, w.id`.execute(db)
  return rows
}

export async function listWebhooks(db: MessagesDb, caller: Caller): Promise<Webhook[]> {
  return (await readRows(db, caller, null)).map(answer)
}

/** Whether a message of the company goes to any webhook at all. */
export async function hasEnabledWebhook(db: MessagesDb, { companyId }: Caller): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from messages.webhook where company_id = ${companyId} and enabled) as found`.execute(db)
  return rows[0]?.found === true
}

async function readWebhook(db: MessagesDb, caller: Caller, id: string): Promise<Webhook> {
  const [row] = await readRows(db, caller, id)
  if (!row) throw refuse(NOT_FOUND)
  return answer(row)
}

/** A generic webhook is always signed. If the input has no secret, the server generates one and answers it once. */
export async function createWebhook(
  db: MessagesDb,
  caller: Caller,
  outside: Outside,
  input: WebhookChange & { readonly kind: WebhookKind; readonly url: string },
): Promise<Webhook & { secret: string | null }> {
  const now = outside.clock.now()
  assertUrl(outside, input.kind, input.url)
  await lockNames(db, `messages.webhook ${caller.companyId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from messages.webhook where company_id = ${caller.companyId}`.execute(db)
  if ((rows[0]?.count ?? 0) >= webhooksMax) throw refuse(TOO_MANY_WEBHOOKS, { max: webhooksMax })
  const made = input.kind === 'generic' && input.secret === undefined
  const secret = made ? `whsec_${randomBytes(32).toString('base64')}` : (input.secret ?? null)
  const id = uuid()
  await db
    .insertInto('messages.webhook')
    .values({
      id,
      company_id: caller.companyId,
      kind: input.kind,
      name: input.name,
      url: input.url,
      secret,
      types: [...input.types],
      enabled: input.enabled,
      created_by: caller.memberId,
      created_at: now,
    })
    .execute()
  return { ...(await readWebhook(db, caller, id)), secret: made ? secret : null }
}

export async function changeWebhook(
  db: MessagesDb,
  caller: Caller,
  outside: Outside,
  { id, change }: { id: string; change: WebhookChange },
): Promise<{ before: Webhook; after: Webhook }> {
  const before = await readWebhook(db, caller, id)
  if (change.url !== undefined) assertUrl(outside, before.kind, change.url)
  await db
    .updateTable('messages.webhook')
    .set({
      name: change.name,
      types: [...change.types],
      enabled: change.enabled,
      ...(change.url !== undefined && { url: change.url }),
      ...(change.secret !== undefined && { secret: change.secret }),
    })
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .execute()
  return { before, after: await readWebhook(db, caller, id) }
}

export async function deleteWebhook(db: MessagesDb, caller: Caller, id: string): Promise<Webhook> {
  const before = await readWebhook(db, caller, id)
  await sql`update messages.delivery set state = 'suppressed', reason = 'channel-off'
    where webhook_id = ${id} and state = 'queued'`.execute(db)
  await db.deleteFrom('messages.webhook').where('company_id', '=', caller.companyId).where('id', '=', id).execute()
  return before
}

/** What a webhook of a kind receives when the company announces something. */
export function webhookExample({ config }: Outside, kind: WebhookKind, now: number) {
  const { title, content } = announcementType.variables
  const { headers, body } = exampleRequest(
    kind,
    {
      id: exampleId,
      type: announcementType.code,
      title: title?.example?.cn ?? '',
      text: content?.example?.cn ?? '',
      url: `${config.publicUrl}/#/center/messages`,
      language: 'cn',
      recipientCount: 1,
      at: now,
    },
    now,
  )
  return {
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: JSON.stringify(JSON.parse(body), null, 2),
  }
}

/** Sends a test now and returns the answer. It opens no transaction, because the answer may be slow. */
export async function testWebhook(connection: Connection, caller: Caller, outside: Outside, id: string) {
  const row = await messagesTables(connection)
    .selectFrom('messages.webhook')
    .select(['kind', 'url', 'secret'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  const now = outside.clock.now()
  const message = {
    id: uuid(),
    type: webhookTest.type,
    title: webhookTest.title.cn,
    text: webhookTest.text.cn,
    language: 'cn' as const,
    recipientCount: 0,
    at: now,
  }
  try {
    const { status } = await outside.sendWebhook({ ...row, kind: row.kind as WebhookKind }, message, now)
    return { ok: true, status, answer: '' }
  } catch (error) {
    // The administrator learns the reason, but no address of an internal network.
    const answer = error instanceof AddressRefused ? 'address refused' : (error as Error).message
    return { ok: false, status: null, answer: answer.slice(0, 300) }
  }
}
