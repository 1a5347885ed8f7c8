import { type TextOf, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { ProcessDetail } from '../../contract/shapes.ts'
import { nameOf, namesOf } from '../parts/names.ts'

type HistoryEvent = ProcessDetail['events'][number]

function sentenceOf(event: HistoryEvent, t: TextOf): string {
  const actor = event.actedFor
    ? t('events.someone', { actor: nameOf(event.actor, t), holder: nameOf(event.actedFor, t) })
    : nameOf(event.actor, t)
  const step = event.stepName || t('detail.administratorStep')
  return t(`events.${event.kind}`, { actor, step, members: namesOf(event.members, t) })
}

/** The history, newest first. */
export function History({ events }: { events: readonly HistoryEvent[] }) {
  const t = useText('approvals')
  return (
    <ol className="sy-grid sy-gap-3 sy-plain-list ap-history" reversed>
      {events.toReversed().map((event) => (
        <li key={event.number}>
          <DateText value={event.at} />
          <div>
            <p>{sentenceOf(event, t)}</p>
            {event.opinion !== '' && <q className="ap-opinion">{event.opinion}</q>}
          </div>
        </li>
      ))}
    </ol>
  )
}
