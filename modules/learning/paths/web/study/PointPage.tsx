import '../paths.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { ChapterPanel } from './ChapterPanel.tsx'
import { placeOf } from './place.ts'

/** The contents of a point of a learning path (COURSE-004). */
export default function PointPage() {
  const t = useText('paths')
  const { pointId = '' } = useParams()
  const point = useQuery(q(paths.findPoint, { params: { pointId } }, { cache: 0 }))
  if (point.isPending) return <LoadingState rows={8} />
  if (!point.data) return <ErrorState error={point.error} onRetry={() => void point.refetch()} />
  const { path, chapter } = point.data
  const here = placeOf(path)
  return (
    <>
      <PageHeader
        title={chapter.title}
        description={t('point.of', { number: chapter.index + 1, count: path.totalChapter })}
        back={<Link to={pathAddresses.path(path.pageId)}>{path.name}</Link>}
      />
      <ChapterPanel
        pathId={path.pageId}
        chapter={chapter}
        active={here?.chapterId === chapter.id ? here : undefined}
        isRegistered={path.study !== null && path.isOnShelf}
        heading="none"
      />
    </>
  )
}
