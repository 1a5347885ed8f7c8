import { type ReactNode, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ContentPractice } from '#modules/assessment/practice/web.tsx'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { Discussion } from '#modules/content/topics/web.tsx'
import { outdate } from '#web/api/query.ts'
import { paragraph } from '#web/i18n/paragraph.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CourseDetail, HeartbeatAnswer, LearnerSection } from '../../contract/learning.ts'
import { businessType } from '../../contract/wire.ts'
import { courses } from '../../contract.ts'
import { lengthText, studyTimeText } from '../durations.ts'
import { coursePaths } from '../paths.ts'
import { ProofPanel } from '../proof/ProofPanel.tsx'
import { reasonText } from '../reasons.ts'
import { AboutCourse } from './AboutCourse.tsx'
import { Celebration } from './Celebration.tsx'
import { CoursePanels } from './CoursePanels.tsx'
import { GiveUp } from './GiveUp.tsx'
import { useLoadAhead } from './load-ahead.ts'
import { Offer } from './Offer.tsx'
import { Outline } from './Outline.tsx'
import { RetrainingNote } from './RetrainingNote.tsx'
import { Poster, Previewing, Studying, Trying } from './Stage.tsx'
import { TryingNote } from './TryingNote.tsx'
import { VersionNote } from './VersionNote.tsx'
import { createVideo, VideoContext } from './video/video.ts'

interface Props {
  readonly course: CourseDetail
  /** The section that the address names. */
  readonly sectionId: string | undefined
  /** Where in it the address leads: a millisecond, or a page. */
  readonly place?: number | undefined
  readonly addressOf: (sectionId: string) => string
  readonly preview?: boolean
  readonly registering?: boolean
  readonly onRegister?: () => Promise<void>
  readonly onAnswer?: (
    sectionId: string,
    answer: Pick<HeartbeatAnswer, 'progress' | 'courseStatus' | 'courseJustFinished'>,
  ) => void
}

/** Why a course is closed whose author may still open sections of it to all. */
const triable: ReadonlySet<string> = new Set(['not-registered', 'prerequisites', 'unpaid'])

/** Where studying goes on: the section opened last, else the first that is not finished. */
function startOf(course: CourseDetail, sections: readonly LearnerSection[]): LearnerSection | undefined {
  const { lastSectionId } = course.progress
  return (
    sections.find(({ id }) => id === lastSectionId) ??
    sections.find(({ progress, isRequired }) => isRequired === 1 && !progress.finished) ??
    sections[0]
  )
}

/** A course as a learner has it before them: what is studied, the outline beside it, what it is about below. */
export function Course({
  course,
  sectionId,
  place,
  addressOf,
  preview = false,
  registering,
  onRegister,
  onAnswer,
}: Props) {
  const t = useText('courses')
  const navigate = useNavigate()
  const location = useLocation()
  const sections = course.chapters.flatMap((chapter) => chapter.sections)
  const section = sections.find(({ id }) => id === sectionId) ?? startOf(course, sections)
  const next = section && sections[sections.indexOf(section) + 1]
  // A link that says so begins by itself; a reload, or somebody else's link, waits for a click.
  const [openId, setOpenId] = useState(
    (location.state as { play?: boolean } | null)?.play && course.canStudy ? section?.id : undefined,
  )
  const [video] = useState(() => {
    const created = createVideo()
    if (section && place !== undefined && section.id === sectionId) created.jump(section.id, place)
    return created
  })
  const stage = useRef<HTMLDivElement>(null)
  const [celebrates, setCelebrates] = useState(false)
  const mayOpen = preview || course.canStudy
  const mayTry = !preview && triable.has(course.closedBecause ?? '')
  const isTrying = mayTry && section?.freePreview === true && openId === section.id
  const free = mayTry ? sections.find(({ freePreview }) => freePreview) : undefined
  usePageTitle(course.name)
  const open = (id: string) => {
    setOpenId(id)
    void navigate(addressOf(id), { replace: true })
  }
  const answered: NonNullable<Props['onAnswer']> = (id, answer) => {
    onAnswer?.(id, answer)
    if (answer.courseJustFinished) setCelebrates(true)
  }
  const register = async () => {
    await onRegister?.()
    if (section) open(section.id)
  }
  const onEnter = () => void register().catch(() => undefined)
  const tryIt = (id: string) => {
    open(id)
    stage.current?.scrollIntoView({ block: 'center' })
  }
  const goOn = () => next && open(next.id)
  const jump = (id: string, place: number | null) => {
    if (place !== null) video.jump(id, place)
    if (mayOpen && (id !== section?.id || openId !== id)) open(id)
  }

  return (
    <VideoContext value={video}>
      <div className="sy-grid sy-gap-5 co-course">
        <div className="co-course-stage" ref={stage}>
          {section && mayOpen && openId === section.id ? (
            preview ? (
              <Previewing key={section.id} course={course} section={section} next={next} onNext={goOn} />
            ) : (
              <Studying
                key={section.id}
                course={course}
                section={section}
                next={next}
                onAnswer={answered}
                onNext={goOn}
              />
            )
          ) : section && isTrying ? (
            <Trying key={section.id} course={course} section={section} />
          ) : (
            <Poster
              course={course}
              section={section}
              place={section?.id === sectionId ? place : undefined}
              action={
                <Entrance
                  course={course}
                  section={section}
                  preview={preview}
                  registering={registering}
                  onRegister={onEnter}
                  onOpen={() => section && open(section.id)}
                  onTry={free && (() => open(free.id))}
                />
              }
            />
          )}
        </div>
        {section && isTrying && (
          <TryingNote course={course} section={section} registering={registering} onRegister={onEnter} />
        )}
        {section && !preview && course.progress.registered && (
          <SectionState section={section} next={next} onNext={goOn} />
        )}
        {!preview && !course.progress.registered && <Offer course={course} onTry={mayTry ? tryIt : undefined} />}
        <aside className="sy-box sy-column co-course-side" aria-label={t('outline.title')}>
          <SideHead course={course} preview={preview} />
          <Outline
            course={course}
            activeId={section?.id}
            openId={mayOpen ? openId : undefined}
            onChoose={open}
            closed={!mayOpen}
            mayTry={mayTry}
          />
        </aside>
        <div className="sy-grid sy-gap-5 co-course-below">
          {!preview && course.progress.registered && <VersionNote course={course} />}
          {!preview && section?.needsReview === 1 && course.progress.registered && (
            <ProofPanel key={section.id} courseId={course.id} sectionId={section.id} />
          )}
          {preview ? (
            <AboutCourse course={course} preview />
          ) : (
            <CoursePanels course={course} section={section} onJump={jump} />
          )}
          {!preview && course.progress.registered && course.topics.length > 0 && (
            <ContentPractice businessType={businessType} id={course.id} />
          )}
          {!preview && <Discussion businessType={businessType} businessId={course.id} />}
        </div>
        {celebrates && <Celebration course={course} onClose={() => setCelebrates(false)} />}
      </div>
    </VideoContext>
  )
}

interface EntranceProps {
  readonly course: CourseDetail
  readonly section: LearnerSection | undefined
  readonly preview: boolean
  readonly registering: boolean | undefined
  readonly onRegister: () => void
  readonly onOpen: () => void
  /** Opens the first section that may be tried; undefined where there is none. */
  readonly onTry: (() => void) | undefined
}

/** What is bought opens: the course is asked for again. */
const onBought = () => outdate(courses.courseDetail)

/** The one thing to do first, or why nothing can be done. */
function Entrance({ course, section, preview, registering, onRegister, onOpen, onTry }: EntranceProps) {
  const t = useText('courses')
  const { closedBecause, progress } = course
  const ahead = useLoadAhead(course.id, section, !preview && course.canStudy && progress.registered)
  if (!section) return <p className="sy-row sy-gap-2 co-poster-message">{t('outline.noSections')}</p>
  if (!preview && closedBecause === 'not-registered') {
    return (
      <span className="sy-row sy-wrap sy-gap-3 co-entrances">
        <button type="button" className="sy-button co-button-large" onClick={onRegister} disabled={registering}>
          <Icon name="study" size={20} />
          {t(registering ? 'detail.registering' : 'detail.register')}
        </button>
        {onTry && (
          <button type="button" className="sy-button co-button-large co-button-glass" onClick={onTry}>
            <Icon name="eye" size={20} />
            {t('offer.try')}
          </button>
        )}
      </span>
    )
  }
  if (!preview && closedBecause === 'unpaid') {
    return (
      <span className="sy-row sy-wrap sy-gap-3 co-entrances">
        <BuyBox businessType={businessType} itemId={course.id} name={course.name} onBought={onBought} />
        {onTry && (
          <button type="button" className="sy-button co-button-large co-button-glass" onClick={onTry}>
            <Icon name="eye" size={20} />
            {t('offer.try')}
          </button>
        )}
      </span>
    )
  }
  if (!preview && !course.canStudy) {
    return (
      <div className="sy-row sy-gap-2 co-poster-message">
        <Icon name="lock" size={26} />
        <strong>{t(`detail.closed.${closedBecause ?? 'taken-down'}`)}</strong>
        {closedBecause === 'prerequisites' && (
          <ul className="sy-plain-list co-prerequisites">
            {course.prerequisites.map(({ id, name, finished }) => (
              <li key={id}>
                <Link to={coursePaths.course(id)}>
                  <Icon name={finished ? 'check' : 'arrow-right'} size={16} />
                  {name}
                  {finished && <span className="sy-visually-hidden">{t('detail.finished')}</span>}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {onTry && (
          <button type="button" className="sy-button co-button-glass" onClick={onTry}>
            {t('offer.try')}
          </button>
        )}
      </div>
    )
  }
  const label = preview ? 'detail.preview' : progress.status === 0 ? 'detail.start' : 'detail.goOn'
  return (
    <button type="button" className="sy-button co-button-large" onClick={onOpen} {...ahead}>
      <Icon name="play" size={20} />
      {t(label)}
    </button>
  )
}

/** How far the course is, and in words why it is not finished. */
function SideHead({ course, preview }: { course: CourseDetail; preview: boolean }) {
  const t = useText('courses')
  const { progress } = course
  const facts = [
    t('card.sections', { count: course.sectionCount }),
    ...(course.durationSeconds > 0 ? [lengthText(t, course.durationSeconds)] : []),
  ]
  if (preview || !progress.registered) {
    return (
      <SideTitle>
        <small>{facts.join(' · ')}</small>
        <Rules course={course} />
      </SideTitle>
    )
  }
  return (
    <SideTitle>
      <div className="sy-column co-progress">
        <span className="sy-row sy-gap-3 sy-note-tiny co-line">
          <span
            className="co-line-track"
            role="progressbar"
            aria-label={t('detail.progress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={progress.percent}
          >
            <i style={{ width: `${progress.percent}%` }} />
          </span>
          <b className="sy-number">{progress.percent}%</b>
        </span>
        <p>
          {progress.finished ? (
            <span className="sy-inline co-done">
              <Icon name="check" size={16} />
              {t('detail.finished')}
            </span>
          ) : (
            paragraph(progress.reasons.map((reason) => reasonText(t, reason)))
          )}
        </p>
        {progress.studySeconds > 0 && (
          <small>{t('detail.studied', { time: studyTimeText(t, progress.studySeconds) })}</small>
        )}
        {course.retraining && <RetrainingNote retraining={course.retraining} />}
        <Rules course={course} />
        <GiveUp course={course} />
      </div>
    </SideTitle>
  )
}

/** What holds while the course is studied, said before it begins. */
function Rules({ course }: { course: CourseDetail }) {
  const t = useText('courses')
  const { settings, progress, retraining } = course
  const rules = [
    ...(settings.noForwardSeeking && !retraining ? ['noForwardSeeking'] : []),
    ...(settings.presenceCheckMinutes > 0 ? ['presence'] : []),
  ]
  if (rules.length === 0 || (progress.finished && !retraining)) return null
  return (
    <ul className="co-rules">
      {rules.map((rule) => (
        <li key={rule}>
          <Icon name="info" size={14} />
          {t(`rules.learner.${rule}`)}
        </li>
      ))}
    </ul>
  )
}

function SideTitle({ children }: { children: ReactNode }) {
  const t = useText('courses')
  return (
    <div className="co-side-head">
      <h2>{t('outline.title')}</h2>
      {children}
    </div>
  )
}

/** The section at hand: finished, or what is missing; and the way to the next. */
function SectionState({
  section,
  next,
  onNext,
}: {
  section: LearnerSection
  next: LearnerSection | undefined
  onNext: () => void
}) {
  const t = useText('courses')
  const { progress } = section
  return (
    <div className="sy-box sy-row sy-apart sy-gap-4 co-section-state" data-done={progress.finished}>
      <div>
        <h2>{section.title}</h2>
        <p role="status">
          {progress.finished ? (
            <span className="sy-inline co-done">
              <Icon name="check" size={16} />
              {t('detail.sectionFinished')}
            </span>
          ) : (
            paragraph(progress.reasons.map((reason) => reasonText(t, reason)))
          )}
        </p>
      </div>
      {next && (
        <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={onNext}>
          {t('detail.next')}
          <Icon name="arrow-right" size={16} />
        </button>
      )}
    </div>
  )
}
