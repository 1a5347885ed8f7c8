import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Live } from '../../contract/shapes.ts'
import { bothFamiliesAreOld, liveCalls } from '../calls.ts'

interface Props {
  readonly live: Pick<Live, 'id' | 'supplier' | 'appointmentStatus' | 'subject'>
  readonly large?: boolean
}

/** Reserves a live session, or cancels the reservation; the counters beside it follow. */
export function ReserveButton({ live, large = false }: Props) {
  const t = useText('live')
  const kit = useText('kit')
  const [busy, setBusy] = useState(false)
  const reserved = live.appointmentStatus
  const toggle = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { subscribe, cancelSubscribe } = liveCalls(live.supplier)
      await call(reserved ? cancelSubscribe : subscribe, { params: { id: live.id } }, bothFamiliesAreOld)
      notify('success', reserved ? t('detail.reserveCancelled') : kit('ui.reservation-successful'))
    } catch {
      // The call has already shown the error; the button shows the current state.
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={large ? 'lv-reserve lv-reserve-large' : 'lv-reserve'}
      aria-pressed={reserved}
      aria-busy={busy}
      title={reserved ? t('detail.cancelReserve') : undefined}
      onClick={() => void toggle()}
    >
      <Icon name={reserved ? 'check' : 'bell'} size={large ? 18 : 14} />
      {t(reserved ? 'detail.reserved' : 'detail.reserve')}
      <span className="sy-visually-hidden">{live.subject}</span>
    </button>
  )
}
