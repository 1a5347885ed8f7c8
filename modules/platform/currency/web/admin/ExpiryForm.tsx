import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { ExpiryRule } from '../../contract/management.ts'
import { currency } from '../../contract.ts'

const monthsMax = 120
const noticeDaysMax = 90

/** The expiry in months; 0 means never. */
export function ExpiryForm({ rule }: { rule: ExpiryRule }) {
  const t = useText('currency')
  const name = useCurrencyName()
  const word = rule.kind === 1 ? name : t('points')
  const [months, setMonths] = useState(rule.months)
  const [noticeDays, setNoticeDays] = useState(rule.noticeDays)
  const { busy: saving, run } = useAction()
  const changed = months !== rule.months || noticeDays !== rule.noticeDays
  const save = () =>
    run(() => call(currency.changeExpiryRule, { params: { kind: rule.kind }, body: { months, noticeDays } }), {
      done: t('rules.saved'),
    })
  return (
    <article className="cu-rule">
      <div>
        <h3>{word}</h3>
        <p className="sy-faint">{t(months === 0 ? 'expiry.never' : 'expiry.hint', { months })}</p>
      </div>
      <div className="sy-grid sy-gap-1 cu-rule-field">
        <span className="sy-faint">{t('expiry.months')}</span>
        <InputNumber
          min={0}
          max={monthsMax}
          precision={0}
          value={months}
          aria-label={t('expiry.monthsOf', { name: word })}
          onChange={(value) => setMonths(value ?? 0)}
        />
      </div>
      <div className="cu-rule-part">
        <div className="sy-grid sy-gap-1 cu-rule-field">
          <span className="sy-faint">{t('expiry.notice')}</span>
          <InputNumber
            min={0}
            max={noticeDaysMax}
            precision={0}
            value={noticeDays}
            disabled={months === 0}
            aria-label={t('expiry.noticeOf', { name: word })}
            onChange={(value) => setNoticeDays(value ?? 0)}
          />
        </div>
        {changed && (
          <Button type="primary" size="small" loading={saving} onClick={() => void save()}>
            {t('rules.save')}
          </Button>
        )}
      </div>
    </article>
  )
}
