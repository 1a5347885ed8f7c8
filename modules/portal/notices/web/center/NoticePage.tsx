import '../parts/notices.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { notices } from '../../contract.ts'
import { noticePaths } from '../paths.ts'

/** One notice. Opening it is reading it. */
export default function NoticePage() {
  const t = useText('notices')
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(q(notices.ownNotice, { params: { id } }))
  const isUnread = data?.readAt === null
  useEffect(() => {
    // A receipt that is lost on the way is written at the next opening.
    if (isUnread) call(notices.readNotice, { params: { id } }, { quiet: true }).catch(() => {})
  }, [id, isUnread])
  if (isError && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={4} />
  return (
    <>
      <PageHeader
        back={<Link to={noticePaths.all}>{t('own.back')}</Link>}
        title={data.title}
        description={
          <>
            {t('own.published', { name: data.authorName })} <DateText value={data.publishedAt} />
            {data.readAt !== null && (
              <>
                {' · '}
                {t('own.readAt')} <DateText value={data.readAt} />
              </>
            )}
          </>
        }
      />
      <article className="sy-card no-content">{data.content}</article>
    </>
  )
}
