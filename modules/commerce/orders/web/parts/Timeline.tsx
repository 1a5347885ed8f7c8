import { usePriceText } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { OrderDetails, OrderEvent } from '../../contract/shapes.ts'
import { useVersionText } from './Versions.tsx'

/** What happened to an order, the first first. */
type Shown = Pick<OrderDetails, 'events' | 'payType' | 'version' | 'lines' | 'couponName' | 'formerVersions'>

export function Timeline({ order }: { order: Shown }) {
  const t = useText('orders')
  const text = usePriceText()
  const versionText = useVersionText()
  const { events, payType } = order
  const changesOf = ({ kind, data }: OrderEvent) => (kind === 'changed' ? versionText(order, Number(data.version)) : [])
  return (
    <ol className="sy-plain-list or-events">
      {events.map((event) => {
        const { kind, at, actorName, data } = event
        const { amount, points, reason, words, parcel } = data
        const more = [
          ...changesOf(event),
          amount === undefined ? undefined : text(payType, amount, points),
          parcel,
          words ?? (kind === 'closed' ? t(`close.${reason ?? 'buyer'}`) : reason),
        ].filter((one) => one !== undefined && one !== '')
        return (
          <li key={`${kind}${at}${data.version ?? ''}`}>
            <strong>{t(`event.${kind}`, { version: data.version ?? '' })}</strong>
            {more.length > 0 && <span> {more.join(' · ')}</span>}
            <small className="sy-faint">
              <DateText value={at} />
              {actorName !== '' && ` · ${actorName}`}
            </small>
          </li>
        )
      })}
    </ol>
  )
}
