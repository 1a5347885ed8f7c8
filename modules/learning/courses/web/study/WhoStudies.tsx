import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { CourseOffer } from '../../contract/offer.ts'

/** Who studies the course: numbers where they tell of nobody, and the colleagues who let others see them. */
export function WhoStudies({ offer }: { offer: CourseOffer }) {
  const t = useText('courses')
  const { finishedCount, ownOrganizationCount, shown } = offer
  return (
    <>
      {finishedCount !== null && <small>{t('offer.finished', { count: finishedCount })}</small>}
      {ownOrganizationCount !== null && <small>{t('offer.ownOrganization', { count: ownOrganizationCount })}</small>}
      {shown.length > 0 && (
        <ul className="co-offer-people" aria-label={t('offer.colleagues')}>
          {shown.map(({ id, fullName, avatarPath, organizationName }) => (
            <li key={id} title={organizationName}>
              <Avatar name={fullName} path={avatarPath} size={24} />
              {fullName}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
