import { Tag } from 'antd'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { ClassListItem } from '../../contract.ts'
import { classPaths } from '../paths.ts'

type Progress = Pick<ClassListItem, 'openedAt' | 'finishedAt'>

/** How far the member is, in words. */
export function ProgressTag({ openedAt, finishedAt }: Progress) {
  const t = useText('classes')
  if (finishedAt !== null) return <Tag color="success">{t('progress.finished')}</Tag>
  return (
    <Tag color={openedAt === null ? undefined : 'processing'}>
      {t(openedAt === null ? 'progress.new' : 'progress.opened')}
    </Tag>
  )
}

/** Classes as a list of links, with the member's own progress. */
export function ClassList({ items }: { items: readonly ClassListItem[] }) {
  return (
    <ul style={{ listStyle: 'none', padding: 0 }}>
      {items.map(({ id, name, summary, authorName, publishedAt, ...progress }) => (
        <li key={id} className="sy-card" style={{ padding: 'var(--sy-space-4)', marginBottom: 'var(--sy-space-3)' }}>
          <p>
            <Link to={classPaths.one(id)}>{name}</Link>
          </p>
          {summary !== '' && <p>{summary}</p>}
          <small className="sy-faint">
            <ProgressTag {...progress} /> {authorName}{' '}
            {publishedAt !== null && <DateText value={publishedAt} style="relative" />}
          </small>
        </li>
      ))}
    </ul>
  )
}
