import { Form, Input, Segmented } from 'antd'
import { call } from '#web/api/query.ts'
import { useForecast } from '#web/api/use-forecast.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import type { AccountType, CurrencyKind } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { AmountInput } from '../parts/AmountInput.tsx'
import { amountMax, amountText, parseAmount } from '../parts/amounts.ts'

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

interface Values {
  readonly kind: CurrencyKind
  readonly takes: boolean
  readonly typed: string
  readonly reason: string
}

const reasonMax = 200
const namesShown = 5
const initialValues: Values = { kind: 1, takes: false, typed: '', reason: '' }

/** The amount; undefined where it is none that can be issued. */
function amountOf(typed: string): bigint | undefined {
  const amount = parseAmount(typed)
  return amount === 0n || (amount !== undefined && amount > amountMax) ? undefined : amount
}

export function IssueModal({ mode, holders, onClose, onDone }: Props) {
  const t = useText('currency')
  const [form] = Form.useForm<Values>()
  const requestKey = useRequestKey()
  const accounts = holders.map(({ accountType, accountCode }) => ({ accountType, accountCode }))
  const issued = ({ kind, typed, reason }: Values) => ({
    accounts,
    type: kind,
    tradeAmount: String(amountOf(typed)),
    reason: reason.trim(),
  })
  const watched: Values = { ...initialValues, ...Form.useWatch([], form) }
  const amount = amountOf(watched.typed)
  const isIssuing = mode === 'issue' && amount !== undefined
  const forecast = useForecast(currency.recharge, isIssuing ? { body: issued(watched) } : undefined)
  /** Whether it waits for an approval. */
  const send = async (values: Values) => {
    const [account] = accounts
    if (!account) return false
    const body = issued(values)
    const { type, tradeAmount, reason } = body
    const correction = { account, type, tradeAmount: `${values.takes ? '-' : ''}${tradeAmount}`, reason }
    const { approving } = await (mode === 'issue'
      ? call(currency.recharge, { body }, { idempotencyKey: requestKey(body) })
      : call(currency.adjust, { body: correction }, { idempotencyKey: requestKey(correction) }))
    onDone()
    return approving
  }
  const names = holders.slice(0, namesShown).map((holder) => holder.name)
  return (
    <FormModal<Values, boolean>
      form={form}
      title={t(`issue.title.${mode}`)}
      okText={t(`issue.confirm.${mode}`)}
      initialValues={initialValues}
      onSubmit={send}
      done={(approving) => t(`issue.done.${approving ? 'applied' : mode}`)}
      onClose={onClose}
    >
      <p>
        {names.join(t('issue.separator'))}
        {holders.length > namesShown && t('issue.andMore', { count: holders.length })}
      </p>
      <IssueFields mode={mode} />
      <ForecastNote
        state={forecast}
        summary={({ answer }) => [
          ...(answer.approving ? [t('issue.needsApproval')] : []),
          t('issue.receive', { count: holders.length }),
          t('issue.inAll', { amount: amountText((amount ?? 0n) * BigInt(holders.length)) }),
        ]}
      />
    </FormModal>
  )
}

function IssueFields({ mode }: Pick<Props, 'mode'>) {
  const t = useText('currency')
  const name = useCurrencyName()
  const check = async (_: unknown, typed: string) => {
    if (amountOf(typed) === undefined) throw new Error(t('issue.amountWrong'))
  }
  return (
    <>
      <Form.Item name="kind">
        <Segmented
          aria-label={t('team.kinds')}
          options={[
            { value: 1, label: name },
            { value: 2, label: t('points') },
          ]}
        />
      </Form.Item>
      {mode === 'adjust' && (
        <Form.Item name="takes">
          <Segmented
            aria-label={t('issue.direction')}
            options={[
              { value: false, label: t('issue.add') },
              { value: true, label: t('issue.take') },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item
        name="typed"
        label={t(mode === 'issue' ? 'issue.amountEach' : 'records.amount')}
        rules={[{ validator: check }]}
      >
        <AmountInput label={t('records.amount')} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t(mode === 'issue' ? 'issue.reasonOptional' : 'issue.reason')}
        rules={[{ required: mode === 'adjust', whitespace: mode === 'adjust', message: t('issue.reasonWrong') }]}
      >
        <Input.TextArea rows={2} maxLength={reasonMax} showCount />
      </Form.Item>
    </>
  )
}
