import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { isAnswered } from '#modules/assessment/questions/contract.ts'
import { SignInAgain } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { keepScreen } from '#web/api/reactions.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Attempt } from '../../contract/answering.ts'
import { exams } from '../../contract.ts'
import { Announcements } from './Announcements.tsx'
import { AnsweredQuestion } from './AnsweredQuestion.tsx'
import { Clock, SectionClock } from './Clock.tsx'
import { ordered } from './ordered.ts'
import { QuestionMap } from './QuestionMap.tsx'
import { SaveFile } from './SaveFile.tsx'
import { SaveNote } from './SaveNote.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'
import { useAnswering } from './use-answering.ts'
import { useFlags } from './use-flags.ts'
import { useSection } from './use-section.ts'

interface Props {
  readonly attempt: Attempt
  readonly onEnded: () => void
}

/** Answering: the questions, the way to each, the time that is left, and how far the answers are saved. */
export function AnswerSheet({ attempt, onEnded }: Props) {
  const t = useText('exams')
  const { user } = useSession()
  const [memberId] = useState(user?.id)
  const answering = useAnswering(attempt, onEnded)
  const { answers, change, save, standing, clock } = answering
  const flags = useFlags(attempt.id)
  const [isSignedOut, setSignedOut] = useState(false)
  const [isMapOpen, setMapOpen] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isTimeUp, setTimeUp] = useState(false)
  const { busy, run } = useAction()
  useEffect(() => keepScreen(() => setSignedOut(true)), [])
  const sections = useMemo(
    () =>
      attempt.sections.map((section) => ({
        ...section,
        questions: section.questions.map(({ question, optionOrders, ...rest }) => ({
          ...rest,
          question: ordered(question, optionOrders),
        })),
      })),
    [attempt],
  )
  const position = useSection(attempt, standing, clock, () => void answering.sendAll())
  const current = position ? position.sectionNumber - 1 : null
  const shown = current === null ? sections : sections.slice(current, current + 1)
  const isLast = current === null || current === sections.length - 1
  const places = shown.flatMap((section) => section.questions.map(({ place }) => place))
  const open = places.filter((place) => !isAnswered(answers.get(place)))
  const goTo = useCallback((place: number) => {
    setMapOpen(false)
    const target = document.getElementById(`question-${place}`)
    target?.scrollIntoView({ block: 'start' })
    target?.focus({ preventScroll: true })
  }, [])
  const submit = () =>
    run(async () => {
      const isComplete = await answering.sendAll()
      const last = answering.last()
      if (!isComplete || !last) return
      await call(exams.submitAttempt, {
        params: { id: attempt.id },
        body: { writer: last.writer, lastNumber: last.number },
      })
      onEnded()
    })
  // Without the network the screen stays, and goes on trying: what it holds is nowhere else.
  const timeUp = useCallback(() => {
    setTimeUp(true)
    void answering.sendAll()
  }, [answering.sendAll])
  useEffect(() => {
    if (isTimeUp && save.kind === 'saved') onEnded()
  }, [isTimeUp, save.kind, onEnded])
  return (
    <div className="ex-answering">
      <header className="ex-bar">
        <strong className="ex-bar-name">{attempt.examName}</strong>
        {position !== null && (
          <div className="ex-position sy-row sy-wrap">
            <strong>{t('answer.sectionOf', { count: position.sectionNumber, total: sections.length })}</strong>
            {position.sectionEndsAt !== null && (
              <SectionClock
                key={position.sectionNumber}
                clock={clock}
                endsAt={position.sectionEndsAt}
                attemptId={attempt.id}
                number={position.sectionNumber}
                timeMs={shown[0]?.timeMs ?? 0}
              />
            )}
          </div>
        )}
        <SaveNote save={save} isKept={answering.isKept()} />
        <Clock clock={clock} endsAt={standing.endsAt} attemptId={attempt.id} onTimeUp={timeUp} />
        {/* Before the last section it would give up the sections that are not open yet. */}
        {isLast && (
          <button type="button" className="sy-button sy-button-small" onClick={() => setSubmitting(true)}>
            {t('answer.submit')}
          </button>
        )}
      </header>
      <Announcements attemptId={attempt.id} announcements={standing.announcements} />
      <Notes refused={answering.refused} standing={standing} isOffline={save.kind === 'offline'} isTimeUp={isTimeUp} />
      {save.kind === 'offline' && save.waiting > 0 && answering.seal && (
        <SaveFile examName={attempt.examName} seal={answering.seal} />
      )}
      <div className="ex-columns">
        <section className="ex-paper" aria-label={t('answer.paper')} inert={isTimeUp}>
          <h1 className="sy-visually-hidden" tabIndex={-1}>
            {attempt.examName}
          </h1>
          {shown.map((section, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sections of an attempt stay in their order.
            <section key={`${current} ${at}`} className="ex-section" aria-label={section.title}>
              <h2>{section.title}</h2>
              {section.instructions !== '' && <Prose html={section.instructions} />}
              {section.questions.map((one) => (
                <AnsweredQuestion
                  key={one.place}
                  {...one}
                  answer={answers.get(one.place) ?? null}
                  isFlagged={flags.has(one.place)}
                  onChange={change}
                  onFlag={flags.toggle}
                  onFiles={answering.pauseLeaves}
                />
              ))}
            </section>
          ))}
          {isLast ? (
            <button type="button" className="sy-button sy-button-large" onClick={() => setSubmitting(true)}>
              {t('answer.submit')}
            </button>
          ) : (
            <ConfirmButton
              type="primary"
              size="large"
              question={t('answer.nextQuestion')}
              consequence={open.length > 0 ? t('answer.nextOpen', { count: open.length }) : t('answer.nextConsequence')}
              confirmText={t('answer.nextSection')}
              onConfirm={() => answering.closeSection(current + 1)}
            >
              {t('answer.nextSection')}
            </ConfirmButton>
          )}
        </section>
        <QuestionMap
          sections={shown}
          answers={answers}
          flags={flags}
          isOpen={isMapOpen}
          onClose={() => setMapOpen(false)}
          onChoose={goTo}
        />
      </div>
      <button type="button" className="ex-foot" onClick={() => setMapOpen(true)}>
        <Icon name="menu" size={18} />
        {t('answer.answered', { count: places.length - open.length, total: places.length })}
      </button>
      {isSubmitting && (
        <SubmitDialog
          busy={busy}
          waiting={save.waiting}
          isSaving={save.kind === 'saving'}
          open={open}
          flagged={places.filter((place) => flags.has(place))}
          onGoTo={(place) => {
            setSubmitting(false)
            goTo(place)
          }}
          onSubmit={() => void submit()}
          onClose={() => setSubmitting(false)}
        />
      )}
      {isSignedOut && memberId !== undefined && (
        <SignInAgain
          memberId={memberId}
          hint={t('answer.signInAgain')}
          onSignedIn={() => {
            setSignedOut(false)
            void answering.sendAll()
          }}
        />
      )}
    </div>
  )
}

interface NotesProps {
  /** Changes that came too late for their section. */
  readonly refused: number
  readonly standing: ReturnType<typeof useAnswering>['standing']
  readonly isOffline: boolean
  readonly isTimeUp: boolean
}

/** What the examinee has to know besides the questions, said once to screen readers. */
function Notes({ refused, standing, isOffline, isTimeUp }: NotesProps) {
  const t = useText('exams')
  const { isElsewhere, leaveCount, leavesMax } = standing
  const notes: ReactNode[] = []
  if (refused > 0) notes.push(t('answer.refused', { count: refused }))
  if (isElsewhere) notes.push(t('answer.elsewhere'))
  if (isOffline) notes.push(t(isTimeUp ? 'answer.timeUpOffline' : 'answer.offline'))
  if (leaveCount > 0)
    notes.push(
      leavesMax === null
        ? t('answer.left', { count: leaveCount })
        : t('answer.leftOf', { count: leaveCount, max: leavesMax }),
    )
  return (
    <div className="ex-notes" role="status">
      {notes.map((note) => (
        <p key={String(note)} className="sy-callout">
          {note}
        </p>
      ))}
    </div>
  )
}
