import { useState } from 'react'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { CompletionAwardLine } from '#modules/learning/certificates/web.tsx'
import { call, outdate } from '#web/api/query.ts'
import { paragraph } from '#web/i18n/paragraph.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { SubjectDetail } from '../../contract/learning.ts'
import { businessType, subjectTypes } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { typeIcons } from '../kinds.ts'
import { ProgressBar } from '../ProgressBar.tsx'
import { SubjectCover } from '../SubjectCover.tsx'
import { sizeText } from '../size.ts'
import { reasonText } from './reasons.ts'

interface Props {
  readonly subject: SubjectDetail
  readonly preview: boolean
  readonly opening: boolean
  readonly onOpen: (contentId: string) => void
}

/** The head of a subject: its picture, how far one is and why it is not finished, and the one thing to do next. */
export function SubjectHero({ subject, preview, opening, onOpen }: Props) {
  const t = useText('subjects')
  const { progress, subjectType, closedBecause } = subject
  return (
    <section className="sy-card sy-grid sy-gap-6 sb-hero" aria-label={t('hero.label')}>
      <SubjectCover name={subject.name} url={subject.coverUrl} type={subjectType} />
      <div className="sy-column sy-gap-3">
        <p className="sy-row sy-wrap sb-hero-type">
          <Icon name={typeIcons[subjectType]} size={16} />
          {t(`maps.subject-type.${subjectType}`)}
          {subjectType !== subjectTypes.external && <span>{sizeText(t, subject)}</span>}
        </p>
        {subject.summary !== '' && <p className="sb-hero-summary">{subject.summary}</p>}
        {progress.registered && (
          <ProgressBar percent={progress.percent} label={t('card.progress', { percent: progress.percent })} />
        )}
        {!preview && (
          <p className="sb-hero-reason" role="status">
            {progress.finished ? (
              <span className="sy-inline sb-done">
                <Icon name="check" size={18} />
                {t('hero.finished')}
              </span>
            ) : (
              paragraph(progress.reasons.map((reason) => reasonText(t, reason)))
            )}
          </p>
        )}
        {closedBecause !== null && closedBecause !== 'preview' && (
          <p className="sy-row sy-gap-2 sb-hero-closed">
            <Icon name="lock" size={18} />
            {t(`hero.closed.${closedBecause}`)}
          </p>
        )}
        <CompletionAwardLine gives={subject.gives} />
        <div className="sy-row sy-wrap sb-hero-actions">
          {closedBecause === 'unpaid' ? (
            <BuyBox businessType={businessType} itemId={subject.id} name={subject.name} onBought={onBought} />
          ) : subjectType === subjectTypes.external ? (
            <ExternalDoor subject={subject} />
          ) : (
            <Entrance subject={subject} opening={opening} onOpen={onOpen} />
          )}
          {!preview && <GiveUp subject={subject} />}
        </div>
      </div>
    </section>
  )
}

/** What is bought opens: the subject is asked for again. */
const onBought = () => outdate(subjects.subjectDetail)

function Entrance({ subject, opening, onOpen }: Omit<Props, 'preview'>) {
  const t = useText('subjects')
  const { busy, run } = useAction()
  const { progress, canStudy, id } = subject
  const { nextContentId } = progress
  if (!canStudy) return null
  const register = () => run(() => call(subjects.registerForSubject, { params: { id } }))
  if (!progress.registered || progress.status === 3)
    return (
      <button type="button" className="sy-button" disabled={busy} onClick={() => void register()}>
        <Icon name="study" size={18} />
        {t(progress.status === 3 ? 'hero.resume' : 'hero.register')}
      </button>
    )
  if (nextContentId === null) return null
  const name = subject.stages.flatMap(({ contents }) => contents).find((content) => content.id === nextContentId)
  return (
    <button type="button" className="sy-button" disabled={opening} onClick={() => onOpen(nextContentId)}>
      <Icon name="play" size={18} />
      {t(progress.status === 0 ? 'hero.start' : 'hero.goOn', { name: name?.businessName ?? '' })}
    </button>
  )
}

/** Opens the page of an external subject in a new tab, and records the visit on the server. */
function ExternalDoor({ subject }: { subject: SubjectDetail }) {
  const t = useText('subjects')
  const { url, site, id, canStudy } = subject
  if (url === null) return site === null ? null : <span className="sy-faint">{site}</span>
  const visit = () => canStudy && void call(subjects.visitSubject, { params: { id }, body: {} }).catch(() => undefined)
  return (
    <>
      <a className="sy-button" href={url} target="_blank" rel="noopener noreferrer" onClick={visit}>
        <Icon name="external" size={18} />
        {t('hero.visit')}
      </a>
      <span className="sb-site">{t('hero.site', { site: site ?? '' })}</span>
    </>
  )
}

function GiveUp({ subject }: { subject: SubjectDetail }) {
  const t = useText('subjects')
  const { progress, id } = subject
  const [asks, setAsks] = useState(false)
  const { run } = useAction()
  if (!progress.registered || progress.finished || progress.status === 3) return null
  const abandon = () => run(() => call(subjects.abandonSubject, { params: { id } }), { after: () => setAsks(false) })
  if (!asks)
    return (
      <button type="button" className="sb-quiet" onClick={() => setAsks(true)}>
        {t('hero.abandon')}
      </button>
    )
  return (
    <fieldset className="sb-ask">
      <legend>{t('hero.abandonAsk')}</legend>
      <button type="button" className="sb-quiet" onClick={() => void abandon()}>
        {t('hero.abandonYes')}
      </button>
      <button type="button" className="sb-quiet" onClick={() => setAsks(false)}>
        {t('hero.abandonNo')}
      </button>
    </fieldset>
  )
}
