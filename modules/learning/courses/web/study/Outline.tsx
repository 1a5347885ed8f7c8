import { paragraph } from '#web/i18n/paragraph.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CourseDetail, LearnerSection } from '../../contract/learning.ts'
import { kindIcons } from '../kinds.ts'
import { reasonText } from '../reasons.ts'
import { useLoadAhead } from './load-ahead.ts'

interface Props {
  readonly course: CourseDetail
  readonly activeId: string | undefined
  /** The section on the stage, whose player is there already. */
  readonly openId?: string | undefined
  readonly onChoose: (sectionId: string) => void
  /** Without a registration the list shows what there is, and opens what its author lets anybody try. */
  readonly closed: boolean
  readonly mayTry?: boolean
}

/** Many authors number their chapters themselves. */
const saysItsNumber = /^(第.{1,4}[章节讲课单]|chapter\b|\d)/i

/** Chapters and sections, each with what it is, whether it is required, and how far the member is. */
export function Outline({ course, activeId, openId, onChoose, closed, mayTry = false }: Props) {
  const t = useText('courses')
  return (
    <ol className="co-outline">
      {course.chapters.map((chapter, index) => (
        <li key={chapter.id}>
          <h3>
            {!saysItsNumber.test(chapter.title) && <span>{t('outline.chapter', { number: index + 1 })}</span>}
            {chapter.title}
          </h3>
          {chapter.sections.length === 0 ? (
            <p className="sy-note co-outline-empty">{t('outline.noSections')}</p>
          ) : (
            <ol>
              {chapter.sections.map((section) => (
                <li key={section.id}>
                  <Row
                    courseId={course.id}
                    mayStudy={course.canStudy && course.progress.registered && section.id !== openId}
                    section={section}
                    active={section.id === activeId}
                    closed={closed && !(mayTry && section.freePreview)}
                    isFree={mayTry && section.freePreview}
                    onChoose={() => onChoose(section.id)}
                  />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  readonly courseId: string
  /** Its player may be loaded ahead. */
  readonly mayStudy: boolean
  readonly section: LearnerSection
  readonly active: boolean
  readonly closed: boolean
  readonly isFree: boolean
  readonly onChoose: () => void
}

function Row({ courseId, mayStudy, section, active, closed, isFree, onChoose }: RowProps) {
  const t = useText('courses')
  const ahead = useLoadAhead(courseId, section, mayStudy)
  const { progress, kind, unit, unitCount } = section
  const state = progress.finished ? 'done' : progress.status === 0 ? 'new' : 'learning'
  const length = unit === 'ms' ? clockText(unitCount) : unit === 'page' ? t('outline.pages', { count: unitCount }) : ''
  const why = state === 'learning' ? paragraph(progress.reasons.map((reason) => reasonText(t, reason))) : ''
  return (
    <button
      type="button"
      className="co-outline-row"
      data-state={state}
      aria-current={active ? 'true' : undefined}
      disabled={closed}
      onClick={onChoose}
      {...ahead}
    >
      <StateMark state={state} percent={progress.percent} />
      <span className="sy-column co-outline-body">
        <span className="co-outline-title">{section.title}</span>
        <span className="sy-row sy-wrap sy-note-tiny co-outline-facts">
          <Icon name={kindIcons[kind]} size={14} />
          <span>{t(`kind.${kind}`)}</span>
          {length !== '' && <span className="sy-number">{length}</span>}
          <span className={section.isRequired === 1 ? 'co-required' : 'co-elective'}>
            {t(section.isRequired === 1 ? 'outline.required' : 'outline.elective')}
          </span>
          {isFree && <span className="co-free">{t('offer.free')}</span>}
        </span>
        {why !== '' && <span className="co-outline-why">{why}</span>}
      </span>
      <span className="sy-visually-hidden">{t(`outline.state.${state}`, { percent: progress.percent })}</span>
    </button>
  )
}

const LENGTH = 2 * Math.PI * 8

function StateMark({ state, percent }: { state: 'done' | 'learning' | 'new'; percent: number }) {
  return (
    <svg className="co-mark" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" data-state={state}>
      <circle cx="11" cy="11" r="8" className="co-mark-track" />
      {state === 'learning' && (
        <circle
          cx="11"
          cy="11"
          r="8"
          className="co-mark-value"
          strokeDasharray={`${(LENGTH * Math.max(4, percent)) / 100} ${LENGTH}`}
          transform="rotate(-90 11 11)"
        />
      )}
      {state === 'done' && <path d="m7.200 11.300 2.600 2.600 5-5.400" className="co-mark-tick" />}
    </svg>
  )
}
