import { Switch } from 'antd'
import { useId } from 'react'
import { useCurrencyName } from '#web/app-state.ts'
import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import type { RewardRule } from '../../contract/management.ts'
import { AmountInput } from '../parts/AmountInput.tsx'
import { amountText, parseAmount } from '../parts/amounts.ts'
import { isAmount, type RewardDraft } from './rule-drafts.ts'

interface Props {
  readonly rule: RewardRule
  readonly draft: RewardDraft
  readonly label: string
  readonly onChange: (draft: RewardDraft) => void
}

/** The award of an event in coins or points. Nothing acts before it is saved. */
export function RewardRuleForm({ rule, draft, label, onChange }: Props) {
  const t = useText('currency')
  const name = useCurrencyName()
  const word = rule.kind === 1 ? name : t('points')
  const switchId = useId()
  const amount = parseAmount(draft.amount)
  const cap = draft.cap === '' ? null : parseAmount(draft.cap)
  const dayMax = BigInt(rule.dayMax)
  const limit = amount !== undefined && amount > dayMax ? 'rules.neverGiven' : 'rules.limited'
  const isLimited =
    draft.enabled && (limit === 'rules.neverGiven' || cap === null || (cap !== undefined && cap > dayMax))
  return (
    <div className="cu-rule-part">
      <div className="sy-row sy-gap-2 cu-rule-switch">
        <Switch
          id={switchId}
          size="small"
          checked={draft.enabled}
          aria-label={t('rules.switch', { event: label, name: word })}
          onChange={(enabled) => onChange({ ...draft, enabled })}
        />
        <label htmlFor={switchId}>{asTitle(word)}</label>
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('rules.each')}</span>
        <AmountInput
          label={t('rules.amountOf', { event: label, name: word })}
          value={draft.amount}
          status={isAmount(amount) ? undefined : 'error'}
          onChange={(value) => onChange({ ...draft, amount: value })}
        />
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('rules.cap')}</span>
        <AmountInput
          label={t('rules.capOf', { event: label, name: word })}
          placeholder={t('rules.noCap')}
          value={draft.cap}
          status={cap === null || isAmount(cap) ? undefined : 'error'}
          onChange={(value) => onChange({ ...draft, cap: value })}
        />
      </div>
      {!isAmount(amount) && (
        <p className="cu-rule-limit cu-rule-never" role="alert">
          {t('rules.wrong')}
        </p>
      )}
      {isLimited && (
        <p
          className={limit === 'rules.neverGiven' ? 'cu-rule-limit cu-rule-never' : 'cu-rule-limit sy-faint'}
          role="status"
        >
          {t(limit, { max: amountText(dayMax), name: word })}
        </p>
      )}
    </div>
  )
}
