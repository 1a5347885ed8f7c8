import { usePriceText } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { OrderEvent } from '../../contract/shapes.ts'

/** What happened to an order, the first first. */
export function Timeline({ events, payType }: { events: readonly OrderEvent[]; payType: number }) {
  const t = useText('orders')
  const text = usePriceText()
  return (
    <ol className="sy-plain-list or-events">
      {events.map(({ kind, at, actorName, data }) => {
        const { amount, points, reason, words, parcel } = data
        const more = [
          amount === undefined ? undefined : text(payType, amount, points),
          parcel,
          words ?? (kind === 'closed' ? t(`close.${reason ?? 'buyer'}`) : reason),
        ].filter((one) => one !== undefined && one !== '')
        return (
          <li key={`${kind}${at}`}>
            <strong>{t(`event.${kind}`)}</strong>
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
