/** What is shared into a circle, pinned items first (COMMUNITY-076). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Checkbox, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type Circle, circleMessageLengthMax, type SharedItem } from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'

export function Contents({ circle }: { circle: Circle }) {
  const t = useText('community')
  const [sort, setSort] = useState<'newest' | 'hottest'>('newest')
  const [highlighted, setHighlighted] = useState(false)
  const [removing, setRemoving] = useState<SharedItem>()
  const list = useInfiniteQuery({
    queryKey: ['circle-contents', circle.id, sort, highlighted],
    queryFn: ({ pageParam }) =>
      call(community.circleContents, {
        params: { id: circle.id },
        query: { sort, highlighted, ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const reload = () => void list.refetch()
  return (
    <>
      <div className="sy-toolbar cm-circle-tools">
        <Choice
          label={t('circles.sort')}
          value={sort}
          options={[
            { value: 'newest', label: t('circles.newest') },
            { value: 'hottest', label: t('circles.hot') },
          ]}
          onChange={setSort}
        />
        <Checkbox checked={highlighted} onChange={({ target }) => setHighlighted(target.checked)}>
          {t('circles.onlyHighlighted')}
        </Checkbox>
      </div>
      {list.isError && <ErrorState small error={list.error} onRetry={reload} />}
      {list.isPending && <LoadingState rows={4} />}
      {list.data && items.length === 0 && !list.hasNextPage && (
        <EmptyState small title={t('circles.noShares')} description={t('circles.noSharesHint')} />
      )}
      <ul className="sy-grid sy-gap-3 cm-accounts" aria-busy={list.isFetchingNextPage}>
        {items.map((item) => (
          <li key={item.relationId} className="sy-box cm-shared">
            <Link className="sy-row sy-gap-3 cm-shared-link" to={item.link}>
              {item.picture !== '' && <img src={pictureUrl(item.picture)} alt="" width={72} height={41} />}
              <strong>
                {item.name}
                <span>
                  {item.kind} · {t('circles.by', { name: item.sharedBy.fullName })}{' '}
                  <DateText value={item.createTime} style="day" />
                </span>
              </strong>
            </Link>
            {(item.pinned || item.highlighted) && (
              <span className="sy-row sy-gap-2">
                {item.pinned && <Tag>{t('circles.pinned')}</Tag>}
                {item.highlighted && <Tag color="red">{t('circles.highlighted')}</Tag>}
              </span>
            )}
            <ItemActions item={item} circle={circle} onDone={reload} onRemove={() => setRemoving(item)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('circles.more')}
        </Button>
      )}
      {removing && <RemoveModal item={removing} onDone={reload} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

interface ActionProps {
  readonly item: SharedItem
  readonly circle: Circle
  readonly onDone: () => void
  readonly onRemove: () => void
}

/** Each is taken back by the same button. */
function ItemActions({ item, circle, onDone, onRemove }: ActionProps) {
  const t = useText('community')
  const { busy, run } = useAction()
  const params = { id: item.relationId }
  const pin = () => call(community.pinInCircle, { params, body: { pinned: !item.pinned } })
  const highlight = () => call(community.highlightInCircle, { params, body: { highlighted: !item.highlighted } })
  const change = (work: () => Promise<unknown>) =>
    void run(
      async () => {
        await work()
        onDone()
      },
      { done: t('circles.done') },
    )
  if (!circle.administrator && !item.mayRemove) return null
  return (
    <div className="sy-actions">
      {circle.administrator && (
        <>
          <Button size="small" disabled={busy} onClick={() => change(pin)}>
            {t(item.pinned ? 'circles.unpin' : 'circles.pin')}
          </Button>
          <Button size="small" disabled={busy} onClick={() => change(highlight)}>
            {t(item.highlighted ? 'circles.unhighlight' : 'circles.highlight')}
          </Button>
        </>
      )}
      {item.mayRemove && (
        <Button size="small" danger onClick={onRemove}>
          {t('circles.remove')}
        </Button>
      )}
    </div>
  )
}

function RemoveModal({ item, onDone, onClose }: { item: SharedItem; onDone: () => void; onClose: () => void }) {
  const t = useText('community')
  return (
    <FormModal<{ reason: string }, unknown>
      danger
      title={t('circles.removeShare', { name: item.name })}
      okText={t('circles.remove')}
      done={t('circles.removedShare')}
      onSubmit={async ({ reason }) => {
        await call(community.removeFromCircle, { params: { id: item.relationId }, body: { reason } })
        onDone()
      }}
      onClose={onClose}
    >
      <ReasonField label={t('circles.reason')} needed={t('circles.reasonNeeded')} maxLength={circleMessageLengthMax} />
    </FormModal>
  )
}
