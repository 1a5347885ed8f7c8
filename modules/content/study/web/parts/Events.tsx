import './study.css'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { study } from '../../contract.ts'
import { amountText } from './amounts.ts'

export type TimelineEvent = Output<typeof study.learningTimeline>['items'][number]

/** Happenings of a member, one below the other. */
export function Events({ events }: { events: readonly TimelineEvent[] }) {
  const t = useText('study')
  return (
    <ol className="st-timeline">
      {events.map((event) => (
        <li key={event.key} className="sy-flow st-event" data-kind={event.kind}>
          <span>{eventText(t, event)}</span>
          <span className="st-event-name">{event.link ? <Link to={event.link}>{event.name}</Link> : event.name}</span>
          <span className="sy-faint">
            <DateText value={event.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function eventText(t: ReturnType<typeof useText>, { kind, label, creditType, score }: TimelineEvent): string {
  if (kind !== 'credited') return t(`timeline.${kind}`, { label })
  return t('timeline.credited', { name: creditType === 2 ? t('credit') : t('hours'), score: amountText(score ?? '0') })
}
