/** The square of circles: the popular ones, what one might join, one’s own, and all. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Circle, hottestCircles, recommendedCircles } from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'
import { communityPaths } from '../paths.ts'
import { CircleModal } from './CircleModal.tsx'

export function Square() {
  const t = useText('community')
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const hottest = useQuery(q(community.hottestCircles))
  const recommended = useQuery(q(community.recommendedCircles))
  const own = useQuery(q(community.ownCircles, { query: { pageSize: 12 } }))
  const create = (
    <Button type="primary" onClick={() => setCreating(true)}>
      {t('circles.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('circles.title')} description={t('circles.description')} actions={create} />
      <Some title={t('circles.mine')} circles={own} max={12} />
      <Some title={t('circles.hottest')} circles={hottest} max={hottestCircles} />
      <Some title={t('circles.recommended')} circles={recommended} max={recommendedCircles} />
      <AllCircles />
      {creating && (
        <CircleModal
          title={t('circles.create')}
          okText={t('circles.createButton')}
          done={t('circles.created')}
          onSubmit={async (body) => {
            const { id } = await call(community.createCircle, { body })
            void navigate(communityPaths.circles(id))
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

/** A short list; nothing where it is empty. */
function Some({ title, circles, max }: { title: string; circles: UseQueryResult<{ items: Circle[] }>; max: number }) {
  if (circles.isError) return <ErrorState small error={circles.error} onRetry={() => void circles.refetch()} />
  if (!circles.data) return <LoadingState rows={2} />
  if (circles.data.items.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="sy-section-head">
        <h2>{title}</h2>
      </div>
      <CircleCards circles={circles.data.items.slice(0, max)} />
    </section>
  )
}

function AllCircles() {
  const t = useText('community')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<'newest' | 'popular' | 'members'>('newest')
  const paging = usePaging()
  const { page, pageSize } = paging
  const circles = useQuery(q(community.circles, { query: { page, pageSize, sort, ...(search !== '' && { search }) } }))
  return (
    <section aria-label={t('circles.all')}>
      <div className="sy-section-head">
        <h2>{t('circles.all')}</h2>
      </div>
      <div className="sy-toolbar cm-circle-tools">
        <SearchBox
          label={t('circles.search')}
          onSearch={(text) => {
            setSearch(text.trim())
            paging.change(1, pageSize)
          }}
        />
        <Choice
          label={t('circles.sort')}
          value={sort}
          options={[
            { value: 'newest', label: t('circles.sortNewest') },
            { value: 'popular', label: t('circles.sortPopular') },
            { value: 'members', label: t('circles.sortMembers') },
          ]}
          onChange={(value) => {
            setSort(value)
            paging.change(1, pageSize)
          }}
        />
      </div>
      {circles.isError && <ErrorState error={circles.error} onRetry={() => void circles.refetch()} />}
      {circles.isPending && <LoadingState rows={5} />}
      {circles.data?.recordCount === 0 &&
        (search === '' ? (
          <EmptyState title={t('circles.none')} description={t('circles.noneHint')} />
        ) : (
          <EmptyState small title={t('circles.noMatch')} />
        ))}
      {circles.data && <CircleCards circles={circles.data.items} />}
      <Pager paging={paging} recordCount={circles.data?.recordCount ?? 0} />
    </section>
  )
}

function CircleCards({ circles }: { circles: readonly Circle[] }) {
  const t = useText('community')
  return (
    <ul className="sy-grid sy-gap-3 cm-accounts">
      {circles.map((circle) => (
        <li key={circle.id}>
          <Link className="sy-box cm-circle-card" to={communityPaths.circles(circle.id)}>
            <Cover name={circle.name} url={circle.coverPath === '' ? null : circle.coverPath} />
            <strong>{circle.name}</strong>
            <span className="sy-faint">
              {t('circles.members', { count: circle.attentionNum })} ·{' '}
              {t('circles.shares', { count: circle.contentNum })} · {t('circles.popular', { count: circle.popluarNum })}
            </span>
            <span className="sy-row sy-wrap sy-gap-2">
              {circle.attention && <Tag>{t(circle.administrator ? 'circles.administrator' : 'circles.joined')}</Tag>}
              {circle.joinStatus === 2 && <Tag>{t('circles.waits')}</Tag>}
              {!circle.read && <Tag color="red">{t('circles.fresh')}</Tag>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
