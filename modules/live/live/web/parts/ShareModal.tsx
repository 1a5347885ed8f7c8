import { Modal } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { Supplier } from '../../contract/states.ts'
import { ShareContent } from './ShareContent.tsx'

/** LIVE-020. */
const WIDTH_PX = 800

interface Props {
  readonly id: string
  readonly supplier: Supplier
  readonly celebrates?: boolean
  readonly onClose: () => void
}

/** The links of a live session, in a modal (LIVE-014). */
export function ShareModal({ id, supplier, celebrates = false, onClose }: Props) {
  const t = useText('live')
  return (
    <Modal open width={WIDTH_PX} centered title={t('share.title')} footer={null} onCancel={onClose}>
      <ShareContent id={id} supplier={supplier} celebrates={celebrates} />
    </Modal>
  )
}
