import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { GrantItem } from '../../contract/accounts.ts'
import type { TradeRecord } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { Amount } from './Amount.tsx'

interface Props {
  readonly record: TradeRecord
  readonly onClose: () => void
}

/** The coin detail modal: the recipients of a distribution with their amounts (CURRENCY-002, CURRENCY-014). */
export function GrantDetail({ record, onClose }: Props) {
  const t = useText('currency')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(currency.grantDetail, { query: { grantId: record.id, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Modal open title={t('grant.title')} footer={null} onCancel={onClose} width={640}>
      <Facts
        className="cu-facts"
        items={[
          [t('records.time'), <DateText key="time" value={record.createTime} style="second" />],
          [t('grant.by'), record.createMemberFullName || t('records.platform')],
          [t('records.amount'), <Amount key="amount" value={record.tradeAmount} type={record.type} />],
          [t('grant.receivers'), list.data?.recordCount ?? '—'],
        ]}
      />
      {list.isError ? (
        <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable<GrantItem>
          label={t('grant.title')}
          rows={list.data?.items}
          rowKey="joinId"
          loading={list.isPending}
          paging={paging}
          recordCount={list.data?.recordCount}
          columns={[
            {
              title: t('grant.member'),
              key: 'member',
              render: (_, item) => (
                <Person name={item.memberFullName} path={item.avatarPath} note={item.organizationName} size={28} />
              ),
            },
            {
              title: t('grant.joinType'),
              key: 'joinType',
              render: (_, item) => t(`maps.joinType.${item.joinType}`),
            },
            {
              title: t('records.amount'),
              key: 'amount',
              align: 'right',
              render: (_, item) => <Amount value={item.tradeAmount} />,
            },
          ]}
        />
      )}
    </Modal>
  )
}
