import { Button, Switch } from 'antd'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { RewardRule } from '../../contract/management.ts'
import { currency } from '../../contract.ts'
import { AmountInput } from '../parts/AmountInput.tsx'
import { amountMax, parseAmount, typedOf } from '../parts/amounts.ts'

const isAmount = (amount: bigint | undefined) => amount !== undefined && amount > 0n && amount <= amountMax

/**
 * The award of an event in coins or points. The switch saves at once, amounts by a button that appears after a
 * change.
 */
export function RewardRuleForm({ rule, label }: { rule: RewardRule; label: string }) {
  const t = useText('currency')
  const name = useCurrencyName()
  const word = rule.kind === 1 ? name : t('points')
  const switchId = useId()
  const before = {
    amount: typedOf(BigInt(rule.amount)),
    cap: rule.dailyCap === null ? '' : typedOf(BigInt(rule.dailyCap)),
  }
  const [typed, setTyped] = useState(before)
  const { busy: saving, run } = useAction()
  const amount = parseAmount(typed.amount)
  const cap = typed.cap === '' ? null : parseAmount(typed.cap)
  const correct = isAmount(amount) && (cap === null || isAmount(cap))
  const changed = typed.amount !== before.amount || typed.cap !== before.cap
  const save = (enabled: boolean) => {
    if (!correct) return
    return run(
      async () => {
        const body = { enabled, amount: String(amount), dailyCap: cap === null ? null : String(cap) }
        await call(currency.changeRewardRule, { params: { event: rule.event, kind: rule.kind }, body })
      },
      { done: t('rules.saved') },
    )
  }
  return (
    <div className="cu-rule-part">
      <div className="sy-row sy-gap-2 cu-rule-switch">
        <Switch
          id={switchId}
          size="small"
          checked={rule.enabled}
          loading={saving}
          aria-label={t('rules.switch', { event: label, name: word })}
          onChange={(enabled) => void save(enabled)}
        />
        <label htmlFor={switchId}>{word}</label>
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('rules.each')}</span>
        <AmountInput
          label={t('rules.amountOf', { event: label, name: word })}
          value={typed.amount}
          status={isAmount(amount) ? undefined : 'error'}
          onChange={(value) => setTyped({ ...typed, amount: value })}
        />
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('rules.cap')}</span>
        <AmountInput
          label={t('rules.capOf', { event: label, name: word })}
          placeholder={t('rules.noCap')}
          value={typed.cap}
          status={cap === null || isAmount(cap) ? undefined : 'error'}
          onChange={(value) => setTyped({ ...typed, cap: value })}
        />
      </div>
      {changed && (
        <Button
          type="primary"
          size="small"
          disabled={!correct}
          loading={saving}
          onClick={() => void save(rule.enabled)}
        >
          {t('rules.save')}
        </Button>
      )}
    </div>
  )
}
