import { useQuery } from '@tanstack/react-query'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { courses } from '../../contract.ts'
import { WhoStudies } from './WhoStudies.tsx'

/** A learner's colleagues in the course, and whether they see the learner: not unless the learner says so. */
export function ShownChoice({ courseId }: { courseId: string }) {
  const t = useText('courses')
  const params = { id: courseId }
  const offer = useQuery(q(courses.courseOffer, { params }, { quiet: true, cache: 0 }))
  const { busy, run } = useAction()
  if (!offer.data || offer.data.isShown === null) return null
  const show = (isShown: boolean) =>
    run(async () => {
      await call(courses.showInCourse, { params, body: { isShown } })
      await offer.refetch()
    })
  return (
    <div className="co-shown">
      <WhoStudies offer={offer.data} />
      <label className="sy-inline">
        <input
          type="checkbox"
          checked={offer.data.isShown}
          disabled={busy}
          onChange={(event) => void show(event.target.checked)}
        />
        {t('offer.show')}
      </label>
      <small>{t('offer.showHint')}</small>
    </div>
  )
}
