import './contests.css'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Group } from '../../contract/fields.ts'
import type { WorkListItem } from '../../contract/works.ts'
import { contestPaths } from '../paths.ts'

interface Props {
  readonly items: readonly WorkListItem[]
  readonly label: string
  /** Those of the contest; left out: the works are of several contests, whose names stand on the cards. */
  readonly groups?: readonly Group[]
}

/** Works as cards. */
export function WorkCards({ items, label, groups }: Props) {
  const t = useText('contests')
  return (
    <ul className="co-cards" aria-label={label}>
      {items.map((work) => (
        <li key={work.id} className="sy-card con-card">
          <Cover name={work.title} url={null}>
            <span className="con-card-kind">
              <Icon name={work.fileKind === 'video' ? 'play' : 'file'} size={22} />
            </span>
          </Cover>
          <div className="con-card-body">
            <h3>
              <Link to={contestPaths.work(work.id)}>{work.title}</Link>
            </h3>
            <p className="sy-faint">
              {t('work.number', { number: work.number })}
              {' · '}
              {groups
                ? (groups.find(({ key }) => key === work.groupKey)?.name ?? t(`fileKinds.${work.fileKind}`))
                : work.contestName}
            </p>
            <p className="con-card-foot">
              <span>
                {work.author?.fullName ?? t('work.nameless')}
                {work.award !== null && (
                  <Tag color="warning" className="con-tag">
                    {work.award}
                  </Tag>
                )}
                {work.isOwn && <Tag className="con-tag">{t('work.own')}</Tag>}
              </span>
              <span className="sy-faint">
                {t('work.votes', { count: work.votes })}
                {work.hasVoted && ` · ${t('work.voted')}`}
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
