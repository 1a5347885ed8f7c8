/** A heartbeat over the wire. It outlives the page, and its failure never disturbs the member. */
import { CallError } from '#web/api/call-error.ts'
import { withToken } from '#web/api/query.ts'
import { react } from '#web/api/reactions.ts'
import { API_BASE, failureOf, headersOf } from '#web/api/send.ts'
import type { Acknowledgement, Outcome } from './reporter.ts'

const giveUpMs = 15_000

export async function sendHeartbeat<Answer extends Acknowledgement>(
  path: string,
  body: unknown,
): Promise<Outcome<Answer>> {
  try {
    const answer = await withToken(async (token) => {
      const response = await fetch(API_BASE + path, {
        method: 'POST',
        keepalive: true,
        headers: { ...headersOf(token), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(giveUpMs),
      })
      if (!response.ok) throw await failureOf(path, response)
      return (await response.json()) as Answer
    })
    return { kind: 'acknowledged', answer }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): Outcome<never> {
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
