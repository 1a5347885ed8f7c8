/** A beat over the wire. It outlives the page, and no failure of it disturbs who is studying. */
import { fillPath } from '#kit/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import { withToken } from '#web/api/query.ts'
import { react } from '#web/api/reactions.ts'
import { API_BASE, failureOf, headersOf } from '#web/api/send.ts'
import type { HeartbeatAnswer } from '../../../contract/learning.ts'
import { courses } from '../../../contract.ts'
import type { Beat } from './outbox.ts'
import type { Outcome } from './reporter.ts'

const GIVE_UP_MS = 15_000

export async function sendBeat(playbackId: string, beat: Beat): Promise<Outcome> {
  const path = fillPath(courses.beat.path, { id: playbackId })
  try {
    const answer = await withToken(async (token) => {
      const response = await fetch(API_BASE + path, {
        method: 'POST',
        keepalive: true,
        headers: { ...headersOf(token), 'Content-Type': 'application/json' },
        body: JSON.stringify(beat),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      })
      if (!response.ok) throw await failureOf(path, response)
      return (await response.json()) as HeartbeatAnswer
    })
    return { kind: 'acknowledged', answer }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof CallError) || error.kind !== 'refused') return { kind: 'away' }
  if (error.status === 401) {
    // Kept, and sent after the next sign-in.
    void react(error, { quiet: true })
    return { kind: 'away' }
  }
  const { retryAfterMs } = error.data
  return {
    kind: 'refused',
    errorCode: error.errorCode,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
  }
}
