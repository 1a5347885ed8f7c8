import '../parts/news.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { news } from '../../contract.ts'
import { newsPaths } from '../paths.ts'

/** One article. Opening it is reading it. */
export default function NewsPage() {
  const t = useText('news')
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(q(news.newsArticle, { params: { id } }))
  const isUnread = data?.isRead === false
  useEffect(() => {
    // A receipt that is lost on the way is written at the next opening.
    if (isUnread) call(news.readNews, { params: { id } }, { quiet: true }).catch(() => {})
  }, [id, isUnread])
  if (isError && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const from = [data.branchName, data.source === '' ? data.authorName : data.source].filter((part) => part !== '')
  return (
    <div className="nw-article">
      <PageHeader
        back={<Link to={newsPaths.all}>{t('article.back')}</Link>}
        title={data.title}
        description={
          <>
            {from.map((part) => `${part} · `)}
            <DateText value={data.publishedAt} />
            {data.readCount > 0 && ` · ${t('article.reads', { count: data.readCount })}`}
          </>
        }
      />
      {data.coverPath !== null && <Cover name={data.title} url={data.coverPath} />}
      <Prose html={data.content} />
      <Neighbors older={data.older} newer={data.newer} />
    </div>
  )
}

type Article = Output<typeof news.newsArticle>

function Neighbors({ older, newer }: Pick<Article, 'older' | 'newer'>) {
  const t = useText('news')
  if (!older && !newer) return null
  const link = (place: 'older' | 'newer', one: { id: string; title: string } | null) =>
    one && (
      <Link className="sy-card" data-place={place} to={newsPaths.one(one.id)}>
        <small className="sy-note">{t(`article.${place}`)}</small>
        {one.title}
      </Link>
    )
  return (
    <nav className="nw-neighbors" aria-label={t('article.more')}>
      {link('older', older)}
      {link('newer', newer)}
    </nav>
  )
}
