import './invoices.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { AddressField } from '#modules/commerce/addresses/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { moneyText } from '#web/ui/money.ts'
import type { Info } from '../../contract/infos.ts'
import type { Invoiceable, InvoiceDetails } from '../../contract/invoices.ts'
import {
  type BillingType,
  billingTypes,
  type InvoiceMedium,
  type InvoiceType,
  infosMax,
  invoiceMedia,
  invoiceTypes,
  type MemberType,
  ordersMax,
} from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { lackOf, sumOf } from './application.ts'
import { InfoModal } from './InfoModal.tsx'

interface Values {
  readonly orderIds: readonly string[]
  readonly infoId?: string
  readonly invoiceType: InvoiceType
  readonly invoiceMedium: InvoiceMedium
  readonly billingType: BillingType
  readonly addressId?: string
}

interface Props {
  readonly memberType: MemberType
  /** The rejected invoice that is applied for again. */
  readonly rejected?: InvoiceDetails
  readonly onClose: () => void
}

/** Applies for an invoice: which orders, with which title, in which form. */
export function ApplyModal(props: Props) {
  const t = useText('invoices')
  const query = { memberType: props.memberType, pageSize: 100 }
  const orders = useQuery(q(invoices.invoiceable, { query }, { quiet: true }))
  const infos = useQuery(q(invoices.ownInfos, {}, { quiet: true }))
  if (orders.data && infos.data) return <ApplyForm {...props} orders={orders.data.items} infos={infos.data.items} />
  const failed = [orders, infos].find(({ isError }) => isError)
  const readAgain = () => void Promise.all([orders.refetch(), infos.refetch()])
  return (
    <Modal open title={t('apply.title')} width={680} footer={null} onCancel={props.onClose}>
      {failed ? <ErrorState small error={failed.error} onRetry={readAgain} /> : <LoadingState rows={5} />}
    </Modal>
  )
}

interface FormProps extends Props {
  readonly orders: readonly Invoiceable[]
  readonly infos: readonly Info[]
}

/** The sum and what is missing follow each choice. */
function ApplyForm({ memberType, rejected, onClose, orders, infos }: FormProps) {
  const t = useText('invoices')
  const [form] = Form.useForm<Values>()
  const initialValues: Values = {
    orderIds: rejected?.lines.map(({ id }) => id) ?? [],
    infoId: infos.find(({ isDefault }) => isDefault)?.id,
    invoiceType: rejected?.invoiceType ?? 'vat-ordinary',
    invoiceMedium: rejected?.invoiceMedium ?? 'electronic',
    billingType: rejected?.billingType ?? 'details',
  }
  const values = { ...initialValues, ...Form.useWatch((entered) => entered, form) }
  const chosen = orders.filter(({ id }) => values.orderIds.includes(id))
  const amounts = chosen.map(({ amount }) => amount)
  const info = infos.find(({ id }) => id === values.infoId)
  const lack = lackOf({ ...values, amounts, info, addressId: values.addressId })
  const send = (entered: Values) => {
    const body = {
      ...{ memberType, orders: chosen.map(({ source, id }) => ({ source, id })), infoId: entered.infoId ?? '' },
      ...{ invoiceType: entered.invoiceType, invoiceMedium: entered.invoiceMedium, billingType: entered.billingType },
      amount: String(sumOf(amounts)),
      ...(entered.invoiceMedium === 'paper' && { addressId: entered.addressId }),
    }
    return rejected
      ? call(invoices.applyAgain, { params: { id: rejected.id }, body })
      : call(invoices.applyForInvoice, { body })
  }
  const options = <Value extends string>(values: readonly Value[], map: string) =>
    values.map((value) => ({ value, label: t(`maps.${map}.${value}`) }))
  return (
    <FormModal<Values, unknown>
      form={form}
      title={t(rejected ? 'apply.again' : 'apply.title')}
      width={680}
      okText={t('apply.send')}
      disabled={lack !== undefined}
      initialValues={initialValues}
      onSubmit={send}
      done={t('apply.done')}
      footer={
        <span className="iv-sum" aria-live="polite">
          {t('apply.sum', { count: chosen.length })} <strong>{moneyText(Number(sumOf(amounts)))}</strong>
          {lack !== undefined && <small className="sy-faint">{t(`apply.lacks.${lack}`, { max: ordersMax })}</small>}
        </span>
      }
      onClose={onClose}
    >
      <Form.Item name="orderIds" label={t('apply.orders')} extra={t('apply.ordersHint')}>
        <OrderChoice orders={orders} />
      </Form.Item>
      <Form.Item name="infoId" label={t('apply.info')}>
        <InfoChoice infos={infos} />
      </Form.Item>
      <div className="iv-pair">
        <Form.Item name="invoiceType" label={t('type')}>
          <Radio.Group options={options(invoiceTypes, 'invoice-type')} />
        </Form.Item>
        <Form.Item name="invoiceMedium" label={t('medium')}>
          <Radio.Group options={options(invoiceMedia, 'invoice-medium')} />
        </Form.Item>
      </div>
      <Form.Item name="billingType" label={t('billingType')} extra={t('apply.billingHint')}>
        <Select options={options(billingTypes, 'billing-type')} />
      </Form.Item>
      {values.invoiceMedium === 'paper' && (
        <Form.Item name="addressId" label={t('apply.address')}>
          <AddressField />
        </Form.Item>
      )}
    </FormModal>
  )
}

interface OrderChoiceProps {
  readonly orders: readonly Invoiceable[]
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
}

function OrderChoice({ orders, value = [], onChange }: OrderChoiceProps) {
  const t = useText('invoices')
  if (orders.length === 0) return <EmptyState small title={t('apply.none')} description={t('apply.noneHint')} />
  const toggle = (id: string, isChosen: boolean) =>
    onChange?.(isChosen ? [...value, id] : value.filter((one) => one !== id))
  return (
    <ul className="sy-plain-list iv-choices" aria-label={t('apply.orders')}>
      {orders.map(({ id, subject, number, amount, paidAt }) => (
        <li key={id}>
          <Checkbox checked={value.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
            <span>
              {subject}
              <br />
              <small className="sy-faint">
                {number} · <DateText value={paidAt} />
              </small>
            </span>
            <span className="iv-amount">{moneyText(Number(amount))}</span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

interface InfoChoiceProps {
  readonly infos: readonly Info[]
  readonly value?: string
  readonly onChange?: (id: string) => void
  readonly id?: string
}

function InfoChoice({ infos, value, onChange, id }: InfoChoiceProps) {
  const t = useText('invoices')
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <div className="iv-field">
        <Select
          id={id}
          aria-label={t('apply.info')}
          placeholder={t('apply.chooseInfo')}
          value={infos.some((one) => one.id === value) ? value : undefined}
          options={infos.map((one) => ({ value: one.id, label: `${one.title} ${one.taxpayerId}`.trim() }))}
          onChange={(chosen: string) => onChange?.(chosen)}
        />
        <Button
          icon={<Icon name="plus" size={16} />}
          disabled={infos.length >= infosMax}
          onClick={() => setAdding(true)}
        >
          {t('info.add')}
        </Button>
      </div>
      {isAdding && <InfoModal onSaved={(added) => onChange?.(added)} onClose={() => setAdding(false)} />}
    </>
  )
}
