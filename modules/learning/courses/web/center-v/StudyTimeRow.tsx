import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { courses } from '../../contract.ts'

/** On a member's card: the study time, in whole minutes (IDENTITY-049). */
export default function StudyTimeRow({ memberId }: WidgetSlots['member-card-rows']) {
  const t = useText('courses')
  const { data } = useQuery(q(courses.studyTimeOfMember, { query: { memberId } }, { quiet: true }))
  if (!data) return null
  const minutes = data.hours * 60 + data.minutes
  return (
    <Facts
      shape="rows"
      items={[
        [
          t('memberCard.studyTime'),
          <span key="minutes">
            <NumberText value={minutes} /> {t('memberCard.minutes', { count: minutes })}
          </span>,
        ],
      ]}
    />
  )
}
