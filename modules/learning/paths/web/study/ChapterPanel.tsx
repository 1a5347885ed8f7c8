import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ActivePlace } from '../../contract/learning.ts'
import type { Choice, PathChapter, PositionSection } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { lockText } from './lock-text.ts'
import { useOpenSection } from './use-open-section.ts'
import { useSections } from './use-sections.ts'

interface Props {
  readonly pathId: string
  readonly chapter: PathChapter
  /** Where the learner is, if in this chapter. */
  readonly active: ActivePlace | undefined
  readonly isRegistered: boolean
  readonly heading?: 'h2' | 'none'
}

/** A chapter with its sections, in pages of 100. */
export function ChapterPanel({ pathId, chapter, active, isRegistered, heading = 'h2' }: Props) {
  const t = useText('paths')
  const { sections, loadStatus, loadTo } = useSections(pathId, chapter)
  const [jumps, setJumps] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLoaded = active !== undefined && sections.some(({ id }) => id === active.sectionId)
  useEffect(() => {
    if (!jumps || !isLoaded) return
    const row = place.current?.querySelector('[aria-current=step]')
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector('button')?.focus({ preventScroll: true })
    setJumps(false)
  }, [jumps, isLoaded])
  const jump = (index: number) => {
    setJumps(true)
    loadTo(index)
  }
  const { lock, choices } = chapter
  const single = sections.filter((section) => section.choiceId === null)
  const row = (section: PositionSection) => (
    <SectionRow
      key={section.id}
      pathId={pathId}
      section={section}
      isActive={section.id === active?.sectionId}
      isLocked={lock !== null}
      isOpen={lock === null && isRegistered}
    />
  )
  return (
    <div className="sy-box lp-chapter" ref={place}>
      {heading === 'h2' && (
        <div className="sy-flow sy-apart lp-chapter-head">
          <h2>{chapter.title}</h2>
          <Link to={pathAddresses.point(chapter.id)}>{t('chapter.alone')}</Link>
        </div>
      )}
      {chapter.summary !== '' && <p className="lp-chapter-summary">{chapter.summary}</p>}
      <Window chapter={chapter} />
      {lock && (
        <p className="lp-locked" role="note">
          <Icon name="lock" size={18} />
          {lockText(lock, t)}
        </p>
      )}
      {active && !isLoaded && loadStatus === 0 && (
        <p className="sy-row sy-wrap sy-gap-2 lp-jump">
          <Icon name="compass" size={16} />
          {t('chapter.hereAt', { number: active.sectionIndex + 1, name: active.sectionName })}
          <button type="button" onClick={() => jump(active.sectionIndex)}>
            {t('chapter.jump')}
          </button>
        </p>
      )}
      {chapter.sectionCount === 0 && <EmptyState small title={t('chapter.none')} />}
      {single.length > 0 && <ol className="sy-plain-list">{single.map(row)}</ol>}
      {choices.map((choice) => (
        <ChoiceBox key={choice.id} choice={choice}>
          {sections.filter((section) => section.choiceId === choice.id).map(row)}
        </ChoiceBox>
      ))}
      {loadStatus === 1 && <LoadingState rows={3} />}
      {loadStatus === 0 && (
        <button type="button" className="sy-button sy-button-plain lp-more" onClick={() => loadTo(sections.length)}>
          {t('chapter.more', { shown: sections.length, count: chapter.sectionCount })}
        </button>
      )}
      {loadStatus === 2 && chapter.sectionCount > 100 && <p className="sy-faint lp-more">{t('chapter.all')}</p>}
    </div>
  )
}

function Window({ chapter: { opensAt, closesAt } }: { chapter: PathChapter }) {
  const t = useText('paths')
  if (opensAt === null && closesAt === null) return null
  return (
    <p className="sy-row sy-wrap lp-window">
      <Icon name="calendar" size={16} />
      {opensAt !== null && (
        <span>
          {t('chapter.opens')} <DateText value={opensAt} />
        </span>
      )}
      {closesAt !== null && (
        <span>
          {t('chapter.closes')} <DateText value={closesAt} />
        </span>
      )}
    </p>
  )
}

function ChoiceBox({ choice, children }: { choice: Choice; children: React.ReactNode }) {
  const t = useText('paths')
  const { title, neededCount, finishedCount, sectionCount, isFinished } = choice
  return (
    <section className="lp-choice" aria-label={title} data-done={isFinished || undefined}>
      <header>
        <strong>{title}</strong>
        <span>{t('chapter.choice', { needed: neededCount, count: sectionCount })}</span>
        <em>{isFinished ? t('chapter.choiceDone') : t('chapter.choiceSoFar', { done: finishedCount })}</em>
      </header>
      <ol className="sy-plain-list">{children}</ol>
    </section>
  )
}

interface RowProps {
  readonly pathId: string
  readonly section: PositionSection
  readonly isActive: boolean
  /** Its chapter is. */
  readonly isLocked: boolean
  /** Can be studied: its chapter is not locked, and the learner is on the path. */
  readonly isOpen: boolean
}

/** How a section stands, as one word; `proof`: all is done but what has to be shown of it. */
function stateOf({ section, isLocked }: Pick<RowProps, 'section' | 'isLocked'>) {
  const { isFinished, isAvailable, percent, needsReview } = section
  if (isFinished) return 'done'
  if (isLocked) return 'locked'
  if (!isAvailable) return 'away'
  if (needsReview && percent === 99) return 'proof'
  return percent > 0 ? 'started' : 'open'
}

function SectionRow({ pathId, section, isActive, isLocked, isOpen }: RowProps) {
  const t = useText('paths')
  const language = useLanguage()
  const { open, opening } = useOpenSection(pathId)
  const { name, kind, require, choiceId, isFinished, isAvailable, percent, link } = section
  const canOpen = isOpen && isAvailable && link !== null
  const state = stateOf({ section, isLocked })
  return (
    <li className="sy-row sy-gap-3 lp-section" data-state={state} aria-current={isActive ? 'step' : undefined}>
      <span className="lp-section-mark" aria-hidden="true">
        {isFinished && <Icon name="check" size={16} />}
        {state === 'locked' && <Icon name="lock" size={14} />}
      </span>
      <span className="lp-section-words">
        {canOpen ? (
          <button type="button" className="lp-section-name" disabled={opening} onClick={() => void open(section)}>
            {name}
          </button>
        ) : (
          <span className="lp-section-name">{name}</span>
        )}
        <span className="sy-flow sy-note-tiny lp-section-facts">
          <span>{kind[language]}</span>
          {choiceId === null && <span>{t(require === 1 ? 'section.required' : 'section.elective')}</span>}
          {isActive && <em>{t('section.last')}</em>}
          {!isAvailable && <span className="lp-away">{t('section.away')}</span>}
        </span>
      </span>
      <ProofLink pathId={pathId} section={section} isOpen={isOpen} />
      <span className="sy-note lp-section-state">{t(`section.state.${state}`, { percent })}</span>
    </li>
  )
}

/** The way to the proof of a section that needs review; the first one opens the section. */
function ProofLink({ pathId, section, isOpen }: { pathId: string; section: PositionSection; isOpen: boolean }) {
  const t = useText('paths')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  if (!section.needsReview || !isOpen) return null
  const words = t(`proof.state.${section.proofState ?? 0}`)
  const go = () => {
    return run(async () => {
      const known = section.progressId
      const { progressId } = known
        ? { progressId: known }
        : await call(paths.updateLessonLocation, { body: { pathId, sectionId: section.id } })
      void navigate(pathAddresses.audit(pathId, progressId))
    })
  }
  return (
    <button
      type="button"
      className="lp-proof"
      data-state={section.proofState ?? 0}
      disabled={busy}
      onClick={() => void go()}
    >
      {words}
    </button>
  )
}
