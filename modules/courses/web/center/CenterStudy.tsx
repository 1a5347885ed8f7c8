import '../courses.css'
import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'
import { StudyFigures } from '../StudyFigures.tsx'

/** In the personal center: study time and courses (COURSE-017). */
export default function CenterStudy() {
  const t = useText('courses')
  const { data, isPending, isError, refetch } = useQuery(q(courses.studyHome, {}, { quiet: true }))
  return (
    <section aria-label={t('figures.title')}>
      <h2>{t('figures.title')}</h2>
      {isPending && <LoadingState rows={4} />}
      {isError && <ErrorState small onRetry={() => void refetch()} />}
      {data && <StudyFigures figures={data} />}
    </section>
  )
}
