import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { currency } from '#modules/platform/currency/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'

const amounts = ['1', '5', '10', '20'] as const
const COINS = 1
const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/

/** Hundredths of a coin as text: `1,234.5`. */
const coinsText = (hundredths: bigint): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(Number(hundredths) / 100)

/** Coins as the ledger counts them: hundredths. */
export function hundredthsOf(typed: string): string | undefined {
  if (!AMOUNT.test(typed)) return undefined
  const [whole = '0', part = ''] = typed.split('.')
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return value > 0n ? String(value) : undefined
}

/** What the typed amount is about, and how many coins there are. */
export function TipHint({
  coins,
  amount,
}: {
  readonly coins: bigint | undefined
  readonly amount: string | undefined
}) {
  const t = useText('contents')
  const name = useCurrencyName()
  const isTooFew = coins !== undefined && amount !== undefined && BigInt(amount) > coins
  const words = { amount: coins === undefined ? '' : coinsText(coins), coins: name }
  return (
    <p className="sy-note" role="status">
      {t('tip.hint', { coins: name })}
      {coins !== undefined && <br />}
      {coins !== undefined && t(isTooFew ? 'tip.tooFew' : 'tip.balance', words)}
    </p>
  )
}

interface Props {
  readonly businessType: number
  readonly businessId: string
  readonly name: string
  readonly onClose: () => void
}

/** Thanks the author of a content with coins, once. */
export function TipDialog({ businessType, businessId, name, onClose }: Props) {
  const t = useText('contents')
  const shell = useText('shell')
  const [typed, setTyped] = useState<string>(amounts[1])
  const [isOwn, setOwn] = useState(false)
  const [key] = useState(() => uuid())
  const { busy, failure, submit } = useSubmission()
  const amount = hundredthsOf(typed)
  const { data: account } = useQuery(q(currency.personAccount, {}, { quiet: true }))
  const coins = account && BigInt(account.coin.totalAmount) - BigInt(account.coin.reserved)
  const isTooMuch = coins !== undefined && amount !== undefined && BigInt(amount) > coins
  const send = () =>
    amount !== undefined &&
    submit(
      () =>
        call(
          currency.reward,
          { body: { businessType, businessId, type: COINS, tradeAmount: amount } },
          { handles: 'all', idempotencyKey: `${key}-${amount}` },
        ),
      {
        done: t('tip.done'),
        close: onClose,
      },
    )
  return (
    <Modal
      open
      width={420}
      title={t('tip.title', { name })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{shell('cancel')}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={amount === undefined || isTooMuch}
            onClick={() => void send()}
          >
            {t('tip.send')}
          </Button>
        </>
      }
    >
      <div className="sy-column sy-gap-4">
        <Failure text={failure} />
        <TipHint coins={coins} amount={amount} />
        <Segmented
          block
          aria-label={t('tip.amount')}
          value={isOwn ? 'own' : typed}
          options={[...amounts.map((value) => ({ value, label: value })), { value: 'own', label: t('tip.own') }]}
          onChange={(value) => {
            setOwn(value === 'own')
            setTyped(value === 'own' ? '' : value)
          }}
        />
        {isOwn && (
          <Input
            autoFocus
            inputMode="decimal"
            aria-label={t('tip.amount')}
            value={typed}
            status={isTooMuch || (typed !== '' && amount === undefined) ? 'error' : undefined}
            placeholder="0.00"
            onChange={(event) => setTyped(event.target.value.trim())}
          />
        )}
      </div>
    </Modal>
  )
}
