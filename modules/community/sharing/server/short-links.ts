/** Short links to addresses of this platform. Anybody can open them. */
import { createHash, randomInt } from 'node:crypto'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { shortLinkLifeDays } from '../contract.ts'
import type { SharingDb } from './db.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const codeLength = 8
const lifeMs = shortLinkLifeDays * 24 * 3_600_000

/** 62^8 codes: nobody guesses one, and collisions don't happen by chance. */
function createCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function refuseAddress(rule: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path: 'longUrl', rule, message }] })
}

/** Decodes names as browsers do, before and after the hash: `%73ignId` is `signId`. */
function carriesSignId(url: URL): boolean {
  const behindHash = new URLSearchParams(url.hash.split('?').slice(1).join('?'))
  return url.searchParams.has('signId') || behindHash.has('signId')
}

/**
 * The path of an address of this platform. Other origins are refused, because they would make an open redirect. Sign-in
 * codes are refused, because a link would outlive them.
 */
function pathOfOwnAddress(longUrl: string, publicUrl: string): string {
  const url = URL.parse(longUrl)
  const own = new URL(publicUrl)
  if (!url || url.origin !== own.origin || url.username !== '' || url.password !== '')
    throw refuseAddress('own-address', `must begin with ${own.origin}`)
  const path = `${url.pathname}${url.search}${url.hash}`
  if (path.startsWith('//') || path.startsWith('/\\')) throw refuseAddress('own-address', 'is no path of this platform')
  if (carriesSignId(url)) throw refuseAddress('never-shortened', 'a sign-in code is never shortened')
  return path
}

/** The one link of an address in a company; each request extends its life. */
export async function shortLinkOf(
  db: SharingDb,
  caller: Caller,
  { longUrl, publicUrl, now }: { longUrl: string; publicUrl: string; now: number },
): Promise<string> {
  const path = pathOfOwnAddress(longUrl, publicUrl)
  const { code } = await db
    .insertInto('sharing.short_link')
    .values({
      code: createCode(),
      company_id: caller.companyId,
      path,
      path_sha256: createHash('sha256').update(path).digest(),
      created_by: caller.memberId,
      created_at: now,
      expires_at: now + lifeMs,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'path_sha256']).doUpdateSet({ expires_at: now + lifeMs }))
    .returning('code')
    .executeTakeFirstOrThrow()
  return `${publicUrl}/s/${code}`
}

/** The target of a short link; undefined for unknown and expired codes. Counts the visit. */
export async function openShortLink(db: SharingDb, code: string, now: number): Promise<string | undefined> {
  const link = await db
    .updateTable('sharing.short_link')
    .set((e) => ({ opened_count: e('opened_count', '+', 1) }))
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .returning('path')
    .executeTakeFirst()
  return link?.path
}
