import '../parts/contents.css'
import './reading.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { NOT_FOUND } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { AppealNotice } from '#modules/content/moderation/web.tsx'
import { Discussion } from '#modules/content/topics/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { usePageTitle } from '#web/title.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { type ContentDetails, contentBusinessType, contents } from '../../contract.ts'
import { Topics } from '../parts/ContentCard.tsx'
import { type Heading, headingCount } from '../parts/headings.ts'
import { isKnownLicense } from '../parts/licenses.ts'
import { contentPaths } from '../paths.ts'
import { ContentActions } from './ContentActions.tsx'
import { ContentBody } from './ContentBody.tsx'
import { ContentHead } from './ContentHead.tsx'
import { Outline, OutlineDrawer } from './Outline.tsx'
import { Related } from './Related.tsx'
import { useReadingPlace, useSeen } from './reading-place.ts'

/** A content as it is read (COMMUNITY-001, COMMUNITY-025). Without an id: the newest one (COMMUNITY-032). */
export default function ContentPage() {
  const { id: named } = useParams()
  const [query] = useSearchParams()
  const id = named ?? query.get('id') ?? undefined
  return id === undefined ? <Newest /> : <OneContent key={id} id={id} />
}

function Newest() {
  const t = useText('contents')
  const list = useQuery(q(contents.list, { query: { pageSize: 1 } }))
  if (list.isPending) return <LoadingState rows={8} />
  if (!list.data) return <ErrorState page error={list.error} onRetry={() => void list.refetch()} />
  const [first] = list.data.items
  if (first) return <Navigate to={contentPaths.detail(first.id)} replace />
  return <EmptyState page title={t('home.none')} description={t('home.noneHint')} />
}

function OneContent({ id }: { id: string }) {
  const t = useText('contents')
  const content = useQuery(q(contents.questionInfo, { query: { id } }, { handles: [NOT_FOUND, NOT_BOUGHT], cache: 0 }))
  usePageTitle(content.data?.title)
  if (content.isPending) return <LoadingState rows={8} />
  if (content.data) return <Read content={content.data} />
  if (isRefusal(content.error, NOT_BOUGHT)) return <ForSale data={content.error.data} />
  if (!isRefusal(content.error, NOT_FOUND))
    return <ErrorState page error={content.error} onRetry={() => void content.refetch()} />
  return (
    <>
      <AppealNotice businessId={id} />
      <EmptyState
        page
        title={t('read.gone')}
        description={t('read.goneHint')}
        action={
          <Link className="sy-button" to={contentPaths.list()}>
            {t('read.toList')}
          </Link>
        }
      />
    </>
  )
}

/** The content of a column that the reader has still to buy. */
function ForSale({ data }: { data: unknown }) {
  const t = useText('contents')
  const { columnId = '', columnTitle = '' } = (data ?? {}) as { columnId?: string; columnTitle?: string }
  return (
    <EmptyState
      page
      title={t('read.forSale')}
      description={t('read.forSaleHint', { column: columnTitle })}
      action={
        <Link className="sy-button" to={`/share-team/team-column-detail?id=${columnId}`}>
          {t('read.toColumn')}
        </Link>
      }
    />
  )
}

function Read({ content }: { content: ContentDetails }) {
  const article = useRef<HTMLDivElement>(null)
  const { id, html } = content
  const columnId = useSeriesId()
  const [headings, setHeadings] = useState<readonly Heading[]>()
  const { share, heading } = useReadingPlace(article, headings)
  const isPublic = content.state === 'active' && content.publishedAt !== null
  useSeen(share, isPublic, () => {
    // A read that is lost on the way is counted at the next opening.
    call(contents.read, { body: { businessId: id } }, { quiet: true, outdates: 'nothing' }).catch(() => {})
  })
  const outline = headingCount(html) > 1 && { headings: headings ?? [], current: heading }
  return (
    <>
      <div className="ct-progress" aria-hidden="true">
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className="ct-page" data-outlined={outline !== false}>
        <div className="ct-main">
          {columnId !== null && <Slot name="content-series" values={{ contentId: id, columnId }} />}
          <article className="sy-card ct-sheet">
            <ContentHead content={content} />
            <ContentBody content={content} html={html} onHeadings={setHeadings} article={article} />
            <ContentFoot content={content} />
          </article>
          {isPublic && <ContentActions content={content} />}
          {outline && <OutlineDrawer {...outline} />}
          {columnId === null && <Around content={content} />}
          <Related id={id} />
          <Talk content={content} isPublic={isPublic} />
        </div>
        {outline && (
          <aside className="ct-aside">
            <Outline {...outline} />
          </aside>
        )}
      </div>
    </>
  )
}

/** The series that the content was opened from, as its address says. */
function useSeriesId(): string | null {
  const [query] = useSearchParams()
  const id = query.get('column')
  return id !== null && idPattern.test(id) ? id : null
}

function ContentFoot({ content }: { content: ContentDetails }) {
  const t = useText('contents')
  const { source, license, topics, publishedAt, updatedAt } = content
  const isEdited = publishedAt !== null && updatedAt > publishedAt
  return (
    <footer className="sy-column sy-gap-3 ct-body ct-end">
      <Topics topics={topics} max={topics.length} />
      <p className="sy-row sy-wrap sy-gap-4 sy-note">
        {source !== '' && (
          <span>
            {t('read.source')} {source}
          </span>
        )}
        {license !== '' && (
          <span>
            {t('read.license')} {isKnownLicense(license) ? t(`license.${license}`) : license}
          </span>
        )}
        {isEdited && (
          <span>
            {t('read.edited')} <DateText value={updatedAt} />
          </span>
        )}
      </p>
    </footer>
  )
}

/** What the account has published before and after. */
function Around({ content: { previous, next } }: { content: ContentDetails }) {
  const t = useText('contents')
  if (!previous && !next) return null
  return (
    <nav className="ct-around" aria-label={t('read.around')}>
      {(
        [
          ['previous', previous],
          ['next', next],
        ] as const
      ).map(
        ([way, one]) =>
          one && (
            <Link key={way} className="sy-box" data-way={way} to={contentPaths.detail(one.id)}>
              <span className="sy-note">{t(`read.${way}`)}</span>
              <strong>{one.title}</strong>
            </Link>
          ),
      )}
    </nav>
  )
}

function Talk({ content, isPublic }: { content: ContentDetails; isPublic: boolean }) {
  const t = useText('contents')
  if (!isPublic) return null
  if (!content.commentsOpen && content.discussCount === 0) return <p className="sy-note">{t('read.noDiscussion')}</p>
  return (
    <div className="sy-card">
      <Discussion businessType={contentBusinessType} businessId={content.id} />
    </div>
  )
}
