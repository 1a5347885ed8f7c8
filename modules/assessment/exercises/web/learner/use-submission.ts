import { useCallback, useEffect, useRef, useState } from 'react'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import type { AnswerState, TemporaryQuestion } from '../../contract/wire.ts'
import { exercises } from '../../contract.ts'
import { dropAnswer, keepAnswer, type WaitingAnswer, waitingAnswer } from './answer-queue.ts'

const AGAIN_MS = 4000

/** Nothing was decided about the call: the network, or the server, is away. */
const isAway = (error: unknown) =>
  !(error instanceof CallError) || (error.status ?? 0) === 0 || (error.status ?? 0) >= 500

/** Submits the answers of a question. One that finds nobody is kept, and sent again until it is answered. */
export function useSubmission({ id: questionId, contentId }: TemporaryQuestion, onState: (state: AnswerState) => void) {
  const [waiting, setWaiting] = useState(() => waitingAnswer(questionId))
  const [isSending, setSending] = useState(false)
  const sending = useRef(false)
  const send = useCallback(
    async ({ answer, ...attempt }: WaitingAnswer) => {
      if (sending.current) return
      sending.current = true
      setSending(true)
      try {
        const body = { questionId, ...attempt, answer: JSON.stringify(answer) }
        onState(await call(exercises.submitTemporaryQuestion, { body }, { quiet: true }))
        dropAnswer(questionId)
        setWaiting(undefined)
      } catch (error) {
        if (!isAway(error)) {
          dropAnswer(questionId)
          setWaiting(undefined)
          throw error
        }
      } finally {
        sending.current = false
        setSending(false)
      }
    },
    [questionId, onState],
  )
  useEffect(() => {
    if (!waiting) return
    const again = () => void send(waiting).catch(() => undefined)
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [waiting, send])
  const submit = async (answer: QuestionAnswer) => {
    const attempt = { submissionId: crypto.randomUUID(), contentId, answer }
    keepAnswer(questionId, attempt)
    setWaiting(attempt)
    await send(attempt)
  }
  return { submit, waiting, isSending }
}
