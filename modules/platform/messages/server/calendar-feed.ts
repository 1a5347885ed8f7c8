/** The address at which a calendar program reads a member's calendar. Everybody who knows the address can read it. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { contactsSql, getTimeZone } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { StreamAnswer } from '#server/module.ts'
import { gatherCalendar } from './calendar.ts'
import type { MessagesDb } from './db.ts'
import { calendarText } from './ical.ts'
import { wholeAddress } from './links.ts'

const dayMs = 86_400_000
const pastDays = 30
const futureDays = 365
/** Calendar programs read often; the time of the last reading is stored at most this often. */
const readNoteMs = 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const names = { cn: '书院学习日历', en: 'Shuyuan calendar' } as const

export async function readFeedState(db: MessagesDb, caller: Caller) {
  const row = await db
    .selectFrom('messages.calendar_feed')
    .select(['created_at', 'last_read_at'])
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst()
  return { active: row !== undefined, createdAt: row?.created_at ?? null, lastReadAt: row?.last_read_at ?? null }
}

/** Creates an address and ends the previous one. The calendar is in the language of its creator. */
export async function makeFeed(
  db: MessagesDb,
  caller: Caller,
  { language, config, now }: { language: Language; config: Config; now: number },
) {
  const token = randomBytes(24).toString('base64url')
  const values = { token_hash: hashOf(token), language, created_at: now, last_read_at: null }
  await db
    .insertInto('messages.calendar_feed')
    .values({ member_id: caller.memberId, company_id: caller.companyId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  return { url: `${config.publicUrl}/api/v1/system/calendar/${token}/shuyuan.ics`, createdAt: now }
}

export async function revokeFeed(db: MessagesDb, caller: Caller): Promise<void> {
  await db.deleteFrom('messages.calendar_feed').where('member_id', '=', caller.memberId).execute()
}

interface Feed {
  readonly member_id: string
  readonly company_id: string
  readonly language: Language
}

async function findFeed(db: MessagesDb, token: string, now: number): Promise<Feed> {
  const row = await db
    .selectFrom('messages.calendar_feed')
    .select(['member_id', 'company_id', 'language', 'last_read_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  const { rows } = await sql<{ enabled: boolean }>`
    select c.enabled from ${contactsSql(row.company_id)} c where c.id = ${row.member_id}`.execute(db)
  if (!rows[0]?.enabled) throw refuse(NOT_FOUND)
  if (row.last_read_at === null || row.last_read_at < now - readNoteMs)
    await db
      .updateTable('messages.calendar_feed')
      .set({ last_read_at: now })
      .where('member_id', '=', row.member_id)
      .execute()
  return { ...row, language: row.language as Language }
}

/** The calendar at an address, from a month ago to a year ahead; 304 if the reader already has it. */
export async function readFeed(
  db: MessagesDb,
  { token, known, config, now }: { token: string; known: string | undefined; config: Config; now: number },
): Promise<StreamAnswer> {
  const { member_id: memberId, company_id: companyId, language } = await findFeed(db, token, now)
  // The window starts at midnight, so that an unchanged calendar stays identical for the whole day.
  const today = Math.floor(now / dayMs) * dayMs
  const window = { companyId, memberId, from: today - pastDays * dayMs, to: today + futureDays * dayMs }
  const entries = await gatherCalendar(db, window)
  const host = new URL(config.publicUrl).hostname
  const text = calendarText({
    name: names[language],
    timeZone: await getTimeZone(db, companyId),
    events: entries.map(({ id, title, description, startsAt, endsAt, allDay, place, link, changedAt }) => {
      const url = wholeAddress(config, link ?? null)
      return {
        uid: `${id}@${host}`,
        title: title[language],
        startsAt,
        changedAt: changedAt ?? startsAt,
        ...(endsAt !== undefined && { endsAt }),
        ...(allDay && { allDay }),
        ...(place !== undefined && { place }),
        ...(description && { description: description[language] }),
        ...(url !== null && { url }),
      }
    }),
  })
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`
  const headers = { etag: tag, 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) return { status: 304, headers }
  return {
    headers: {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="shuyuan.ics"',
    },
    body: text,
  }
}
