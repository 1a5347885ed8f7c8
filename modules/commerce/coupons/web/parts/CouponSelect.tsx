import { Select } from 'antd'
import { usePriceText } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { FittingCoupon } from '../../contract/shapes.ts'

export interface CouponSelectProps {
  readonly coupons: readonly FittingCoupon[]
  readonly payType: number
  /** Null: none is used. */
  readonly value: string | null
  readonly onChange: (couponId: string | null) => void
}

const none = 'none'

/** Which coupon a purchase uses, with what each saves; those that do not fit say why. */
export default function CouponSelect({ coupons, payType, value, onChange }: CouponSelectProps) {
  const t = useText('coupons')
  const text = usePriceText()
  return (
    <Select
      aria-label={t('choose.label')}
      style={{ width: '100%' }}
      value={value ?? none}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
      options={[
        ...coupons.map(({ id, name, saves, obstacle }) => ({
          value: id,
          disabled: obstacle !== null,
          label:
            obstacle === null
              ? t('choose.saves', { name, amount: text(payType, saves) })
              : t('choose.no', { name, why: t(`choose.why.${obstacle}`) }),
        })),
        { value: none, label: t('choose.none') },
      ]}
    />
  )
}
