/** Addresses in messages. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** The full address of a hash path of the shell (`/course/1`); null if there is nothing to open. */
export function wholeAddress(config: Config, link: string | null): string | null {
  if (link === null) return null
  const path = link.replace(/^#/, '')
  // Only paths of the shell, so that a link with a member's text cannot lead elsewhere.
  return path.startsWith('/') ? `${config.publicUrl}/#${path}` : null
}

/** The address with the delivery's id, which makes two messages with the same text different, but not a retry. */
export function numberedAddress(config: Config, link: string | null, deliveryId: string): string | undefined {
  const whole = wholeAddress(config, link)
  return whole === null ? undefined : whole.replace('/#', `/?m=${deliveryId}#`)
}

export function preferencesAddress(config: Config): string {
  return `${config.publicUrl}/#/center/messages/settings`
}

/** The type of a link that switches off all e-mails that are not mandatory: that of a digest. */
export const allTypes = 'all'

interface LinkOf {
  readonly memberId: string
  readonly type: string
}

function signature(key: Buffer, { memberId, type }: LinkOf): Buffer {
  return createHmac('sha256', key).update(`unsubscribe.${memberId}.${type}`).digest().subarray(0, 18)
}

/** A token that can only switch off one type of e-mails of one member. */
export function unsubscribeToken(key: Buffer, subject: LinkOf): string {
  const member = Buffer.from(subject.memberId.replaceAll('-', ''), 'hex').toString('base64url')
  return `${member}.${Buffer.from(subject.type).toString('base64url')}.${signature(key, subject).toString('base64url')}`
}

/** The member and the type in a token; `isGenuine` checks its signature. */
export function readUnsubscribeToken(token: string): (LinkOf & { readonly proof: Buffer }) | undefined {
  const [member, type, proof, ...rest] = token.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!member || !type || !proof || rest.length > 0 || member.length !== 16 || proof.length !== 18) return undefined
  const memberId = member.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { memberId, type: type.toString('utf8'), proof }
}

export function isGenuine(key: Buffer, read: LinkOf & { readonly proof: Buffer }): boolean {
  return timingSafeEqual(signature(key, read), read.proof)
}

/** The page on which a person unsubscribes. */
export function unsubscribePage(config: Config, token: string): string {
  return `${config.publicUrl}/#/unsubscribe/${token}`
}

/** The address to which the mail program posts (RFC 8058). */
export function unsubscribeCall(config: Config, token: string): string {
  return `${config.publicUrl}/api/v1/system/message/unsubscribe/${token}`
}
