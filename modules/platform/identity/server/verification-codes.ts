/**
 * Verification codes: 4 digits by SMS, 6 by e-mail (IDENTITY-028). An SMS code to sign in is valid for 2 minutes, every
 * other for 5 (IDENTITY-030). Three wrong tries make it void. A code for an address that no company knows is counted and
 * answered like any other, but neither sent nor ever right, so that requests do not reveal accounts. A code serves the
 * company it was asked for, and one that was asked for without a company serves any.
 */

import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { type ErrorCode, INVALID_INPUT, refuse, refuseKeepingWrites, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { lockNames } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import {
  CHANNEL_OFF,
  CODE_EXPIRED,
  CODE_INVALID,
  CODE_TOO_OFTEN,
  CODE_VOID,
  EMAIL_CODE_EXPIRED,
  ONE_TIME_CODE_EXPIRED,
  REGISTRATION_CLOSED,
  SMS_LIMIT_REACHED,
  TODAY_TOO_FREQUENT,
} from '../contract/codes.ts'
import { plainPhone } from '../contract/shapes.ts'
import type { CodePurpose } from '../contract/sign-in.ts'
import { findMembersByAddress } from './accounts.ts'
import { getCompany, type SignInRule, signInRule, signInRuleForAnybody } from './companies.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { codeMail } from './mails.ts'

const resendSeconds = 60
const signInBySmsSeconds = 120
const otherwiseSeconds = 300
const wrongTriesMax = 3
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The address of a code: exactly one of phone and e-mail address. */
export interface Address {
  readonly channel: 'sms' | 'email'
  readonly address: string
}

export function addressOf(input: { phone?: string; email?: string }): Address {
  if ((input.phone === undefined) === (input.email === undefined)) {
    throw refuse(INVALID_INPUT, {
      fields: [{ path: 'phone', rule: 'oneOf', message: 'one of phone and email is needed' }],
    })
  }
  if (input.phone !== undefined) return { channel: 'sms', address: plainPhone(input.phone) }
  return { channel: 'email', address: (input.email ?? '').toLowerCase() }
}

export interface CodeRequest extends Address {
  readonly purpose: CodePurpose
  readonly companyId?: string
  readonly language: Language
}

function assertChannelOn({ config }: Outside, channel: Address['channel']): void {
  const off = channel === 'sms' ? config.sms.provider === 'off' : config.mail.transport === 'off'
  if (off) throw refuse(CHANNEL_OFF)
}

/**
 * The codes sent to the address: the last one, and the numbers of this hour and of the day. The day is that of the first
 * company for all: in the zones of several one address would have several days at once.
 */
async function countSent(db: IdentityDb, address: string, now: number) {
  const { timeZone } = await getCompany(db)
  const { rows } = await sql<{ last: number | null; hour: number; day: number }>`
    select max(sent_at) as last,
      count(*) filter (where sent_at > ${now - hourMs}) as hour,
      count(*) filter (where sent_at >= extract(epoch from
        date_trunc('day', to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZone})
          at time zone ${timeZone}) * 1000) as day
    from identity.verification_code
    where address = ${address} and sent_at > ${now - dayMs - hourMs}`.execute(db)
  return rows[0] ?? { last: null, hour: 0, day: 0 }
}

async function assertNotTooMany(
  db: IdentityDb,
  { channel, address }: Address,
  rule: SignInRule,
  now: number,
): Promise<void> {
  const sent = await countSent(db, address, now)
  if (sent.last !== null && sent.last > now - resendSeconds * 1000) throw refuse(CODE_TOO_OFTEN)
  if (sent.day >= rule.codesPerDay) throw refuse(TODAY_TOO_FREQUENT)
  if (channel === 'sms' && sent.hour >= rule.codesPerHour) throw refuse(SMS_LIMIT_REACHED)
}

/**
 * In any company: the owner of the address hears of each code that somebody asks for with it, and what uses up the
 * limits of an address with an account is always a message to its owner.
 */
async function hasEnabledMember(db: IdentityDb, address: Address): Promise<boolean> {
  const members = await findMembersByAddress(db, address, undefined)
  return members.some((member) => member.enabled)
}

function codeHash(codeId: string, code: string): Buffer {
  return createHash('sha256').update(`${codeId} ${code}`).digest()
}

/** Creates a code and enqueues its sending. */
export async function requestCode(
  db: IdentityDb,
  request: CodeRequest,
  caller: Caller | undefined,
  outside: Outside,
  now: number,
) {
  const { purpose, channel, address, language } = request
  if (purpose === 'bind' && !caller) throw refuse(SIGN_IN_NEEDED)
  assertChannelOn(outside, channel)
  const company = await getCompany(
    db,
    purpose === 'bind' ? caller?.companyId : (request.companyId ?? caller?.companyId),
  )
  const rule = caller ? await signInRule(db, company.id) : await signInRuleForAnybody(db, company.id)
  if (purpose === 'register' && !rule.registrationOpen) throw refuse(REGISTRATION_CLOSED)
  // Requests for one address run one after another, so that simultaneous ones cannot exceed the limits.
  await lockNames(db, `verification code ${address}`)
  await assertNotTooMany(db, request, rule, now)
  const needsMember = purpose === 'sign-in' || purpose === 'reset-password'
  const deliverable = !needsMember || (await hasEnabledMember(db, request))
  const digits = channel === 'sms' ? 4 : 6
  const validSeconds = channel === 'sms' && purpose === 'sign-in' ? signInBySmsSeconds : otherwiseSeconds
  const id = uuid()
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  await db
    .insertInto('identity.verification_code')
    .values({
      id,
      company_id: company.id,
      // A code to bind an address is the caller's: it was asked for from no company's page.
      asked_company_id: purpose === 'bind' ? null : purpose === 'register' ? company.id : (request.companyId ?? null),
      channel,
      address,
      purpose,
      member_id: caller?.memberId ?? null,
      deliverable,
      code_hash: codeHash(id, code),
      sent_at: now,
      expires_at: now + validSeconds * 1000,
    })
    .execute()
  await enqueue(db, channel === 'sms' ? sendCodeBySms : sendCode, { codeId: id, code, language })
  return { digits, validSeconds, resendSeconds }
}

function expiredError(channel: string, purpose: CodePurpose): ErrorCode {
  if (channel === 'email') return EMAIL_CODE_EXPIRED
  return purpose === 'sign-in' ? ONE_TIME_CODE_EXPIRED : CODE_EXPIRED
}

export interface CodeTry extends Address {
  readonly purpose: CodePurpose
  readonly code: string
  /** The company that it is to serve; undefined: whichever. */
  readonly companyId?: string | undefined
  /** The member who must have requested the code. */
  readonly memberId?: string
  /** Nobody could use the code: it is wrong, whatever was typed, and the try counts. */
  readonly useless?: boolean
}

/** Consumes the newest code of the address for the company, or refuses. A wrong try counts although the request is refused. */
export async function redeemCode(db: IdentityDb, attempt: CodeTry, now: number): Promise<void> {
  const { address, purpose, companyId, memberId } = attempt
  const row = await db
    .selectFrom('identity.verification_code')
    .selectAll()
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .where('channel', '=', attempt.channel)
    .$if(memberId === undefined, (query) =>
      query.where(sql<boolean>`(asked_company_id is null or asked_company_id = ${companyId ?? null})`),
    )
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .orderBy('sent_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.used_at !== null) throw refuse(CODE_INVALID)
  if (row.wrong_tries >= wrongTriesMax) throw refuse(CODE_VOID)
  if (row.expires_at <= now) throw refuse(expiredError(attempt.channel, purpose))
  const equal = timingSafeEqual(row.code_hash, codeHash(row.id, attempt.code))
  const right = equal && row.deliverable && !attempt.useless
  await db
    .updateTable('identity.verification_code')
    .set(right ? { used_at: now } : { wrong_tries: row.wrong_tries + 1 })
    .where('id', '=', row.id)
    .execute()
  if (!right) throw refuseKeepingWrites(row.wrong_tries + 1 >= wrongTriesMax ? CODE_VOID : CODE_INVALID)
}

/** How many codes are sent at once by each provider. */
const senders = 4

/** Sends the code by the provider, unless it has expired. */
const codeJob = (name: string) =>
  job({
    name,
    payload: Type.Object({
      codeId: Type.String(),
      code: Type.String(),
      language: Type.Unsafe<Language>({ type: 'string' }),
    }),
    outside: true,
    senders,
    async run(connection, { codeId, code, language }, { outside, now }) {
      const row = await identityTables(connection)
        .selectFrom('identity.verification_code')
        .select(['channel', 'address', 'purpose', 'deliverable', 'expires_at', 'sent_at'])
        .where('id', '=', codeId)
        .executeTakeFirst()
      if (!row?.deliverable || row.expires_at <= now) return
      if (row.channel === 'sms') {
        await outside.sendSms({ phone: row.address, template: 'verification-code', parameters: { code } })
      } else {
        const minutes = (row.expires_at - row.sent_at) / 60_000
        await outside.sendMail({ to: row.address, ...codeMail(language, { code, minutes }) })
      }
    },
  })

/** By e-mail. A job that an earlier version has enqueued may be for an SMS. */
export const sendCode = codeJob('identity.send-code')
/** Beside those by e-mail, so that no SMS waits for a slow mail server. */
export const sendCodeBySms = codeJob('identity.send-code-by-sms')
