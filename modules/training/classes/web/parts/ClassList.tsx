import './classes.css'
import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import type { ClassListItem } from '../../contract/learning.ts'
import { businessType } from '../../contract.ts'
import { classPaths } from '../paths.ts'
import { ClassTag, EnrollmentTag, GraduationTag } from './StateTag.tsx'
import { TimesText } from './TimesText.tsx'

/** Classes as cards: when, where, how full, how far each is, and how far the member is in it. */
export function ClassList({ items }: { items: readonly ClassListItem[] }) {
  const t = useText('classes')
  const ids = items.map(({ id }) => id)
  return (
    <ul className="cl-list">
      {items.map(({ id, name, summary, startsAt, endsAt, venue, placesTaken, capacity, ...one }) => (
        <li key={id} className="sy-card cl-card">
          <Cover name={name} url={one.coverFileId === null ? null : `files/${one.coverFileId}`} />
          <div className="cl-card-body">
            <h2>
              <Link to={classPaths.one(id)}>{name}</Link>
            </h2>
            {summary !== '' && <p className="sy-note">{summary}</p>}
            <p className="sy-faint">
              <TimesText from={startsAt} until={endsAt} />
              {venue !== '' && ` · ${venue}`}
            </p>
            <p className="cl-card-foot">
              <span>
                <ClassTag state={one.state} />{' '}
                {one.graduation === 2 ? (
                  <GraduationTag state={2} />
                ) : (
                  one.own !== null && <EnrollmentTag state={one.own} />
                )}{' '}
                <PriceBadge businessType={businessType} id={id} ids={ids} />
              </span>
              <span className="sy-faint">{t('list.places', { taken: placesTaken, places: capacity })}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
