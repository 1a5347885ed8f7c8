import './exams.css'
import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { CountdownHint } from '#web/ui/CountdownHint.tsx'
import type { ExamListItem } from '../../contract/learning.ts'
import { businessType } from '../../contract.ts'
import { examPaths } from '../paths.ts'
import { PublishingTag, RecordTag } from './StateTag.tsx'
import { WindowText } from './WindowText.tsx'

/** Exams as cards, with when they can be entered and how far the member is. */
export function ExamList({ items }: { items: readonly ExamListItem[] }) {
  const t = useText('exams')
  const ids = items.map(({ id }) => id)
  return (
    <ul className="ex-list">
      {items.map(({ id, name, summary, durationMinutes, startAt, endAt, state, record }) => (
        <li key={id} className="sy-card ex-list-item">
          <div>
            <h2>
              <Link to={examPaths.one(id)}>{name}</Link>
            </h2>
            {summary !== '' && <p>{summary}</p>}
            <p className="sy-faint sy-row sy-wrap sy-gap-3">
              <WindowText startAt={startAt} endAt={endAt} />
              <span>{t('entry.minutes', { count: durationMinutes })}</span>
              <CountdownHint businessType={businessType} startTime={startAt} endTime={endAt} />
            </p>
          </div>
          <span className="sy-row sy-gap-2">
            <PriceBadge businessType={businessType} id={id} ids={ids} />
            <PublishingTag state={state} />
            <RecordTag state={record} />
          </span>
        </li>
      ))}
    </ul>
  )
}
