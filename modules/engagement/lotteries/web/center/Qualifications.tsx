import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { LotteryDetails } from '../../contract/drawing.ts'

/** What the lottery asks for, and what of it the member has: what is missing leads there. */
export function Qualifications({ wanted }: { wanted: LotteryDetails['qualifications'] }) {
  const t = useText('lotteries')
  if (wanted.length === 0) return null
  return (
    <section className="sy-card lo-section" aria-label={t('draw.qualifications')}>
      <h2>{t('draw.qualifications')}</h2>
      <ul className="sy-plain-list lo-wanted">
        {wanted.map(({ kind, itemId, label, name, link, isFulfilled }) => (
          <li key={`${kind} ${itemId}`} data-has={isFulfilled}>
            <Icon name={isFulfilled ? 'check' : 'lock'} size={18} />
            <span>
              {label} {link === '' || isFulfilled ? <strong>{name}</strong> : <Link to={link}>{name}</Link>}
            </span>
            <span className="lo-wanted-state">{t(isFulfilled ? 'draw.has' : 'draw.lacks')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
