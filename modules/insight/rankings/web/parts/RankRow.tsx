import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MemberLink } from '#web/ui/MemberLink.tsx'
import type { RankedRow, RankingName } from '../../contract.ts'
import { figureText } from './figures.ts'
import './rankings.css'

interface Props {
  readonly ranking: RankingName
  readonly row: RankedRow
  readonly onWhy?: (() => void) | undefined
}

/** One place of a ranking. The first three bear a medal. */
export function RankRow({ ranking, row, onWhy }: Props) {
  const t = useText('rankings')
  const { rank, name, note, picture, link, id, figure, isOwn, businessType } = row
  const isMember = businessType === 0
  const title =
    link !== null ? <Link to={link}>{name}</Link> : id !== null ? <MemberLink memberId={id}>{name}</MemberLink> : name
  return (
    <li className="rank-row" aria-current={isOwn || undefined}>
      <span className="rank-place" data-medal={rank <= 3 ? rank : undefined}>
        {rank}
      </span>
      {isMember && <Avatar name={name} path={picture} size={36} />}
      <span className="rank-name">
        <strong>
          {title}
          {isOwn && <span className="rank-own">{t('own.mark')}</span>}
        </strong>
        {note !== '' && <small>{note}</small>}
      </span>
      <span className="rank-figure">
        {onWhy ? (
          <button type="button" className="rank-why" onClick={onWhy} aria-label={t('why.of', { name })}>
            {figureText(t, ranking, figure)}
          </button>
        ) : (
          figureText(t, ranking, figure)
        )}
      </span>
    </li>
  )
}
