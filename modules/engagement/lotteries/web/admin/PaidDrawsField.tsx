import { InputNumber, Switch } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { drawPriceMax, drawsMax, type PaidDraws } from '../../contract/fields.ts'

interface Props {
  readonly id?: string
  readonly value?: PaidDraws | null
  readonly onChange?: (paid: PaidDraws | null) => void
}

const usual: PaidDraws = { priceHundredths: 1000, perMember: 5 }

/** Whether members draw for points after their free draws, for how many, and how often. */
export function PaidDrawsField({ id, value = null, onChange }: Props) {
  const t = useText('lotteries')
  return (
    <div className="sy-row sy-wrap sy-gap-2">
      <Switch
        id={id}
        aria-label={t('form.paidDraws')}
        checked={value !== null}
        onChange={(isOn) => onChange?.(isOn ? usual : null)}
      />
      {value !== null && (
        <>
          <InputNumber
            aria-label={t('form.drawPrice')}
            min={0.01}
            max={drawPriceMax / 100}
            precision={2}
            className="lo-edit-amount"
            suffix={t('form.pointsEach')}
            value={value.priceHundredths / 100}
            onChange={(typed) => onChange?.({ ...value, priceHundredths: Math.round((typed ?? 0.01) * 100) })}
          />
          <InputNumber
            aria-label={t('form.paidDrawsPerMember')}
            min={1}
            max={drawsMax}
            precision={0}
            className="lo-edit-amount"
            suffix={t('form.timesEach')}
            value={value.perMember}
            onChange={(typed) => onChange?.({ ...value, perMember: typed ?? 1 })}
          />
        </>
      )}
    </div>
  )
}
