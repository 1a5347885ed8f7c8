/**
 * The callbacks of a BigBlueButton server: a meeting has ended, a recording is ready. Both only trigger a query. The
 * second one is signed, and an unsigned one is refused as its documentation requires.
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
 * The contents of `signed_parameters` in the recording's callback: a JWT by HS256 with the server's shared secret.
 * undefined if the signature or the method is wrong; a token with the method `none` is invalid.
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
