import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { businessType, type PathCard as Card } from '../contract/wire.ts'
import { pathAddresses } from './addresses.ts'
import { PathCover } from './PathCover.tsx'
import { PathRing } from './PathRing.tsx'

/** A learning path in a list; one that the member is not on says what it costs, where `ids` are those of the list. */
export function PathCard({ path, ids }: { path: Card; ids?: readonly string[] }) {
  const t = useText('paths')
  const { study } = path
  const state = study?.isFinished ? 'done' : study?.lastStudiedAt ? 'learning' : study ? 'not-started' : 'open'
  return (
    <Link className="sy-box sy-row sy-gap-4 lp-card" to={pathAddresses.path(path.id)} data-state={state}>
      <PathCover name={path.name} url={path.coverUrl} />
      <span className="lp-card-words">
        <strong>{path.name}</strong>
        {path.summary !== '' && <span className="lp-card-summary">{path.summary}</span>}
        <small>
          {path.channelName !== null && <span>{path.channelName}</span>}
          <span>{t('path.chapters', { count: path.chapterCount })}</span>
          <span>{t('path.sections', { count: path.sectionCount })}</span>
        </small>
      </span>
      <span className="lp-card-side">
        <em className="lp-card-state">{path.isOnShelf ? t(`mine.state.${state}`) : t('mine.state.off')}</em>
        {!study && ids && <PriceBadge businessType={businessType} id={path.id} ids={ids} />}
        {study && <PathRing percent={study.percent} size={52} label={t('path.progress', { percent: study.percent })} />}
      </span>
    </Link>
  )
}
