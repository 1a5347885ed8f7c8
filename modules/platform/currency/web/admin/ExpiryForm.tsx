import { InputNumber } from 'antd'
import { useCurrencyName } from '#web/app-state.ts'
import { asTitle } from '#web/i18n/as-title.ts'
import { useText } from '#web/i18n/texts.ts'
import type { ExpiryRule } from '../../contract/management.ts'
import type { ExpiryDraft } from './rule-drafts.ts'

const monthsMax = 120
const noticeDaysMax = 90

interface Props {
  readonly rule: ExpiryRule
  readonly draft: ExpiryDraft
  readonly onChange: (draft: ExpiryDraft) => void
}

/** The expiry in months; 0 means never. */
export function ExpiryForm({ rule, draft, onChange }: Props) {
  const t = useText('currency')
  const name = useCurrencyName()
  const word = rule.kind === 1 ? name : t('points')
  const { months, noticeDays } = draft
  return (
    <article className="cu-rule">
      <div>
        <h3>{asTitle(word)}</h3>
        <p className="sy-faint">{t(months === 0 ? 'expiry.never' : 'expiry.hint', { count: months })}</p>
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('expiry.months')}</span>
        <InputNumber
          min={0}
          max={monthsMax}
          precision={0}
          value={months}
          suffix={t('expiry.monthUnit')}
          aria-label={t('expiry.monthsOf', { name: word })}
          onChange={(value) => onChange({ ...draft, months: value ?? 0 })}
        />
        <small className="sy-faint">{t('expiry.monthsHint', { max: monthsMax })}</small>
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('expiry.notice')}</span>
        <InputNumber
          min={0}
          max={noticeDaysMax}
          precision={0}
          value={noticeDays}
          suffix={t('expiry.dayUnit')}
          disabled={months === 0}
          aria-label={t('expiry.noticeOf', { name: word })}
          onChange={(value) => onChange({ ...draft, noticeDays: value ?? 0 })}
        />
        <small className="sy-faint">{t('expiry.noticeHint', { max: noticeDaysMax })}</small>
      </div>
    </article>
  )
}
