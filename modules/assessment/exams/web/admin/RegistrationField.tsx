import { Checkbox, Form, InputNumber, Switch } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { placesMax, type RegistrationRule } from '../../contract/registration.ts'

interface Props {
  readonly id?: string
  readonly value?: RegistrationRule | null
  readonly onChange?: (rule: RegistrationRule | null) => void
  readonly disabled?: boolean
}

const whenAsked: RegistrationRule = { startAt: null, endAt: null, places: null, isReviewed: false }

/** Whether examinees register, when, how many, and whether somebody agrees first. */
export function RegistrationField({ id, value = null, onChange, disabled }: Props) {
  const t = useText('exams')
  const change = (part: Partial<RegistrationRule>) => onChange?.({ ...whenAsked, ...value, ...part })
  return (
    <div className="sy-column sy-gap-3">
      <span>
        <Switch
          id={id}
          disabled={disabled}
          checked={value !== null}
          onChange={(on) => onChange?.(on ? whenAsked : null)}
        />
      </span>
      {value && (
        <>
          <div className="ex-form-columns ex-registration">
            <MomentField
              aria-label={t('form.registrationFrom')}
              placeholder={t('form.registrationFrom')}
              value={value.startAt}
              onChange={(startAt) => change({ startAt })}
            />
            <MomentField
              aria-label={t('form.registrationUntil')}
              placeholder={t('form.registrationUntil')}
              value={value.endAt}
              onChange={(endAt) => change({ endAt })}
            />
            <InputNumber<number>
              aria-label={t('form.places')}
              prefix={t('form.places')}
              placeholder={t('form.placesNone')}
              style={{ width: '100%' }}
              min={1}
              max={placesMax}
              precision={0}
              value={value.places}
              onChange={(places) => change({ places })}
            />
          </div>
          <small className="sy-note">{t('form.registrationWindowHint')}</small>
          <Form.Item noStyle>
            <Checkbox checked={value.isReviewed} onChange={(event) => change({ isReviewed: event.target.checked })}>
              {t('form.reviewed')}
            </Checkbox>
          </Form.Item>
          <small className="sy-note">{t('form.reviewedHint')}</small>
        </>
      )}
    </div>
  )
}
