import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { OwnDraw } from '../../contract/drawing.ts'
import { lotteries } from '../../contract.ts'
import { Delivery } from '../parts/Delivery.tsx'
import { lotteryPaths } from '../paths.ts'

/** What the member has won in all lotteries. */
export default function PrizesPage() {
  const t = useText('lotteries')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize, isWin: true }
  const list = useQuery({ ...q(lotteries.ownDraws, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t('own.title')}
        description={t('own.description')}
        back={<Link to={lotteryPaths.all}>{t('list.title')}</Link>}
      />
      <ListTable<OwnDraw>
        label={t('own.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('own.none')} description={t('own.noneHint')} />}
        columns={[
          { title: t('winners.prize'), key: 'prize', render: (_, { prizeName }) => <strong>{prizeName}</strong> },
          {
            title: t('managing.lottery'),
            key: 'lottery',
            render: (_, { lotteryId, lotteryName }) => <Link to={lotteryPaths.one(lotteryId)}>{lotteryName}</Link>,
          },
          { title: t('winners.number'), key: 'number', render: (_, { number }) => t('draw.number', { number }) },
          { title: t('winners.at'), key: 'at', render: (_, { drawnAt }) => <DateText value={drawnAt} /> },
          {
            title: t('winners.delivery'),
            key: 'delivery',
            render: (_, { order, deliveredAt }) => <Delivery order={order} deliveredAt={deliveredAt} />,
          },
        ]}
      />
    </>
  )
}
