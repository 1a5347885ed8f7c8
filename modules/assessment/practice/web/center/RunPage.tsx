import '../parts/practice.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isRefusal } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PRACTICE_NOT_FOUND } from '../../contract/codes.ts'
import type { Practice } from '../../contract/practicing.ts'
import { practice } from '../../contract.ts'
import { Run } from '../parts/Run.tsx'
import { practicePaths } from '../paths.ts'

/** Answering a practice, question by question. One that is not there closes the page with a message (EXAM-046). */
export default function RunPage() {
  const t = useText('practice')
  const { id = '' } = useParams()
  const navigate = useNavigate()
  // What is answered on the screen must outlive the memory of calls, which each answer outdates.
  const [opened, setOpened] = useState<Practice>()
  const { data, error, isFetching, refetch } = useQuery({
    ...q(practice.practice, { params: { id } }, { quiet: true, cache: 0 }),
    enabled: !opened,
  })
  if (opened && opened.id !== id) setOpened(undefined)
  // What is known from an earlier visit lacks the answers since.
  if (data && !isFetching && !error && !opened) setOpened(data)
  const isMissing = isRefusal(error, PRACTICE_NOT_FOUND)
  useEffect(() => {
    if (!isMissing) return
    notify('error', t('dict.practice-not-found'))
    void navigate(practicePaths.all, { replace: true })
  }, [isMissing, navigate, t])
  const resetRound = opened?.wasReset ? opened.round : 0
  useEffect(() => {
    if (resetRound > 0) notify('info', t('dict.question-bank-updated'))
  }, [resetRound, t])
  if (isMissing) return null
  if (opened) {
    const onUpdated = () => {
      setOpened(undefined)
      void refetch()
    }
    return <Run key={`${opened.id} ${opened.round}`} practice={opened} onUpdated={onUpdated} />
  }
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />
  return <LoadingState shape="spinner" />
}
