import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { type ManagedCoupon, totalMax } from '../../contract/shapes.ts'
import { coupons } from '../../contract.ts'

/** More of a running coupon. */
export function RaiseModal({ coupon, onClose }: { readonly coupon: ManagedCoupon; readonly onClose: () => void }) {
  const t = useText('coupons')
  const { id, name, total } = coupon
  return (
    <FormModal<{ total: number }, unknown>
      title={t('raise.title', { name })}
      hint={t('raise.hint', { total })}
      onSubmit={(body) => call(coupons.raiseCouponTotal, { params: { id }, body })}
      done={t('raise.done')}
      onClose={onClose}
    >
      <NumberField
        name="total"
        label={t('raise.total')}
        needed={t('edit.needed')}
        min={Math.min(total + 1, totalMax)}
        max={totalMax}
        precision={0}
      />
    </FormModal>
  )
}
