import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
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
      <dl className="cu-facts">
        <div>
          <dt>{t('records.time')}</dt>
          <dd>
            <DateText value={record.createTime} style="second" />
          </dd>
        </div>
        <div>
          <dt>{t('grant.by')}</dt>
          <dd>{record.createMemberFullName || t('records.platform')}</dd>
        </div>
        <div>
          <dt>{t('records.amount')}</dt>
          <dd>
            <Amount value={record.tradeAmount} type={record.type} />
          </dd>
        </div>
        <div>
          <dt>{t('grant.receivers')}</dt>
          <dd className="sy-number">{list.data?.recordCount ?? '—'}</dd>
        </div>
      </dl>
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
                <span className="cu-person">
                  <Avatar name={item.memberFullName} path={item.avatarPath} size={28} />
                  <span>
                    {item.memberFullName}
                    <small>{item.organizationName}</small>
                  </span>
                </span>
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
