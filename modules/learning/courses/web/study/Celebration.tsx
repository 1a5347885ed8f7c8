import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Seal } from '#web/ui/Seal.tsx'
import type { CourseDetail } from '../../contract/learning.ts'
import { studyTimeText } from '../durations.ts'
import { coursePaths } from '../paths.ts'

/** Once, when the last required section was finished: a seal on the paper. */
export function Celebration({ course, onClose }: { course: CourseDetail; onClose: () => void }) {
  const t = useText('courses')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    if (document.fullscreenElement) void document.exitFullscreen()
  }, [])
  const { requiredCount, studySeconds } = course.progress
  return (
    <dialog ref={dialog} className="co-celebration" aria-labelledby="celebration-title" onClose={onClose}>
      <span className="co-celebration-seal">
        <Seal size={72} />
      </span>
      <p>{t('celebration.kicker')}</p>
      <h2 id="celebration-title">{t('celebration.title', { name: course.name })}</h2>
      <p className="co-celebration-figures">
        {t('celebration.figures', { count: requiredCount, time: studyTimeText(t, studySeconds) })}
      </p>
      <div className="sy-actions">
        <button type="button" className="sy-button" onClick={() => dialog.current?.close()}>
          {t('celebration.stay')}
        </button>
        <Link className="sy-button sy-button-plain" to={coursePaths.catalogue()}>
          {t('celebration.more')}
        </Link>
      </div>
    </dialog>
  )
}
