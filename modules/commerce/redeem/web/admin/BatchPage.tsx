import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Batch, type Card, type CardState, cardStates } from '../../contract/shapes.ts'
import { redeem } from '../../contract.ts'
import { RewardText } from '../parts/RewardText.tsx'
import { redeemPaths } from '../paths.ts'
import { BatchTag, CardTag } from './BatchTag.tsx'
import { MakeCodesButton } from './MakeCodesButton.tsx'
import { VoidModal } from './VoidModal.tsx'

/** One batch with its cards. */
export default function BatchPage() {
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(q(redeem.batch, { params: { id } }))
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <>
      <BatchHead batch={data} onMade={() => void refetch()} />
      {data.codesMadeAt !== null && <Cards batch={data} />}
    </>
  )
}

function BatchHead({ batch, onMade }: { readonly batch: Batch; readonly onMade: () => void }) {
  const t = useText('redeem')
  const { busy, run } = useAction()
  const [isVoiding, setVoiding] = useState(false)
  const { id, isPaused, quantity, madeCount, redeemedCount, voidCount } = batch
  const params = { id }
  const left = madeCount - redeemedCount - voidCount
  const setPaused = (wanted: boolean) =>
    run(() => call(redeem.setBatchPaused, { params, body: { isPaused: wanted } }), {
      done: t(wanted ? 'batch.paused' : 'batch.resumed'),
    })
  return (
    <>
      <PageHeader
        back={<Link to={redeemPaths.managed}>{t('batches.title')}</Link>}
        title={batch.name}
        actions={
          <>
            {batch.codesMadeAt === null && <MakeCodesButton id={id} count={quantity} onMade={onMade} />}
            <Button loading={busy} onClick={() => void setPaused(!isPaused)}>
              {t(isPaused ? 'batch.resume' : 'batch.pause')}
            </Button>
            {left > 0 && (
              <Button danger onClick={() => setVoiding(true)}>
                {t('batch.voidRest')}
              </Button>
            )}
          </>
        }
      />
      <Facts
        shape="rows"
        items={[
          [t('batches.state'), <BatchTag key="state" state={batch.state} />],
          [t('batches.reward'), <RewardText key="reward" reward={batch.reward} />],
          [t('batches.counts'), t('batch.counts', { quantity, redeemedCount, voidCount })],
          [
            t('batches.validity'),
            <span key="validity">
              <DateText value={batch.validFrom} /> – <DateText value={batch.validUntil} />
            </span>,
          ],
          [t('create.memberMax'), batch.memberMax],
          [
            t('batch.created'),
            <span key="created">
              {batch.createdByName} · <DateText value={batch.createdAt} />
            </span>,
          ],
        ]}
      />
      {isVoiding && (
        <VoidModal
          title={t('batch.voidRest')}
          hint={t('void.batchHint', { count: left })}
          onVoid={(reason) => call(redeem.voidBatch, { params, body: { reason } })}
          onClose={() => setVoiding(false)}
        />
      )}
    </>
  )
}

interface Filters {
  readonly state?: CardState
  readonly lastFour?: string
}

function Cards({ batch }: { readonly batch: Batch }) {
  const t = useText('redeem')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [voiding, setVoiding] = useState<Card>()
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters }
  const list = useQuery({
    ...q(redeem.cards, { params: { id: batch.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar" style={{ marginTop: 24 }}>
        <SearchBox label={t('cards.search')} onSearch={(lastFour) => narrow({ lastFour: lastFour.slice(0, 20) })} />
        <Select
          allowClear
          style={{ width: 160 }}
          aria-label={t('cards.state')}
          placeholder={t('cards.allStates')}
          options={cardStates.map((value) => ({ value, label: t(`cardStates.${value}`) }))}
          onChange={(state?: CardState) => narrow({ state })}
        />
      </div>
      <ListTable<Card>
        list={list}
        label={t('cards.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('cards.none')} />}
        columns={[
          { title: t('cards.number'), dataIndex: 'number', key: 'number' },
          { title: t('cards.lastFour'), dataIndex: 'lastFour', key: 'lastFour' },
          { title: t('cards.state'), key: 'state', render: (_, { state }) => <CardTag state={state} /> },
          { title: t('cards.by'), key: 'by', render: (_, card) => card.redeemedByName ?? card.voidedByName },
          {
            title: t('cards.at'),
            key: 'at',
            render: (_, { redeemedAt, voidedAt }) => {
              const at = redeemedAt ?? voidedAt
              return at !== null && <DateText value={at} />
            },
          },
          { title: t('cards.reason'), dataIndex: 'voidReason', key: 'voidReason' },
          {
            title: t('batches.actions'),
            key: 'actions',
            render: (_, card) =>
              card.state === 'unused' && (
                <Button type="link" size="small" danger onClick={() => setVoiding(card)}>
                  {t('void.button')}
                </Button>
              ),
          },
        ]}
      />
      {voiding && (
        <VoidModal
          title={t('void.title', { lastFour: voiding.lastFour })}
          hint={t('void.cardHint')}
          onVoid={(reason) => call(redeem.voidCard, { params: { id: voiding.id }, body: { reason } })}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </>
  )
}
