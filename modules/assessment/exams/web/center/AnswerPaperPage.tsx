import '../answering/answering.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Attempt } from '../../contract/answering.ts'
import { exams } from '../../contract.ts'
import { AnswerSheet } from '../answering/AnswerSheet.tsx'
import { examPaths } from '../paths.ts'

/**
 * Answering the exam of the address. Whoever has no attempt in progress begins on the page before the start. All questions come
 * with the first answer; from then on the screen needs the network to save alone.
 */
export default function AnswerPaperPage() {
  const { id = '' } = useParams()
  // What is answered on the screen must outlive the memory of calls: a new sign-in empties it, and each save outdates it.
  const [opened, setOpened] = useState<Attempt>()
  const exam = useQuery({ ...q(exams.exam, { params: { id } }), enabled: !opened })
  const openId = exam.data?.openAttemptId ?? ''
  const attempt = useQuery({
    ...q(exams.attempt, { params: { id: openId } }, { cache: 0 }),
    enabled: openId !== '' && !exam.isFetching && !opened,
  })
  const navigate = useNavigate()
  // What is known from an earlier visit lacks the answers since.
  if (attempt.data && !attempt.isFetching && !opened) setOpened(attempt.data)
  if (opened)
    return (
      <AnswerSheet
        key={opened.id}
        attempt={opened}
        onEnded={() => void navigate(examPaths.result(opened.id), { replace: true })}
      />
    )
  const failed = exam.isError ? exam : attempt.isError ? attempt : undefined
  if (failed) return <ErrorState page error={failed.error} onRetry={() => void failed.refetch()} />
  // What was known before the start says that there is none.
  if (exam.data && exam.data.openAttemptId === null && !exam.isFetching)
    return <Navigate to={examPaths.one(id)} replace />
  return <LoadingState shape="spinner" />
}
