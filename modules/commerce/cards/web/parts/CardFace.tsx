import './cards.css'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { MemberCard } from '../../contract/shapes.ts'

type Shown = Pick<MemberCard, 'name' | 'color' | 'validityDays'> & Partial<Pick<MemberCard, 'isOwned' | 'ownedUntil'>>

/** The picture of a card: drawn in its color, with its name and how long it lasts. */
export function CardFace({ name, color, validityDays, isOwned = false, ownedUntil = null }: Shown) {
  const t = useText('cards')
  return (
    <span className="mc-face" data-color={color}>
      <b>{name}</b>
      <span>
        {isOwned && ownedUntil !== null && (
          <>
            {t('face.until')} <DateText value={ownedUntil} />
          </>
        )}
        {isOwned && ownedUntil === null && t('face.ownedForever')}
        {!isOwned && (validityDays === null ? t('face.forever') : t('face.days', { count: validityDays }))}
      </span>
    </span>
  )
}
