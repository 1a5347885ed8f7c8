/**
 * What a BigBlueButton server tells by itself: that a meeting has ended, that a recording can be watched. Both are pokes,
 * after which it is asked; the second one is signed, and an unsigned one is refused as its documentation wants it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

interface RecordingReady {
  readonly meetingId: string
  readonly recordId: string
}

const tokenLengthMax = 4096

function jsonOf(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/**
 * What `signed_parameters` of the recording's callback say: a JWT by HS256 with the server's shared secret. undefined where
 * it is not signed with it, or by another method: a token that names `none` is no token.
 */
export function readRecordingReady(secret: string, token: string): RecordingReady | undefined {
  const [head, body, signature, ...more] = token.length <= tokenLengthMax ? token.split('.') : []
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined
  if (jsonOf(head)?.alg !== 'HS256') return undefined
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const { meeting_id: meetingId, record_id: recordId } = jsonOf(body) ?? {}
  return typeof meetingId === 'string' && typeof recordId === 'string' ? { meetingId, recordId } : undefined
}
