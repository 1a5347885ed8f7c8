import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import type { MarkedQuestion } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { MarkedAnswerCard } from './MarkedAnswerCard.tsx'

interface Props {
  readonly examId: string
  readonly questions: readonly MarkedQuestion[]
  /** Of this question alone; without it those of each person together. */
  readonly versionId?: string
}

/** The answers that wait first, one below the other. */
export function AnswersToMark({ examId, questions, versionId }: Props) {
  const t = useText('exams')
  const paging = usePaging(10)
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(versionId !== undefined && { versionId }) }
  const { data, error, refetch } = useQuery(q(exams.markedAnswers, { params: { id: examId }, query }, { quiet: true }))
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const onUnsaved = useCallback((attemptId: string, place: number, isUnsaved: boolean) => {
    const key = `${attemptId} ${place}`
    setUnsaved((before) => {
      if (before.has(key) === isUnsaved) return before
      return new Set(isUnsaved ? [...before, key] : [...before].filter((one) => one !== key))
    })
  }, [])
  const { holder } = useLeaveGuard(unsaved.size > 0, {
    title: t('marking.leave', { count: unsaved.size }),
    hint: t('marking.leaveHint'),
  })
  const comments = useQuery(q(exams.cannedComments, { params: { id: examId } }, { quiet: true }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  return (
    <section className="ex-viewed" aria-label={t('marking.answers')}>
      {data.items.length === 0 && <EmptyState small title={t('marking.nothing')} />}
      {data.items.map((answer) => {
        const question = questions.find((one) => one.versionId === answer.versionId)
        if (!question) return null
        const { content, rubric } = question
        return (
          <MarkedAnswerCard
            key={`${answer.attemptId} ${answer.place} ${answer.earnedTenths ?? ''}`}
            {...{ examId, answer, content, rubric, comments: comments.data ?? [], onUnsaved }}
            showsQuestion={versionId === undefined}
          />
        )
      })}
      <Pager paging={paging} recordCount={data.recordCount} />
      {holder}
    </section>
  )
}
