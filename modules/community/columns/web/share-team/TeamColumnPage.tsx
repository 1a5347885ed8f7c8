import '../parts/columns.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { TopicTags } from '#modules/content/topics/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type ColumnContent, type CompleteColumn, columnBusinessType, columns } from '../../contract.ts'
import { Figures, Marks } from '../parts/ColumnCards.tsx'
import { SubscribeButton } from '../parts/SubscribeButton.tsx'
import { columnPaths } from '../paths.ts'
import TeamColumnsPage from './TeamColumnsPage.tsx'

/** A column for its readers: what it is about, subscribing, and its contents in order (COMMUNITY-014). */
export default function TeamColumnPage() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id === null ? <TeamColumnsPage /> : <OneColumn key={id} id={id} />
}

function OneColumn({ id }: { id: string }) {
  const column = useQuery(q(columns.completeColumn, { params: { id } }))
  usePageTitle(column.data?.title)
  if (column.isError && !column.data) return <ErrorState error={column.error} onRetry={() => void column.refetch()} />
  if (!column.data) return <LoadingState rows={8} />
  return (
    <>
      <Head column={column.data} onChanged={() => column.refetch()} />
      <Contents column={column.data} />
    </>
  )
}

function Head({ column, onChanged }: { column: CompleteColumn; onChanged: () => unknown }) {
  const t = useText('columns')
  return (
    <header className="sy-card co-head">
      <Cover name={column.title} url={column.headPortraitPath || null} titled />
      <div className="co-head-text">
        <h1 tabIndex={-1}>{column.title}</h1>
        <p className="sy-note">
          <Link to={columnPaths.account(column.comeEnjoyId)}>{column.comeEnjoyName}</Link> · {t('updated')}{' '}
          <DateText value={column.updateTime} style="relative" />
        </p>
        <Marks column={column} />
        {column.introduce !== '' && <p>{column.introduce}</p>}
        <TopicTags
          topics={column.lstRelationTopic.map(({ topicId, topicName }) => ({ id: topicId, name: topicName }))}
        />
        <Figures column={column} />
        <div className="sy-flow sy-gap-3">
          {column.mustBuy ? (
            <BuyBox businessType={columnBusinessType} itemId={column.id} name={column.title} onBought={onChanged} />
          ) : (
            <SubscribeButton column={column} onChanged={onChanged} />
          )}
          {column.lastReadId !== null && (
            <Link
              className="sy-button sy-button-small sy-button-plain"
              to={columnPaths.content(column.lastReadId, column.id)}
            >
              {t('continue')}
            </Link>
          )}
          {column.mayManage && (
            <Link className="sy-button sy-button-small sy-button-plain" to={columnPaths.manage(column.id)}>
              {t('manage')}
            </Link>
          )}
        </div>
        {column.contentNum > 0 && (
          <p className="sy-note">{t('readSoFar', { read: column.readNum, all: column.contentNum })}</p>
        )}
      </div>
    </header>
  )
}

/** As the call numbers them. */
const sorts = ['0', '1', '2'] as const

function Contents({ column }: { column: CompleteColumn }) {
  const t = useText('columns')
  const [sort, setSort] = useState<(typeof sorts)[number]>('0')
  const paging = usePaging()
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(columns.columnContents, { params: { id: column.id }, query: { sort: Number(sort), page, pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="sy-section" aria-labelledby="column-contents">
      <div className="sy-section-head">
        <h2 id="column-contents">{t('contents')}</h2>
        <Choice
          label={t('sort.label')}
          value={sort}
          options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          onChange={(value) => {
            setSort(value)
            paging.reset()
          }}
        />
      </div>
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingState rows={4} />}
      {list.data?.recordCount === 0 && <EmptyState small title={t('noContents')} description={t('noContentsHint')} />}
      {list.data && list.data.items.length > 0 && (
        <ol className="sy-plain-list co-contents" aria-label={t('contents')}>
          {list.data.items.map((content, at) => (
            <Content key={content.id} content={content} columnId={column.id} place={(page - 1) * pageSize + at + 1} />
          ))}
        </ol>
      )}
      {list.data && <Pager paging={paging} recordCount={list.data.recordCount} />}
    </section>
  )
}

function Content({ content, columnId, place }: { content: ColumnContent; columnId: string; place: number }) {
  const t = useText('columns')
  return (
    <li className="sy-box co-content">
      <span className="co-place" aria-hidden="true">
        {place}
      </span>
      <span>
        <Link to={columnPaths.content(content.id, columnId)}>{content.title}</Link>{' '}
        {content.opened && <span className="sy-tag">{t('opened')}</span>}
      </span>
      <span className="sy-note">
        {t('reads', { count: content.readNum })} · <DateText value={content.releaseTime} style="relative" />
      </span>
    </li>
  )
}
