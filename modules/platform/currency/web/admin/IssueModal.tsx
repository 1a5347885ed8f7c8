import { Input, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useForecast } from '#web/api/use-forecast.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { AccountType, CurrencyKind } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { AmountInput } from '../parts/AmountInput.tsx'
import { amountMax, amountText, parseAmount } from '../parts/amounts.ts'
import { useRequestKey } from '../parts/use-request-key.ts'

interface Props {
  /** Issues the same amount to each account, or corrects one balance with a reason. */
  readonly mode: 'issue' | 'adjust'
  readonly holders: readonly {
    readonly accountType: AccountType
    readonly accountCode: string
    readonly name: string
  }[]
  readonly onClose: () => void
  readonly onDone: () => void
}

const reasonMax = 200
const namesShown = 5

export function IssueModal({ mode, holders, onClose, onDone }: Props) {
  const t = useText('currency')
  const name = useCurrencyName()
  const amountId = useId()
  const reasonId = useId()
  const [kind, setKind] = useState<CurrencyKind>(1)
  const [takes, setTakes] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { busy: sending, run } = useAction()
  const requestKey = useRequestKey()
  const amount = parseAmount(typed)
  const amountWrong = amount === undefined || amount === 0n || amount > amountMax
  const accounts = holders.map(({ accountType, accountCode }) => ({ accountType, accountCode }))
  const issued = { accounts, type: kind, tradeAmount: String(amount), reason: reason.trim() }
  const isIssuing = mode === 'issue' && !amountWrong && !sending
  const forecast = useForecast(currency.recharge, isIssuing ? { body: issued } : undefined)
  const reasonWrong = mode === 'adjust' && reason.trim() === ''
  const send = () => {
    setTried(true)
    if (amountWrong || reasonWrong) return
    return run(async () => {
      if (mode === 'issue') {
        await call(currency.recharge, { body: issued }, { idempotencyKey: requestKey(issued) })
      } else {
        const [account] = accounts
        if (!account) return
        const body = { account, type: kind, tradeAmount: `${takes ? '-' : ''}${amount}`, reason: reason.trim() }
        await call(currency.adjust, { body }, { idempotencyKey: requestKey(body) })
      }
      notify('success', t(`issue.done.${mode}`))
      onDone()
    })
  }
  const names = holders.slice(0, namesShown).map((holder) => holder.name)
  return (
    <Modal
      open
      title={t(`issue.title.${mode}`)}
      okText={t(`issue.confirm.${mode}`)}
      cancelText={t('distribute.cancel')}
      okButtonProps={{ loading: sending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="cu-form">
        <p>
          {names.join(t('issue.separator'))}
          {holders.length > namesShown && t('issue.andMore', { count: holders.length })}
        </p>
        <Segmented
          aria-label={t('team.kinds')}
          value={kind}
          options={[
            { value: 1, label: name },
            { value: 2, label: t('points') },
          ]}
          onChange={(value) => setKind(value as CurrencyKind)}
        />
        {mode === 'adjust' && (
          <Segmented
            aria-label={t('issue.direction')}
            value={takes}
            options={[
              { value: false, label: t('issue.add') },
              { value: true, label: t('issue.take') },
            ]}
            onChange={setTakes}
          />
        )}
        <label htmlFor={amountId}>{t(mode === 'issue' ? 'issue.amountEach' : 'records.amount')}</label>
        <AmountInput
          id={amountId}
          label={t('records.amount')}
          value={typed}
          status={tried && amountWrong ? 'error' : undefined}
          onChange={setTyped}
        />
        {tried && amountWrong && (
          <p className="cu-wrong" role="alert">
            {t('issue.amountWrong')}
          </p>
        )}
        <label htmlFor={reasonId}>{t(mode === 'issue' ? 'issue.reasonOptional' : 'issue.reason')}</label>
        <Input.TextArea
          id={reasonId}
          rows={2}
          maxLength={reasonMax}
          showCount
          value={reason}
          status={tried && reasonWrong ? 'error' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {tried && reasonWrong && (
          <p className="cu-wrong" role="alert">
            {t('issue.reasonWrong')}
          </p>
        )}
        <ForecastNote
          state={forecast}
          summary={() => [
            t('issue.receive', { count: holders.length }),
            t('issue.inAll', { amount: amountText((amount ?? 0n) * BigInt(holders.length)) }),
          ]}
        />
      </div>
    </Modal>
  )
}
