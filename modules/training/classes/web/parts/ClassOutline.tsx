import { useQuery } from '@tanstack/react-query'
import { Progress, Tag } from 'antd'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ActivityKind } from '../../contract/activities.ts'
import type { OwnActivity } from '../../contract/learning.ts'
import { classes } from '../../contract.ts'
import { activityLink } from './activity-link.ts'
import { TimesText } from './TimesText.tsx'

export const activityIcons: Readonly<Record<ActivityKind, IconName>> = {
  content: 'book',
  link: 'link',
  notice: 'bell',
  offline: 'calendar',
  homework: 'edit',
  discussion: 'community',
  material: 'file',
}

/** What there is to do in a class, by phase, and how far the participant is. */
export function ClassOutline({ classId }: { classId: string }) {
  const t = useText('classes')
  const { data, error, refetch } = useQuery(q(classes.classContent, { params: { id: classId } }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  const { phases, activities, required, requiredFinished } = data
  const shown = phases.length === 0 ? [{ title: '' }] : phases
  return (
    <section className="sy-card cl-section" aria-label={t('outline.title')}>
      <h2>{t('outline.title')}</h2>
      {required > 0 && (
        <>
          <p className="sy-note">{t('outline.required', { done: requiredFinished, all: required })}</p>
          <Progress percent={Math.floor((100 * requiredFinished) / required)} aria-label={t('outline.title')} />
        </>
      )}
      {activities.length === 0 && <EmptyState small title={t('outline.none')} description={t('outline.noneHint')} />}
      {shown.map((phase, at) => {
        const own = activities.filter((one) => one.phase === at)
        return (
          own.length > 0 && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the list
            <div key={at} className="cl-phase">
              {phase.title !== '' && <h3>{phase.title}</h3>}
              <ul className="sy-plain-list">
                {own.map((activity) => (
                  <li key={activity.id} className="cl-activity">
                    <ActivityRow classId={classId} activity={activity} />
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
    </section>
  )
}

function ActivityRow({ classId, activity }: { classId: string; activity: OwnActivity }) {
  const t = useText('classes')
  const { kind, name, text, isReleased, isFinished, isHandedIn, isRequired, percent } = activity
  const { opensAt, dueAt, startsAt, endsAt, venue } = activity
  return (
    <>
      <Icon name={activityIcons[kind]} size={20} />
      <div className="sy-column sy-gap-1">
        <strong>{name === '' ? t('outline.gone') : name}</strong>
        {text !== '' && <p className="cl-activity-text">{text}</p>}
        <span className="sy-faint sy-row sy-wrap sy-gap-3">
          <span>{t(`maps.activity.${kind}`)}</span>
          {startsAt !== null && <TimesText from={startsAt} until={endsAt} />}
          {venue !== '' && <span>{venue}</span>}
          {!isReleased && opensAt !== null && (
            <span>
              {t('outline.opens')} <DateText value={opensAt} style="minute" />
            </span>
          )}
          {dueAt !== null && (
            <span>
              {t('outline.due')} <DateText value={dueAt} style="minute" />
            </span>
          )}
          {percent > 0 && !isFinished && <span>{percent}%</span>}
        </span>
      </div>
      <span className="sy-row sy-gap-2">
        {isFinished ? (
          <Tag color="success">{t('outline.finished')}</Tag>
        ) : isHandedIn ? (
          <Tag color="processing">{t('outline.handedIn')}</Tag>
        ) : (
          isRequired && <Tag>{t('outline.mustDo')}</Tag>
        )}
        <OpenLink classId={classId} activity={activity} />
      </span>
    </>
  )
}

/** Opens the activity; a notice and a link are finished by it. */
function OpenLink({ classId, activity }: { classId: string; activity: OwnActivity }) {
  const t = useText('classes')
  const { run } = useAction()
  const { id, kind, link, isReleased, isFinished, name } = activity
  const look = 'sy-button sy-button-plain sy-button-small'
  const note = () => void run(() => call(classes.openActivity, { params: { id: classId, activityId: id } }))
  if (!isReleased || kind === 'offline') return null
  if (kind === 'notice')
    return isFinished ? null : (
      <button type="button" className={look} onClick={note}>
        {t('outline.read')}
        <span className="sy-visually-hidden"> {name}</span>
      </button>
    )
  if (link === '') return null
  return kind === 'link' ? (
    <a className={look} href={link} target="_blank" rel="noopener noreferrer" onClick={note}>
      {t('outline.open')}
      <span className="sy-visually-hidden"> {name}</span>
    </a>
  ) : (
    <Link className={look} to={activityLink(classId, activity)}>
      {t('outline.open')}
      <span className="sy-visually-hidden"> {name}</span>
    </Link>
  )
}
