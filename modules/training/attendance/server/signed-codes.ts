/** Codes that nobody can make up: the changing one of the screen in the room, and the own one of a participant. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { codeValidMs } from '../contract/checking-in.ts'
import { type Direction, directions } from '../contract/states.ts'

export const newSecret = (): string => randomBytes(32).toString('base64url')

const sign = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

export interface RoomCode {
  readonly timeStamp: number
  readonly mac: string
}

interface Signed {
  readonly signId: string
  readonly secret: string
}

export function roomCode({ signId, secret }: Signed, timeStamp: number, direction: Direction): RoomCode {
  return { timeStamp, mac: sign(secret, `${signId}|${timeStamp}|${direction}`).toString('base64url') }
}

/** In bytes: texts of as many letters may be of different length. */
function isSame(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)]
  return mine.length === theirs.length && timingSafeEqual(mine, theirs)
}

/**
 * For what a code of the room is, now; undefined where it is forged, too old or not shown yet. The server's clock alone counts
 * (TRAINING-036).
 */
export function directionOf(signed: Signed, { timeStamp, mac }: RoomCode, now: number): Direction | undefined {
  if (timeStamp > now || now - timeStamp >= codeValidMs) return undefined
  return directions.find((direction) => isSame(roomCode(signed, timeStamp, direction).mac, mac))
}

/** Without the letters that are read as numbers. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const shortLength = 6

interface OwnCodeText {
  /** In the QR code. */
  readonly text: string
  /** To type. */
  readonly short: string
}

/** The code of a participant for one day of the class. */
export function ownCode(secret: string, memberId: string, day: string): OwnCodeText {
  const mac = sign(secret, `${memberId}|${day}`)
  const short = [...mac.subarray(0, shortLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return { text: `sy-in.${memberId}.${day}.${mac.toString('base64url')}`, short }
}

/** On the printed name badge of a participant: for the whole class, and never typed. */
export const badgeText = (secret: string, memberId: string): string => ownCode(secret, memberId, 'badge').text

/** As staff's devices know a code without network: they can compare it, and cannot make it. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What was scanned or typed is the code of that member: the short one as people read it, in any case, with spaces and dashes. */
export function isOwnCode(expected: OwnCodeText, said: string): boolean {
  return isSame(expected.text, said) || isSame(expected.short, said.toUpperCase().replace(/[^0-9A-Z]/g, ''))
}
