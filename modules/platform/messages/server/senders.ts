/** Turns claimed deliveries into what each channel sends: recipient, language and content. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { contactsSql } from '#modules/platform/identity/server.ts'
import type { Outside, Webhook, WebhookMessage } from '#server/outside.ts'
import type { Channel, DeliveryReason } from '../contract/shapes.ts'
import { channelsOf } from './channels.ts'
import type { MessagesDb } from './db.ts'
import { type Claimed, settle } from './deliveries.ts'
import {
  allTypes,
  numberedAddress,
  preferencesAddress,
  unsubscribeCall,
  unsubscribePage,
  unsubscribeToken,
  wholeAddress,
} from './links.ts'
import { mailOf } from './mails.ts'
import { findType } from './message-types.ts'
import { ensureSettings } from './settings.ts'

/** A delivery with everything that sending needs. */
interface Loaded extends Claimed {
  readonly title_cn: string
  readonly body_cn: string
  readonly title_en: string
  readonly body_en: string
  readonly link: string | null
  readonly recipient_count: number
  readonly message_at: number
  readonly enabled: boolean | null
  readonly name: string | null
  readonly staff_number: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly language: Language | null
  readonly link_key: Buffer | null
  readonly was_read: boolean
  readonly webhook_kind: Webhook['kind'] | null
  readonly webhook_url: string | null
  readonly webhook_secret: string | null
  readonly webhook_enabled: boolean | null
}

/** One sent message: a delivery, or the deliveries of a digest. */
export interface Parcel {
  readonly rows: readonly Loaded[]
}

/** One statement for each company; the rows of a batch nearly always belong to one. */
async function load(db: MessagesDb, rows: readonly Claimed[]): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  for (const [companyId, own] of Map.groupBy(rows, (row) => row.company_id)) {
    const details = await sql<Omit<Loaded, keyof Claimed> & { id: string }>`
      select d.id, m.title_cn, m.body_cn, m.title_en, m.body_en, m.link, m.recipient_count, m.created_at as message_at,
        c.enabled, c.name, c.staff_number, c.phone, c.email, s.language, s.link_key,
        d.digest and coalesce(n.read_at is not null, true) as was_read,
        w.kind as webhook_kind, w.url as webhook_url, w.secret as webhook_secret, w.enabled as webhook_enabled
      from messages.delivery d
      join messages.message m on m.id = d.message_id
      left join ${contactsSql(companyId)} c on c.id = d.member_id
      left join messages.member_setting s on s.member_id = d.member_id
      left join messages.notification n on n.message_id = d.message_id and n.member_id = d.member_id
      left join messages.webhook w on w.id = d.webhook_id
      where d.id = any(${own.map((row) => row.id)}::uuid[])`.execute(db)
    const byId = new Map(details.rows.map((row) => [row.id, row]))
    for (const row of own) {
      const detail = byId.get(row.id)
      if (detail) loaded.push({ ...row, ...detail })
    }
  }
  return loaded
}

function addressOf(row: Loaded, { config }: Outside): string | null {
  switch (row.channel) {
    case 'mail':
      return row.email
    case 'sms':
      return row.phone
    case 'wecom':
      return config.wecom?.userId === 'staff-number' ? row.staff_number : row.name
    case 'dingtalk':
      return config.dingtalk?.userId === 'staff-number' ? row.staff_number : row.name
    default:
      return row.webhook_url
  }
}

/** The reason not to send a delivery any more. */
function hindrance(row: Loaded, available: ReadonlySet<Channel>, outside: Outside): DeliveryReason | undefined {
  if (row.channel === 'webhook') return row.webhook_enabled ? undefined : 'channel-off'
  if (!available.has(row.channel as Channel)) return 'channel-off'
  if (!row.enabled) return 'disabled'
  if (row.was_read) return 'read'
  return addressOf(row, outside) === null ? 'no-address' : undefined
}

/** Loads claimed deliveries, drops those that must not be sent any more, and builds each member's digest. */
export async function parcelsOf(db: MessagesDb, claimed: readonly Claimed[], outside: Outside): Promise<Parcel[]> {
  if (claimed.length === 0) return []
  await ensureSettings(
    db,
    claimed.flatMap(({ channel, member_id, company_id }) =>
      channel === 'mail' && member_id !== null ? [{ memberId: member_id, companyId: company_id }] : [],
    ),
    outside.clock.now(),
  )
  const rows = await load(db, claimed)
  const available = new Map<string, ReadonlySet<Channel>>()
  for (const companyId of new Set(rows.map((row) => row.company_id)))
    available.set(companyId, await channelsOf(db, companyId, outside.config))
  const refused = Map.groupBy(rows, (row) => hindrance(row, available.get(row.company_id) ?? new Set(), outside))
  for (const [reason, own] of refused) {
    if (reason === undefined) continue
    const ids = own.map((row) => row.id)
    await settle(db, ids, { state: 'suppressed', reason, now: outside.clock.now() })
  }
  const wanted = refused.get(undefined) ?? []
  const parcels = Map.groupBy(wanted, (row) => (row.digest ? `${row.member_id}` : row.id))
  // Ids are in the order of creation, so that messages of one millisecond keep their order.
  const inOrder = (a: Loaded, b: Loaded) => a.message_at - b.message_at || (a.message_id < b.message_id ? -1 : 1)
  return [...parcels.values()].map((own) => ({ rows: own.toSorted(inOrder) }))
}

const textsOf = (row: Loaded, language: Language) =>
  language === 'cn' ? { title: row.title_cn, body: row.body_cn } : { title: row.title_en, body: row.body_en }

/** The id of a delivery for the provider, the same at each attempt. */
function deliveryNumber(row: { readonly id: string; readonly batch_id: string | null }): string {
  return row.batch_id ?? row.id
}

async function sendMail(parcel: Parcel, first: Loaded, outside: Outside): Promise<string> {
  const { config } = outside
  const language = first.language ?? 'cn'
  const type = first.digest ? allTypes : first.type
  const isMandatory = findType(first.type)?.mandatory === true
  const token =
    isMandatory || first.member_id === null || first.link_key === null
      ? null
      : unsubscribeToken(first.link_key, { memberId: first.member_id, type })
  const items = parcel.rows.map((row) => ({ ...textsOf(row, language), url: wholeAddress(config, row.link) }))
  const messageId = `<${deliveryNumber(first)}@${new URL(config.publicUrl).hostname}>`
  await outside.sendMail({
    to: first.email ?? '',
    messageId,
    headers: {
      // Asks mail servers to send no out-of-office answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(token !== null && {
        'List-Unsubscribe': `<${unsubscribeCall(config, token)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...mailOf({
      language,
      items,
      preferencesUrl: preferencesAddress(config),
      unsubscribeUrl: token === null ? null : unsubscribePage(config, token),
    }),
  })
  return messageId
}

/** Alibaba Cloud accepts at most 35 characters in a variable. */
const smsTitleLengthMax = 35

function webhookMessageOf(
  row: Pick<Loaded, 'id' | 'type' | 'link' | 'recipient_count' | 'message_at'> & {
    readonly title_cn: string
    readonly body_cn: string
  },
  outside: Outside,
): WebhookMessage {
  const url = wholeAddress(outside.config, row.link)
  return {
    id: row.id,
    type: row.type,
    title: row.title_cn,
    text: row.body_cn,
    ...(url !== null && { url }),
    language: 'cn',
    recipientCount: row.recipient_count,
    at: row.message_at,
  }
}

/** Sends a parcel and answers the id that the provider has assigned. */
export async function send(parcel: Parcel, outside: Outside): Promise<string> {
  const [first] = parcel.rows
  if (!first) throw new Error('a parcel without rows')
  const language = first.language ?? 'cn'
  const { title, body } = textsOf(first, language)
  const to = addressOf(first, outside) ?? ''
  const url = numberedAddress(outside.config, first.link, first.id)
  const direct = { to, title, text: body, language, ...(url !== undefined && { url }) }
  switch (first.channel) {
    case 'mail':
      return sendMail(parcel, first, outside)
    case 'sms':
      await outside.sendSms({
        phone: to,
        template: 'notification',
        parameters: { title: [...title].slice(0, smsTitleLengthMax).join('') },
      })
      return ''
    case 'wecom':
      return (await outside.sendWecom?.(direct)) ?? ''
    case 'dingtalk':
      return (await outside.sendDingtalk?.(direct)) ?? ''
    default: {
      const webhook = { kind: first.webhook_kind ?? 'generic', url: to, secret: first.webhook_secret }
      const { status } = await outside.sendWebhook(webhook, webhookMessageOf(first, outside), outside.clock.now())
      return String(status)
    }
  }
}
