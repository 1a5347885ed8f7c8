/** The candidates of an exam, in a process of their own: each call waits for the answer to the one before on its connection. */
import autocannon from 'autocannon'
import { connections } from './turns.ts'

export interface LoadedCandidate {
  readonly id: string
  readonly companyId: string
  readonly token: string
  readonly attemptId: string
  readonly writer: string
}

export interface ExamLoad {
  readonly origin: string
  /** With the placeholders `{attempt}` and `{exam}`. */
  readonly path: string
  readonly examId: string
  readonly candidates: readonly LoadedCandidate[]
  /** `saves`: one answer after the other, by all in turn. `once`: each candidate asks once, with this body. */
  readonly kind:
    | { readonly saves: { readonly seconds: number; readonly questions: number } }
    | { readonly once: object }
}

export interface ExamLoadResult {
  readonly perSecond: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The last number of each writer that was answered: what the end of a turn has cut off is sent again. */
const answered = new Map<string, number>()

const keyOf = ({ attemptId }: LoadedCandidate, origin: string) => `${origin} ${attemptId}`

function saveOf(candidate: LoadedCandidate, origin: string, questions: number): object {
  const { writer } = candidate
  const first = (answered.get(keyOf(candidate, origin)) ?? 0) + 1
  const answer = { kind: 'single-choice', chosen: [1] }
  return { writer, first, events: [{ place: 1 + (first % questions), answer, at: Date.now() }] }
}

async function run({ origin, path, examId, candidates, kind }: ExamLoad): Promise<ExamLoadResult> {
  let count = 0
  const startedAt = performance.now()
  const result = await autocannon({
    ...{ url: origin, connections, timeout: 60 },
    ...('saves' in kind ? { duration: kind.saves.seconds } : { amount: candidates.length }),
    requests: [
      {
        setupRequest: (request, context) => {
          const candidate = candidates[count++ % candidates.length] as LoadedCandidate
          Object.assign(context, { key: keyOf(candidate, origin) })
          const body =
            'saves' in kind
              ? saveOf(candidate, origin, kind.saves.questions)
              : { ...kind.once, ...('lastNumber' in kind.once && { writer: candidate.writer }) }
          return {
            ...request,
            method: 'POST',
            path: path.replace('{attempt}', candidate.attemptId).replace('{exam}', examId),
            headers: {
              ...{ authorization: `Bearer ${candidate.token}`, 'content-type': 'application/json', version: '1' },
              ...{ 'x-forwarded-for': `10.1.${(count >> 8) & 255}.${count & 255}`, 'user-agent': 'bench' },
            },
            body: JSON.stringify(body),
          }
        },
        onResponse: (status, _, context) => {
          const { key } = context as { key: string }
          if (status === 200) answered.set(key, (answered.get(key) ?? 0) + 1)
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${path}: ${failed} failed: ${JSON.stringify(result.statusCodeStats)}`)
  const seconds = (performance.now() - startedAt) / 1000
  const perSecond = 'saves' in kind ? result.requests.total / result.duration : candidates.length / seconds
  return { perSecond, seconds, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}

process.on('message', (task) => {
  run(task as ExamLoad).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
