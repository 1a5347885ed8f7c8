import { useSearchParams } from 'react-router'
import { ReviewList } from '#modules/content/submissions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { courses } from '../../contract.ts'

const decided = [courses.courseBoard]

/** What learners have handed in for the member's courses: what waits stands first. */
export default function ProofsPage() {
  const t = useText('courses')
  const [place] = useSearchParams()
  return (
    <ReviewList
      kind="course"
      title={t('proof.title')}
      hint={t('proof.titleHint')}
      labels={{ subject: t('authoring.course'), part: t('proof.section') }}
      subjectId={place.get('course') ?? undefined}
      outdates={decided}
    />
  )
}
