import { Link } from 'react-router'
import { Price } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { Order } from '../../contract/shapes.ts'

/** What was ordered, with a link to what it opens. */
export function Lines({ lines, payType, forOthers }: Pick<Order, 'lines' | 'payType' | 'forOthers'>) {
  const t = useText('orders')
  return (
    <ul className="sy-plain-list sy-column sy-gap-3">
      {lines.map((line) => (
        <li key={line.id} className="or-line">
          <span className="sy-column">
            {line.link === '' ? <strong>{line.name}</strong> : <Link to={line.link}>{line.name}</Link>}
            <small className="sy-faint">
              {line.kindName}
              {forOthers && ` · ${t('seats', { count: line.quantity })}`}
            </small>
          </span>
          <Price payType={payType} amount={line.amount} points={line.points} />
          {line.quantity > 1 && (
            <small className="sy-faint">
              <Price payType={payType} amount={line.unit} points={line.pointsUnit} original={line.originalUnit} /> ×{' '}
              {line.quantity}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
