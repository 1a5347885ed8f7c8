import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CourseDetail, LearnerSection } from '../../contract/learning.ts'

interface Props {
  readonly course: CourseDetail
  readonly section: LearnerSection
  readonly registering: boolean | undefined
  readonly onRegister: () => void
}

/** Below a section that is being tried: that nothing counts, and the way to what counts. */
export function TryingNote({ course, section, registering, onRegister }: Props) {
  const t = useText('courses')
  return (
    <div className="sy-box sy-row sy-apart sy-gap-4 co-section-state">
      <div>
        <h2>{section.title}</h2>
        <p role="status">{t('offer.trying')}</p>
      </div>
      {course.closedBecause === 'not-registered' && (
        <button type="button" className="sy-button sy-button-small" onClick={onRegister} disabled={registering}>
          <Icon name="study" size={16} />
          {t(registering ? 'detail.registering' : 'detail.register')}
        </button>
      )}
    </div>
  )
}
