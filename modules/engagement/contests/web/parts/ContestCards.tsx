import './contests.css'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import type { ContestListItem } from '../../contract/works.ts'
import { contestPaths } from '../paths.ts'
import { ContestTag } from './ContestTag.tsx'

/** Contests as cards: what they are about, where they stand, and until when. */
export function ContestCards({ items, label }: { items: readonly ContestListItem[]; label: string }) {
  const t = useText('contests')
  return (
    <ul className="co-cards" aria-label={label}>
      {items.map(({ id, name, summary, coverFileId, state, roundName, until, works }) => (
        <li key={id} className="sy-card con-card">
          <Cover name={name} url={coverFileId === null ? null : `files/${coverFileId}`} />
          <div className="con-card-body">
            <h3>
              <Link to={contestPaths.one(id)}>{name}</Link>
            </h3>
            {summary !== '' && <p className="sy-note">{summary}</p>}
            <p className="con-card-foot">
              <span>
                <ContestTag state={state} /> {roundName}
              </span>
              <span className="sy-faint">
                {until === null ? (
                  t('list.works', { count: works })
                ) : (
                  <>
                    {t(`until.${state}`)} <DateText value={until} />
                  </>
                )}
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
