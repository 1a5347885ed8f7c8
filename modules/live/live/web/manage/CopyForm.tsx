import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Supplier } from '../../contract/states.ts'
import { live } from '../../contract.ts'
import { ApplyModal } from '../form/ApplyModal.tsx'

interface Props {
  /** The live session to copy. */
  readonly id: string
  readonly supplier: Supplier
  readonly approval: boolean
  readonly onClose: () => void
}

/** The form of a new live session, filled in like another one; or why there can't be one. */
export function CopyForm({ id, supplier, approval, onClose }: Props) {
  const t = useText('live')
  const copy = useQuery(q(live.copy, { params: { id } }, { quiet: true, handles: 'all' }))
  if (copy.data) {
    const copied = { id, form: copy.data }
    return <ApplyModal mode="detail" supplier={supplier} approval={approval} copied={copied} onClose={onClose} />
  }
  return (
    <Modal open centered width={560} title={t('form.titleCopy')} footer={null} onCancel={onClose}>
      {copy.isError ? (
        <ErrorState small error={copy.error} onRetry={() => void copy.refetch()} />
      ) : (
        <LoadingState rows={6} />
      )}
    </Modal>
  )
}
