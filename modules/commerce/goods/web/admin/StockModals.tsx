import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Form, Input } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { LIST_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { CODE_TWICE } from '../../contract/codes.ts'
import { codesMax, type ManagedGoods, stockMax } from '../../contract/shapes.ts'
import { goods } from '../../contract.ts'

interface Props {
  readonly item: Pick<ManagedGoods, 'id' | 'name' | 'stock'>
  readonly onClose: () => void
}

/** Adds units to the stock or takes some out. */
export function AdjustModal({ item, onClose }: Props) {
  const t = useText('goods')
  const { id, name, stock } = item
  return (
    <FormModal<{ change: number; reason: string }, { stock: number }>
      title={t('stock.adjustTitle', { name })}
      hint={t('stock.now', { count: stock ?? 0 })}
      okText={t('stock.adjust')}
      onSubmit={(body) => call(goods.adjustStock, { params: { id }, body })}
      done={({ stock: after }) => t('stock.adjusted', { count: after })}
      onClose={onClose}
    >
      <NumberField
        name="change"
        label={t('stock.change')}
        extra={t('stock.changeHint')}
        needed={t('stock.changeNeeded')}
        min={-(stock ?? 0)}
        max={stockMax - (stock ?? 0)}
        precision={0}
      />
      <ReasonField label={t('stock.reason')} needed={t('stock.reasonNeeded')} />
    </FormModal>
  )
}

const codesOf = (typed: string) => typed.split(/\s*\n\s*/).filter((code) => code.trim() !== '')

/** Adds codes, one a line; each is a unit of the stock. */
export function CodesModal({ item, onClose }: Props) {
  const t = useText('goods')
  const { id, name } = item
  return (
    <FormModal<{ codes: string }, { stock: number }>
      title={t('stock.codesTitle', { name })}
      hint={t('stock.codesHint', { max: codesMax })}
      okText={t('stock.addCodes')}
      onSubmit={({ codes }) => call(goods.addCodes, { params: { id }, body: { codes: codesOf(codes) } })}
      problemsOf={(error) =>
        error.errorCode === CODE_TWICE.code
          ? { codes: t('stock.codeTwice', { place: Number(Reflect.get(error.data ?? {}, 'place')) }) }
          : undefined
      }
      done={({ stock }) => t('stock.adjusted', { count: stock })}
      onClose={onClose}
    >
      <Form.Item
        name="codes"
        label={t('stock.codes')}
        rules={[{ required: true, whitespace: true, message: t('stock.codesNeeded') }]}
      >
        <Input.TextArea autoSize={{ minRows: 5, maxRows: 14 }} />
      </Form.Item>
    </FormModal>
  )
}

/** What was done to the stock beside exchanges. */
export function StockDrawer({ item, onClose }: Props) {
  const t = useText('goods')
  const paging = usePaging(LIST_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(goods.stockChanges, { params: { id: item.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer open size={480} title={t('stock.historyTitle', { name: item.name })} onClose={onClose}>
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && <EmptyState small title={t('stock.none')} />}
      <ul className="sy-plain-list sy-column sy-gap-4">
        {list.data?.items.map(({ id, kind, change, stockAfter, reason, changedByName, changedAt }) => (
          <li key={id} className="sy-column">
            <span className="sy-row sy-apart">
              <strong>{t(`stock.kinds.${kind}`)}</strong>
              <span className="sy-number">
                {change > 0 ? '+' : '−'}
                {Math.abs(change)} → {stockAfter}
              </span>
            </span>
            {reason !== '' && <span>{reason}</span>}
            <small className="sy-faint">
              <DateText value={changedAt} />
              {changedByName !== '' && ` · ${changedByName}`}
            </small>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
    </Drawer>
  )
}
