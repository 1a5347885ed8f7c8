import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, outdate, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { CourseDetail } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'
import { DifferenceList } from '../versions/DifferenceList.tsx'

/** The course has a newer version: what is different, and the choice to move. Staying is always possible. */
export function VersionNote({ course }: { course: CourseDetail }) {
  const t = useText('courses')
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const { newVersion } = course
  if (newVersion === null) return null
  const { addedCount, removedCount, replacedCount, changedCount } = newVersion
  const look = () => {
    setOpen(true)
    dialog.current?.showModal()
  }
  return (
    <div className="sy-row sy-wrap sy-gap-3 co-version-note" role="note">
      <Icon name="info" size={18} />
      <p>
        <strong>{t('newVersion.title')}</strong>
        <span>
          {t('newVersion.counts', {
            added: addedCount,
            removed: removedCount,
            changed: replacedCount + changedCount,
          })}
        </span>
      </p>
      <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={look}>
        {t('newVersion.look')}
      </button>
      <dialog ref={dialog} className="co-version" aria-labelledby="version-title" onClose={() => setOpen(false)}>
        {open && <Difference course={course} onClose={() => dialog.current?.close()} />}
      </dialog>
    </div>
  )
}

function Difference({ course, onClose }: { course: CourseDetail; onClose: () => void }) {
  const t = useText('courses')
  const { busy, run } = useAction()
  const params = { id: course.id }
  const newest = useQuery(q(courses.newestVersion, { params }, { quiet: true }))
  const move = (versionNumber: number) =>
    run(
      async () => {
        await call(courses.moveToNewestVersion, { params, body: { versionNumber } })
        outdate(courses.courseDetail)
      },
      { close: onClose, onFailure: () => void newest.refetch() },
    )
  return (
    <>
      <h2 id="version-title">{t('newVersion.heading')}</h2>
      {newest.isPending && <LoadingState rows={4} />}
      {newest.isError && <ErrorState small error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.data && (
        <>
          <DifferenceList difference={newest.data} />
          <p className="sy-faint">
            {t('newVersion.after', { before: course.progress.percent, after: newest.data.progress.percent })}
          </p>
        </>
      )}
      <div className="sy-actions">
        <button
          type="button"
          className="sy-button"
          disabled={busy || !newest.data}
          onClick={() => newest.data && void move(newest.data.versionNumber)}
        >
          {t('newVersion.move')}
        </button>
        <button type="button" className="sy-button sy-button-plain" onClick={onClose}>
          {t('newVersion.stay')}
        </button>
      </div>
    </>
  )
}
