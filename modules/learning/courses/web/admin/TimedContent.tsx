import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'
import { CaptionsEditor } from './timed-content/CaptionsEditor.tsx'
import { ExercisesEditor } from './timed-content/ExercisesEditor.tsx'
import { SegmentsEditor } from './timed-content/SegmentsEditor.tsx'
import './timed-content/timed-content.css'

interface Props {
  readonly courseId: string
  readonly sectionId: string
}

/** What hangs on a film: segments, captions, exercises. Each is saved by itself, and learners see it at once. */
export function FilmExtras({ courseId, sectionId }: Props) {
  const t = useText('courses')
  const params = { id: courseId, sectionId }
  const extras = useQuery({ ...q(courses.authoredExtras, { params }), gcTime: 0 })
  if (extras.isPending) return <LoadingState rows={3} />
  if (!extras.data) return <ErrorState small error={extras.error} onRetry={() => void extras.refetch()} />
  const { length, segments, captions, exercises } = extras.data
  const common = { params, length }
  const items = [
    {
      key: 'segments',
      label: t('extras.segments', { count: segments.length }),
      children: <SegmentsEditor {...common} segments={segments} />,
    },
    {
      key: 'captions',
      label: t('extras.captions', { count: captions.length }),
      children: <CaptionsEditor params={params} captions={captions} />,
    },
    {
      key: 'exercises',
      label: t('extras.exercises', { count: exercises.length }),
      children: <ExercisesEditor {...common} exercises={exercises} />,
    },
  ]
  return (
    <section className="co-extras" aria-label={t('extras.title')}>
      <h3>{t('extras.title')}</h3>
      <p className="sy-faint">{t('extras.hint')}</p>
      <Tabs items={items} />
    </section>
  )
}
