import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Live } from '../../contract/shapes.ts'
import { bothFamiliesAreOld, liveCalls } from '../calls.ts'
import { livePaths } from '../paths.ts'

interface Props {
  readonly live: Pick<Live, 'id' | 'supplier' | 'appointmentStatus' | 'subject' | 'mustBuy'>
  readonly large?: boolean
}

/** Reserves a live session, or cancels the reservation; the counters beside it follow. One that has to be bought leads to its page. */
export function ReserveButton({ live, large = false }: Props) {
  const t = useText('live')
  if (!live.mustBuy) return <Reserving live={live} large={large} />
  return (
    <Link
      className={large ? 'lv-reserve lv-reserve-large' : 'lv-reserve'}
      to={livePaths.detail(live.id, live.supplier)}
    >
      <Icon name="cart" size={large ? 18 : 14} />
      {t('detail.buy')}
      <span className="sy-visually-hidden">{live.subject}</span>
    </Link>
  )
}

function Reserving({ live, large = false }: Props) {
  const t = useText('live')
  const kit = useText('kit')
  const { busy, run } = useAction()
  const reserved = live.appointmentStatus
  const toggle = () =>
    run(
      async () => {
        const { subscribe, cancelSubscribe } = liveCalls(live.supplier)
        await call(reserved ? cancelSubscribe : subscribe, { params: { id: live.id } }, bothFamiliesAreOld)
      },
      { done: reserved ? t('detail.reserveCancelled') : kit('ui.reservation-successful') },
    )
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
