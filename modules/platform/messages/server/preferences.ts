/** Preferences of a member: types of messages, channels and times. */
import { sql } from 'kysely'
import { type Caller, can, type Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { contactsSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { Digest, Preferences, QuietHours } from '../contract/preferences.ts'
import { type Channel, channels, TYPE_IS_MANDATORY } from '../contract/shapes.ts'
import { channelsOf } from './channels.ts'
import type { MessagesDb } from './db.ts'
import { findType, groupLabel, groupOf, type MessageType, messageType, usesByDefault } from './message-types.ts'
import { defaultSettings, ensureSettings } from './settings.ts'

interface SettingRow {
  readonly channels_off: string[] | null
  readonly quiet_enabled: boolean | null
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  readonly digest: Digest['frequency'] | null
  readonly digest_hour: number | null
  readonly digest_weekday: number | null
  readonly language: Language | null
  readonly time_zone: string
  readonly name: string
  readonly staff_number: string | null
  readonly phone: string | null
  readonly email: string | null
}

const twoDigits = (count: number) => String(count).padStart(2, '0')
const timeOfDay = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Hides a part of an address, so that its owner recognizes it and others cannot read it. */
export function partlyHidden(address: string): string {
  const at = address.lastIndexOf('@')
  if (at > 0) return `${address.slice(0, Math.min(2, at))}***${address.slice(at)}`
  return address.length < 8 ? `${address.slice(0, 1)}***` : `${address.slice(0, -8)}****${address.slice(-4)}`
}

function addressOf(row: SettingRow, channel: Channel, config: Config): string | null {
  if (channel === 'mail') return row.email
  if (channel === 'sms') return row.phone
  const userId = channel === 'wecom' ? config.wecom?.userId : config.dingtalk?.userId
  return userId === 'staff-number' ? row.staff_number : row.name
}

/** Mandatory types cannot be switched off, and no type can in the notification center, because it is the record. */
function isLocked(type: MessageType, channel: Channel): boolean {
  return channel === 'site' || (type.mandatory === true && usesByDefault(type, channel))
}

function quietHoursOf(row: SettingRow): QuietHours {
  if (row.quiet_from === null || row.quiet_to === null) return defaultSettings.quietHours
  return { enabled: row.quiet_enabled === true, from: timeOfDay(row.quiet_from), to: timeOfDay(row.quiet_to) }
}

function digestOf(row: SettingRow): Digest {
  if (row.digest === null) return defaultSettings.digest
  return {
    frequency: row.digest,
    hour: row.digest_hour ?? defaultSettings.digest.hour,
    weekday: row.digest_weekday ?? defaultSettings.digest.weekday,
  }
}

/** The types that the caller can receive. */
function offeredTypes(caller: Caller): readonly MessageType[] {
  return messageType.all().filter(({ permission }) => permission === undefined || can(caller, permission))
}

export async function readPreferences(db: MessagesDb, caller: Caller, config: Config): Promise<Preferences> {
  const { rows } = await sql<SettingRow>`
    select s.channels_off, s.quiet_enabled, s.quiet_from, s.quiet_to, s.digest, s.digest_hour, s.digest_weekday,
      s.language, ${timeZoneSql(caller.companyId)} as time_zone, c.name, c.staff_number, c.phone, c.email
    from ${contactsSql(caller.companyId)} c left join messages.member_setting s on s.member_id = c.id
    where c.id = ${caller.memberId}`.execute(db)
  const row = rows[0] as SettingRow
  const chosen = await sql<{ type: string; channel: string; enabled: boolean }>`
    select type, channel, enabled from messages.preference where member_id = ${caller.memberId}`.execute(db)
  const choices = new Map(chosen.rows.map((one) => [`${one.type} ${one.channel}`, one.enabled]))
  const available = await channelsOf(db, caller.companyId, config)
  return {
    channels: channels.map((channel) => {
      const address = channel === 'site' ? null : addressOf(row, channel, config)
      return {
        channel,
        available: available.has(channel),
        reachable: channel === 'site' || address !== null,
        address: address === null ? null : partlyHidden(address),
        enabled: !row.channels_off?.includes(channel),
      }
    }),
    types: offeredTypes(caller).map((type) => ({
      type: type.code,
      group: groupOf(type),
      groupLabel: groupLabel(groupOf(type)),
      label: type.label,
      mandatory: type.mandatory === true,
      choices: channels.map((channel) => {
        const byDefault = usesByDefault(type, channel)
        const locked = isLocked(type, channel)
        return {
          channel,
          byDefault,
          locked,
          enabled: locked || (choices.get(`${type.code} ${channel}`) ?? byDefault),
        }
      }),
    })),
    quietHours: quietHoursOf(row),
    digest: digestOf(row),
    timeZone: row.time_zone,
    language: row.language,
  }
}

export interface PreferenceChange {
  readonly choices?: readonly { type: string; channel: Channel; enabled: boolean }[]
  readonly channels?: readonly { channel: Channel; enabled: boolean }[]
  readonly quietHours?: QuietHours
  readonly digest?: Digest
  readonly language?: Language
}

async function saveChoices(
  db: MessagesDb,
  member: { memberId: string; companyId: string },
  choices: NonNullable<PreferenceChange['choices']>,
  { byLink, now }: { byLink: boolean; now: number },
): Promise<void> {
  if (choices.length === 0) return
  const distinct = [...new Map(choices.map((choice) => [`${choice.type} ${choice.channel}`, choice])).values()]
  await sql`
    insert into messages.preference (member_id, company_id, type, channel, enabled, by_link, changed_at)
    select ${member.memberId}, ${member.companyId}, n.type, n.channel, n.enabled, ${byLink}, ${now}
    from unnest(${distinct.map((one) => one.type)}::text[], ${distinct.map((one) => one.channel)}::text[],
      ${distinct.map((one) => one.enabled)}::boolean[]) as n (type, channel, enabled)
    on conflict (member_id, type, channel) do update set
      enabled = excluded.enabled, by_link = excluded.by_link, changed_at = excluded.changed_at`.execute(db)
  // The choice also applies to queued deliveries.
  const off = distinct.filter((one) => !one.enabled)
  await sql`
    update messages.delivery d set state = 'suppressed', finished_at = ${now},
      reason = ${byLink ? 'unsubscribed' : 'preference'}
    from unnest(${off.map((one) => one.type)}::text[], ${off.map((one) => one.channel)}::text[]) as n (type, channel)
    where d.member_id = ${member.memberId} and d.state = 'queued' and d.type = n.type and d.channel = n.channel`.execute(
    db,
  )
}

async function saveChannels(
  db: MessagesDb,
  memberId: string,
  changes: NonNullable<PreferenceChange['channels']>,
  { byLink, now }: { byLink: boolean; now: number },
): Promise<void> {
  const off = changes.filter((one) => !one.enabled).map((one) => one.channel)
  const on = changes.filter((one) => one.enabled).map((one) => one.channel)
  await sql`
    update messages.member_setting set changed_at = ${now}, channels_off = array(
      select distinct c from unnest(channels_off || ${off}::text[]) as c where c <> all(${on}::text[]) order by c)
    where member_id = ${memberId}`.execute(db)
  const mandatory = messageType.all().filter((type) => type.mandatory)
  await sql`
    update messages.delivery set state = 'suppressed', finished_at = ${now},
      reason = ${byLink ? 'unsubscribed' : 'preference'}
    where member_id = ${memberId} and state = 'queued' and channel = any(${off}::text[])
      and type <> all(${mandatory.map((type) => type.code)}::text[])`.execute(db)
}

function assertMaySwitch(change: PreferenceChange): void {
  for (const { type: code, channel, enabled } of change.choices ?? []) {
    const type = findType(code)
    if (!type) throw refuse(NOT_FOUND)
    if (!enabled && isLocked(type, channel)) throw refuse(TYPE_IS_MANDATORY, { type: code, channel })
  }
  for (const { channel, enabled } of change.channels ?? [])
    if (!enabled && channel === 'site') throw refuse(TYPE_IS_MANDATORY, { channel })
}

/** A field that is absent stays as it is. */
export async function changePreferences(
  db: MessagesDb,
  member: { readonly memberId: string; readonly companyId: string },
  change: PreferenceChange,
  { byLink = false, now }: { byLink?: boolean; now: number },
): Promise<void> {
  assertMaySwitch(change)
  await ensureSettings(db, [member], now)
  await saveChoices(db, member, change.choices ?? [], { byLink, now })
  if (change.channels) await saveChannels(db, member.memberId, change.channels, { byLink, now })
  const { quietHours, digest, language } = change
  await db
    .updateTable('messages.member_setting')
    .set({
      changed_at: now,
      ...(quietHours && {
        quiet_enabled: quietHours.enabled,
        quiet_from: minutesOf(quietHours.from),
        quiet_to: minutesOf(quietHours.to),
      }),
      ...(digest && { digest: digest.frequency, digest_hour: digest.hour, digest_weekday: digest.weekday }),
      ...(language && { language }),
    })
    .where('member_id', '=', member.memberId)
    .execute()
}
