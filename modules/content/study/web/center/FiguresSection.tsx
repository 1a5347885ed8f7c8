import '../parts/study.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { study } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'
import { durationText } from '../parts/durations.ts'
import { studyPaths } from '../paths.ts'

/** On top of the personal center: study time, points, courses, classes, class hours and credits (COURSE-017). */
export default function FiguresSection() {
  const t = useText('study')
  const { user } = useSession()
  const { data, error, isError, refetch } = useQuery(q(study.learningFigures, {}, { quiet: true }))
  if (isError && !data)
    return (
      <HomeSection title={t('figures.title')}>
        <ErrorState small error={error} onRetry={() => void refetch()} />
      </HomeSection>
    )
  return (
    <HomeSection
      title={t('figures.title')}
      more={
        <>
          {user && (
            <Link to={studyPaths.record(user.id)}>
              <Icon name="log" size={16} /> {t('record.title')}
            </Link>
          )}
          <Link to={studyPaths.timeline}>
            <Icon name="history" size={16} /> {t('figures.timeline')}
          </Link>
        </>
      }
    >
      {!data ? (
        <LoadingState rows={3} />
      ) : (
        <dl className="sy-card st-figures">
          <Figure icon="clock" label={t('figures.studyTime')} to={studyPaths.studyTime}>
            {durationText(t, data.studyMinutes)}
          </Figure>
          <Figure icon="book" label={t('figures.courses')} to={studyPaths.catalogue}>
            {t('figures.courseUnit', { count: data.completedCourseCount })}
          </Figure>
          <Figure icon="users" label={t('figures.classes')} to={studyPaths.classes}>
            {t('figures.classUnit', { count: data.attendedClassCount })}
          </Figure>
          <Figure icon="calendar" label={t('hours')} to={studyPaths.classHours}>
            {amountText(data.classHours)}
          </Figure>
          <Figure icon="medal" label={t('credit')} to={studyPaths.credits}>
            {amountText(data.credits)}
          </Figure>
          <Figure icon="coin" label={t('figures.points')} to={studyPaths.points}>
            {String(data.points)}
          </Figure>
        </dl>
      )}
    </HomeSection>
  )
}

interface FigureProps {
  readonly icon: IconName
  readonly label: string
  readonly to?: string
  readonly children: string
}

/** A number with its words: digits large, the rest small; the whole field leads to what is behind it. */
function Figure({ icon, label, to, children }: FigureProps) {
  const parts: ReactNode[] = children
    .split(/(\d+(?:\.\d+)?)/)
    .filter((part) => part.trim() !== '')
    .map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      /^\d/.test(part) ? <b key={index}>{part}</b> : <span key={index}>{part.trim()}</span>,
    )
  return (
    <div>
      <dt>
        <Icon name={icon} size={16} />
        {to === undefined ? label : <Link to={to}>{label}</Link>}
      </dt>
      <dd>{parts}</dd>
    </div>
  )
}
