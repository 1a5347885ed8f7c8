import './coupons.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { type Terms, useCouponText } from './use-coupon-text.ts'

interface Props {
  readonly coupon: Terms & { readonly name: string; readonly validFrom: number; readonly validUntil: number }
  /** It cannot be used (any more). */
  readonly isFaint?: boolean
  /** Its time starts later: then that is what one wants to know. */
  readonly isUpcoming?: boolean
  readonly children: ReactNode
}

/** A coupon as a ticket: what it takes off, its terms, and at its end what can be done with it. */
export function CouponCard({ coupon, isFaint = false, isUpcoming = false, children }: Props) {
  const t = useText('coupons')
  const say = useCouponText()
  const { name, items, validFrom, validUntil } = coupon
  return (
    <article className="cp-card" data-faint={isFaint}>
      <div className="cp-worth">
        <strong>{say.worth(coupon)}</strong>
        <span>{say.condition(coupon)}</span>
      </div>
      <div className="cp-body">
        <h3>{name}</h3>
        <p className="cp-terms">
          {say.scope(coupon)}
          {items.length > 0 && (
            <span className="cp-items">
              {items.slice(0, 3).map((item) => (
                <Link key={item.itemId} to={item.link}>
                  {item.name}
                </Link>
              ))}
            </span>
          )}
        </p>
        <p className="cp-terms">
          {t(isUpcoming ? 'from' : 'until')} <DateText value={isUpcoming ? validFrom : validUntil} />
        </p>
        <div className="cp-end">{children}</div>
      </div>
    </article>
  )
}
