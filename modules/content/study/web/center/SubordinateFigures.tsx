import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { study } from '../../contract.ts'

/** In a list of subordinates: the study time, and how many courses are finished and classes attended. */
export default function SubordinateFigures({ memberId, ids }: WidgetSlots['subordinate-figures']) {
  const t = useText('study')
  const query = { memberIds: ids.join(',') }
  const { data } = useQuery(q(study.subordinateFigures, { query }, { quiet: true }))
  const one = data?.items.find((each) => each.memberId === memberId)
  if (!one) return <span className="sy-faint">—</span>
  return (
    <span className="sy-row sy-wrap sy-gap-3">
      <span>{t('subordinate.minutes', { count: one.studyMinutes })}</span>
      <span>{t('subordinate.courses', { count: one.completedCourseCount })}</span>
      <span>{t('subordinate.classes', { count: one.attendedClassCount })}</span>
    </span>
  )
}
