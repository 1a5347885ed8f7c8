import '../parts/graduation.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { classes } from '#modules/training/classes/contract.ts'
import { ClassTabs } from '#modules/training/classes/web.tsx'
import { outdate, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useLastLook } from '#web/ui/use-last-look.ts'
import { graduation } from '../../contract.ts'
import { BatchNote } from './BatchNote.tsx'
import { ConditionsCard } from './ConditionsCard.tsx'
import { Figures } from './Figures.tsx'
import { ForecastTable } from './ForecastTable.tsx'

const lookEveryMs = 2000

/** Graduation from a class, for those who run it: conditions, who would graduate, and the batch. */
export default function GraduationPage() {
  const t = useText('graduation')
  const { id = '' } = useParams()
  const params = { id }
  const one = useQuery(q(classes.editedClass, { params }, { quiet: true }))
  const rule = useQuery(q(graduation.graduationRule, { params }, { quiet: true }))
  const figures = useQuery(q(graduation.graduationFigures, { params }, { quiet: true }))
  const parts = [one, rule, figures]
  const failed = parts.find((part) => part.isError)
  const [started, setStarted] = useState(0)
  const last = useQuery({
    ...q(graduation.graduationBatch, { params }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.batch?.isRunning ? lookEveryMs : false),
  })
  const isRunning = last.data?.batch?.isRunning ?? false
  useLastLook(isRunning, () => {
    outdate(graduation.graduationForecast, classes.roster)
    setStarted(started + 1)
  })
  const state = one.data?.state
  const isOpen = state !== undefined && ![1, 7, 8].includes(state)
  return (
    <>
      <PageHeader title={one.data?.name ?? t('title')} back={<Link to="/admin/classes">{t('back')}</Link>} />
      <ClassTabs classId={id} active="/admin/classes/:id/graduation" />
      <div id="class-panel" role="tabpanel" aria-label={t('title')} className="sy-column sy-gap-4">
        <BatchNote batch={last.data?.batch ?? null} />
        {figures.data && <Figures figures={figures.data} />}
        {failed && (
          <ErrorState error={failed.error} onRetry={() => void Promise.all(parts.map((part) => part.refetch()))} />
        )}
        {parts.some((part) => part.isPending) && <LoadingState rows={4} />}
        {rule.data && <ConditionsCard classId={id} rule={rule.data} isEditable={state !== undefined && state !== 7} />}
        <ForecastTable
          key={started}
          classId={id}
          isOpen={isOpen && !isRunning}
          passing={figures.data?.passing ?? 0}
          onStarted={() => void last.refetch()}
        />
      </div>
    </>
  )
}
