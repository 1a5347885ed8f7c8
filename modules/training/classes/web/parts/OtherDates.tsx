import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { classes } from '../../contract.ts'
import { classPaths } from '../paths.ts'
import { ClassTag, EnrollmentTag } from './StateTag.tsx'
import { TimesText } from './TimesText.tsx'

/** The other classes of the series: for those who find this one full, or cannot come. Nothing where there are none. */
export function OtherDates({ classId }: { classId: string }) {
  const t = useText('classes')
  const { data } = useQuery(q(classes.otherDates, { params: { id: classId } }, { quiet: true }))
  if (!data || data.length === 0) return null
  return (
    <section className="sy-card cl-section" aria-label={t('series.otherDates')}>
      <h2>{t('series.otherDates')}</h2>
      <ul className="sy-plain-list sy-column sy-gap-3">
        {data.map(({ id, name, startsAt, endsAt, venue, own, state, placesTaken, capacity }) => (
          <li key={id} className="sy-column sy-gap-1">
            <Link to={classPaths.one(id)}>{name}</Link>
            <span className="sy-faint">
              <TimesText from={startsAt} until={endsAt} />
              {venue !== '' && ` · ${venue}`}
            </span>
            <span className="sy-row sy-gap-2">
              {own === null ? <ClassTag state={state} /> : <EnrollmentTag state={own} />}
              <span className="sy-faint">{t('list.places', { taken: placesTaken, places: capacity })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
