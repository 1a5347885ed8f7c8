import '../parts/orders.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Price, usePriceText } from '#modules/commerce/prices/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type ManagedRefund, type RefundStatus, refundStatuses } from '../../contract/shapes.ts'
import { orders } from '../../contract.ts'
import { usePartsText } from '../parts/use-parts-text.ts'
import { WithParts } from '../parts/WithParts.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

/** What buyers want back: agreed to, or rejected with a reason. */
export default function RefundsPage() {
  const t = useText('orders')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [status, setStatus] = useState<RefundStatus>('requested')
  const [openedId, setOpenedId] = useState<string>()
  const [rejecting, setRejecting] = useState<ManagedRefund>()
  const query = { page: paging.page, pageSize: paging.pageSize, status }
  const list = useQuery({ ...q(orders.refunds, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title={t('refunds.title')} description={t('refunds.description')} />
      <div className="or-tabs">
        <TabBar
          label={t('refunds.title')}
          tabs={refundStatuses.map((key) => ({ key, title: t(`refund.status.${key}`) }))}
          active={status}
          onChange={(next) => {
            setStatus(next)
            paging.reset()
          }}
        />
      </div>
      <ListTable<ManagedRefund>
        list={list}
        label={t('refunds.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('refunds.none')} />}
        columns={[
          {
            title: t('managed.number'),
            key: 'number',
            render: (_, { orderId, orderNumber }) => (
              <Button type="link" className="sy-cell-link" onClick={() => setOpenedId(orderId)}>
                {orderNumber}
              </Button>
            ),
          },
          { title: t('one.lines'), key: 'items', render: (_, { itemNames }) => itemNames },
          {
            title: t('managed.buyer'),
            key: 'buyer',
            render: (_, { buyerName, organizationName }) => `${buyerName} · ${organizationName}`,
          },
          {
            title: t('refunds.amount'),
            key: 'amount',
            align: 'right',
            render: (_, row) => (
              <WithParts mixed={row} amount={row.amount} value={row.coinValue}>
                <Price payType={row.payType} amount={row.amount} points={row.points} />
              </WithParts>
            ),
          },
          {
            title: t('refund.reason'),
            key: 'reason',
            render: (_, { reason, decisionReason }) =>
              decisionReason === '' ? reason : `${reason} / ${decisionReason}`,
          },
          { title: t('refunds.at'), key: 'at', render: (_, { requestedAt }) => <DateText value={requestedAt} /> },
          ...(status === 'requested'
            ? [
                {
                  title: '',
                  key: 'actions',
                  render: (_: unknown, row: ManagedRefund) => <Decision row={row} onReject={setRejecting} />,
                },
              ]
            : []),
        ]}
      />
      {openedId !== undefined && <OrderDrawer id={openedId} onClose={() => setOpenedId(undefined)} />}
      {rejecting && (
        <FormModal<{ reason: string }, unknown>
          title={t('refunds.reject')}
          okText={t('refunds.reject')}
          danger
          hint={t('refunds.rejectHint')}
          done={t('refunds.rejected')}
          onSubmit={({ reason }) =>
            call(orders.decideRefund, { params: { id: rejecting.id }, body: { isAgreed: false, reason } })
          }
          onClose={() => setRejecting(undefined)}
        >
          <ReasonField label={t('refund.reason')} needed={t('refund.reasonNeeded')} />
        </FormModal>
      )}
    </>
  )
}

function Decision({ row, onReject }: { row: ManagedRefund; onReject: (row: ManagedRefund) => void }) {
  const t = useText('orders')
  const text = usePriceText()
  const parts = usePartsText()
  const amount = parts(row, row.amount, row.coinValue) ?? text(row.payType, row.amount, row.points)
  const agree = async () => {
    await call(orders.decideRefund, { params: { id: row.id }, body: { isAgreed: true } })
    notify('success', t('refunds.agreed'))
  }
  return (
    <span className="sy-cell-actions">
      <ConfirmButton
        type="link"
        question={t('refunds.agreeQuestion', { amount })}
        consequence={t('refunds.agreeConsequence')}
        onConfirm={agree}
      >
        {t('refunds.agree')}
      </ConfirmButton>
      <Button type="link" danger onClick={() => onReject(row)}>
        {t('refunds.reject')}
      </Button>
    </span>
  )
}
