import './classes.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { ShownActivity } from '../../contract/learning.ts'
import { classes } from '../../contract.ts'
import { classPaths } from '../paths.ts'

interface Props {
  readonly classId: string
  readonly activityId: string
  readonly children: (one: ShownActivity) => ReactNode
}

/** An activity of a class on a screen of its own, with the class as its context (TRAINING-041). */
export function ActivityFrame({ classId, activityId, children }: Props) {
  const t = useText('classes')
  const { data, error, refetch } = useQuery(q(classes.shownActivity, { params: { id: classId, activityId } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={5} />
  return (
    <>
      <PageHeader
        back={<Link to={classPaths.one(classId)}>{data.className}</Link>}
        title={data.name}
        description={
          data.dueAt !== null && (
            <>
              {t('outline.due')} <DateText value={data.dueAt} style="minute" />
            </>
          )
        }
      />
      <div className="sy-column sy-gap-4">
        {data.text !== '' && (
          <section className="sy-card cl-section">
            <p className="cl-activity-text">{data.text}</p>
          </section>
        )}
        {children(data)}
      </div>
    </>
  )
}
