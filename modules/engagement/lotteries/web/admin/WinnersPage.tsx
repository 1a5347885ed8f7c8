import '../parts/lotteries.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { deliveryFilters, type WinningDraw } from '../../contract/managing.ts'
import { lotteries } from '../../contract.ts'
import { lotteryPaths } from '../paths.ts'
import { LotteryTabs } from './LotteryTabs.tsx'

const filters = ['all', ...deliveryFilters] as const
type Filter = (typeof filters)[number]

/** Who has won what, and what is still to be handed out. */
export default function WinnersPage() {
  const t = useText('lotteries')
  const { id = '' } = useParams()
  const lottery = useQuery(q(lotteries.editedLottery, { params: { id } }))
  const { busyWith, run } = useAction()
  return (
    <>
      <PageHeader
        title={lottery.data?.name ?? t('managing.tabs.winners')}
        back={<Link to={lotteryPaths.editor(id)}>{t('managing.tabs.settings')}</Link>}
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            loading={busyWith === 'export'}
            onClick={() => void run(() => download(lotteries.exportWinners, { params: { id } }), { name: 'export' })}
          >
            {t('winners.export')}
          </Button>
        }
      />
      <LotteryTabs lotteryId={id} active="winners" />
      <div id="lottery-panel" role="tabpanel" aria-label={t('managing.tabs.winners')} className="sy-tab-panel">
        <Winners lotteryId={id} />
      </div>
    </>
  )
}

function Winners({ lotteryId }: { lotteryId: string }) {
  const t = useText('lotteries')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { busyWith, run } = useAction()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(filter !== 'all' && { delivery: filter }) }
  const list = useQuery({
    ...q(lotteries.winners, { params: { id: lotteryId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const deliver = (next: boolean) =>
    void run(
      async () => {
        const body = { drawIds: [...chosen], isDelivered: next }
        const { changed } = await call(lotteries.deliverPrizes, { params: { id: lotteryId }, body })
        setChosen([])
        notify('success', t('winners.changed', { count: changed }))
      },
      { name: String(next) },
    )
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('winners.search')} onSearch={setSearch} />
        <Segmented<Filter>
          aria-label={t('winners.delivery')}
          value={filter}
          onChange={(next) => {
            setFilter(next)
            setChosen([])
            paging.reset()
          }}
          options={filters.map((value) => ({ value, label: t(`winners.filters.${value}`) }))}
        />
        <Button
          type="primary"
          disabled={chosen.length === 0}
          loading={busyWith === 'true'}
          onClick={() => deliver(true)}
        >
          {t('winners.deliver')}
        </Button>
        <Button disabled={chosen.length === 0} loading={busyWith === 'false'} onClick={() => deliver(false)}>
          {t('winners.takeBack')}
        </Button>
      </div>
      <ListTable<WinningDraw>
        label={t('managing.tabs.winners')}
        list={list}
        rowKey="id"
        paging={paging}
        selection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          // What is sent as an order is not handed out by hand.
          getCheckboxProps: ({ order }) => ({ disabled: order !== null }),
        }}
        empty={<EmptyState small title={t('winners.none')} />}
        columns={[
          {
            title: t('winners.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          { title: t('winners.prize'), dataIndex: 'prizeName' },
          { title: t('winners.number'), key: 'number', render: (_, { number }) => t('draw.number', { number }) },
          { title: t('winners.at'), key: 'at', render: (_, { drawnAt }) => <DateText value={drawnAt} /> },
          {
            title: t('winners.delivery'),
            key: 'delivery',
            render: (_, { deliveredAt, deliveredByName, order }) =>
              order !== null ? (
                <>
                  {t(`winners.orders.${order.state}`)}{' '}
                  <small className="sy-faint">{t('winners.order', { number: order.number })}</small>
                </>
              ) : deliveredAt === null ? (
                t('winners.open')
              ) : (
                <>
                  <DateText value={deliveredAt} /> <small className="sy-faint">{deliveredByName}</small>
                </>
              ),
          },
        ]}
      />
    </>
  )
}
