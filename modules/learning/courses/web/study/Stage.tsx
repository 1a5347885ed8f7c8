import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { Reporting } from '#modules/content/playback/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { CourseDetail, HeartbeatAnswer, LearnerSection, SectionContent } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'
import { CourseCover } from '../CourseCover.tsx'
import { placeText, startText } from '../ResumeCard.tsx'
import { ActivityStage } from './ActivityStage.tsx'
import { DocumentStage } from './DocumentStage.tsx'
import { EndExercises } from './EndExercises.tsx'
import { LinkStage } from './LinkStage.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'
import { NextSection } from './NextSection.tsx'
import { PackageStage } from './PackageStage.tsx'
import type { PlayedContent } from './played-content.ts'
import { TextStage } from './TextStage.tsx'
import { useStudy } from './use-study.ts'
import { PresenceDialog } from './video/PresenceDialog.tsx'

export interface StageProps {
  readonly course: CourseDetail
  readonly section: LearnerSection
  readonly next: LearnerSection | undefined
  readonly onAnswer: (
    sectionId: string,
    answer: Pick<HeartbeatAnswer, 'progress' | 'courseStatus' | 'courseJustFinished'>,
  ) => void
  readonly onNext: () => void
}

/** Before it begins: the course's picture, and the one thing to do. */
export function Poster({
  course,
  section,
  place,
  action,
}: {
  course: CourseDetail
  section?: LearnerSection
  /** Where a link leads into the section, instead of where studying stopped. */
  place?: number | undefined
  action: ReactNode
}) {
  const t = useText('courses')
  return (
    <div className="co-poster">
      <CourseCover name={course.name} url={course.coverUrl} />
      <div className="sy-row sy-gap-5 co-poster-veil">
        {section && (
          <p>
            <strong>{section.title}</strong>
            {course.progress.registered && (
              <span>{place === undefined ? placeText(t, section) : startText(t, section, place)}</span>
            )}
          </p>
        )}
        {action}
      </div>
    </div>
  )
}

/** A section that is being studied. Everything about its playback stands here, its look in the players. */
export function Studying({ course, section, next, onAnswer, onNext }: StageProps) {
  const t = useText('courses')
  const {
    state: study,
    link,
    restart,
    check,
    answered,
  } = useStudy({ courseId: course.id, sectionId: section.id, onAnswer })
  const visit = async () => {
    const answer = await call(courses.urlProgress, { body: { courseId: course.id, sectionId: section.id } })
    onAnswer(section.id, answer)
  }
  if (study.phase === 'starting') return <Waiting course={course} />
  if (study.phase === 'away') {
    return <Message course={course} icon="refresh" title={t('player.away')} text={t('player.awayHint')} />
  }
  if (study.phase === 'refused') {
    return (
      <Message course={course} icon="alert" title={t('player.refused')}>
        <button type="button" className="sy-button" onClick={restart}>
          {t('player.tryAgain')}
        </button>
      </Message>
    )
  }
  if (study.phase === 'taken-over') {
    return (
      <Message course={course} icon="users" title={t('player.takenOver')} text={t('player.takenOverHint')}>
        <button type="button" className="sy-button" onClick={restart}>
          {t('player.goOnHere')}
        </button>
      </Message>
    )
  }
  return (
    <>
      <Content
        key={study.playback.playbackId}
        course={course}
        section={section}
        content={study.playback}
        reporting={study.reporting}
        next={next}
        onNext={onNext}
        onBroken={restart}
        onVisit={() => void visit().catch(() => undefined)}
      />
      {check && (
        <PresenceDialog
          key={check.checkId}
          playbackId={study.playback.playbackId}
          check={check}
          onAnswered={answered}
        />
      )}
      {link === 'away' && (
        <p className="sy-row co-offline" role="status">
          <Icon name="refresh" size={14} />
          {t('player.keptHere')}
        </p>
      )}
    </>
  )
}

/** A section of a draft, as its author looks at it: nothing counts. */
export function Previewing({ course, section, next, onNext }: Omit<StageProps, 'onAnswer'>) {
  const load = useCallback(
    () => call(courses.previewSection, { params: { id: course.id, sectionId: section.id } }),
    [course.id, section.id],
  )
  return <Uncounted course={course} section={section} load={load} next={next} onNext={onNext} />
}

/** A section that its author opens to who has not registered: nothing counts. */
export function Trying({ course, section }: Pick<StageProps, 'course' | 'section'>) {
  const load = useCallback(
    () => call(courses.freePreview, { params: { id: course.id, sectionId: section.id }, query: {} }),
    [course.id, section.id],
  )
  return <Uncounted course={course} section={section} load={load} isFree next={undefined} onNext={() => undefined} />
}

interface UncountedProps extends Omit<StageProps, 'onAnswer'> {
  readonly load: () => Promise<SectionContent>
  readonly isFree?: boolean
}

function Uncounted({ course, section, load, isFree, next, onNext }: UncountedProps) {
  const t = useText('courses')
  const [content, setContent] = useState<SectionContent | 'failed'>()
  useEffect(() => {
    let left = false
    setContent(undefined)
    load()
      .then((answer) => !left && setContent(answer))
      .catch(() => !left && setContent('failed'))
    return () => {
      left = true
    }
  }, [load])
  if (!content) return <Waiting course={course} />
  if (content === 'failed') return <Message course={course} icon="alert" title={t('player.refused')} />
  const played = { ...content, resumePosition: 0, rateMax: course.playbackRateMax, watched: [] }
  return <Content course={course} section={section} content={played} isFree={isFree} next={next} onNext={onNext} />
}

interface ContentProps {
  readonly course: CourseDetail
  readonly section: LearnerSection
  readonly content: PlayedContent
  readonly reporting?: Reporting
  readonly isFree?: boolean | undefined
  readonly next: LearnerSection | undefined
  readonly onNext: () => void
  readonly onBroken?: () => void
  readonly onVisit?: () => void
}

function Content({ course, section, content, reporting, isFree, next, onNext, onBroken, onVisit }: ContentProps) {
  const [ended, setEnded] = useState(false)
  const { kind, url, text } = content
  if (content.converting) return <Converting course={course} onAgain={onBroken} />
  if (kind === 'text') {
    const { finished } = section.progress
    return (
      <>
        <TextStage title={section.title} html={text ?? ''} finished={finished} reporting={reporting} />
        {!isFree && <EndExercises courseId={course.id} sectionId={section.id} isPreview={!reporting} />}
      </>
    )
  }
  if (kind === 'link') {
    return (
      <LinkStage
        title={section.title}
        url={url ?? ''}
        visited={section.progress.finished}
        onVisit={onVisit ?? (() => undefined)}
      />
    )
  }
  if (content.package) {
    return (
      <PackageStage
        courseId={course.id}
        sectionId={section.id}
        state={content.package.state}
        preview={course.closedBecause === 'preview'}
      />
    )
  }
  if (kind === 'exam' || kind === 'survey' || kind === 'live') {
    return <ActivityStage kind={kind} activity={content.activity} finished={section.progress.finished} />
  }
  if (kind === 'pdf') {
    return (
      <Suspense fallback={<Waiting course={course} />}>
        <DocumentStage
          sectionId={section.id}
          title={section.title}
          content={content}
          reporting={reporting}
          onBroken={onBroken}
        />
        {!isFree && <EndExercises courseId={course.id} sectionId={section.id} isPreview={!reporting} />}
      </Suspense>
    )
  }
  return (
    <div className="co-media">
      <MediaPlayer
        courseId={course.id}
        sectionId={section.id}
        isSeekLimited={isSeekLimited(course, section, reporting !== undefined)}
        content={content}
        title={section.title}
        courseName={course.name}
        coverUrl={course.coverUrl}
        reporting={reporting}
        isFree={isFree === true}
        onEnded={() => setEnded(true)}
        onBroken={onBroken ?? (() => undefined)}
      />
      {ended && next && <NextSection next={next} onNext={onNext} onStay={() => setEnded(false)} />}
    </div>
  )
}

/** Who has finished the course moves freely in its videos, also while studying it once more. */
function isSeekLimited(course: CourseDetail, section: LearnerSection, isReported: boolean): boolean {
  return isReported && course.settings.noForwardSeeking && !section.progress.finished && course.retraining === null
}

/** The video or document is being made ready to be shown. */
function Converting({ course, onAgain }: { course: CourseDetail; onAgain: (() => void) | undefined }) {
  const t = useText('courses')
  return (
    <Message course={course} icon="refresh" title={t('player.converting')} text={t('player.convertingHint')}>
      {onAgain && (
        <button type="button" className="sy-button" onClick={onAgain}>
          {t('player.tryAgain')}
        </button>
      )}
    </Message>
  )
}

function Waiting({ course }: { course: CourseDetail }) {
  return <Poster course={course} action={<LoadingState shape="spinner" />} />
}

interface MessageProps {
  readonly course: CourseDetail
  readonly icon: 'alert' | 'refresh' | 'users'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

function Message({ course, icon, title, text, children }: MessageProps) {
  return (
    <Poster
      course={course}
      action={
        <div className="sy-row sy-gap-2 co-poster-message" role="status">
          <Icon name={icon} size={30} />
          <strong>{title}</strong>
          {text && <span>{text}</span>}
          {children}
        </div>
      }
    />
  )
}
