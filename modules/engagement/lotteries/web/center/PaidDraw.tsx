import { Modal } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import type { LotteryDetails } from '../../contract/drawing.ts'
import { usePointsText } from '../parts/use-points.ts'

export type PaidDraws = NonNullable<LotteryDetails['paidDraws']>

interface Props {
  readonly paid: PaidDraws
  readonly onAgree: () => void
  readonly onClose: () => void
}

/** What the next draw takes and what is left then. Points are taken by its button alone. */
export default function PaidDraw({ paid: { priceHundredths, balance, left }, onAgree, onClose }: Props) {
  const t = useText('lotteries')
  const pointsText = usePointsText()
  return (
    <Modal
      open
      title={t('draw.paid.title')}
      okText={t('draw.paid.agree', { price: pointsText(priceHundredths) })}
      onOk={onAgree}
      onCancel={onClose}
      width={420}
    >
      <Facts
        className="lo-paid"
        shape="ends"
        items={[
          [t('draw.paid.price'), <strong key="price">{pointsText(priceHundredths)}</strong>],
          [t('draw.paid.balance'), pointsText(balance)],
          [t('draw.paid.after'), pointsText(BigInt(balance) - BigInt(priceHundredths))],
          [t('draw.paid.left'), String(left)],
        ]}
      />
      <p className="sy-note">{t('draw.paid.hint')}</p>
    </Modal>
  )
}
