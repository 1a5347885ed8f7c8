import '../paths.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { ShareButton } from '#modules/community/sharing/web.tsx'
import { CollectButton, Discussion, ScoreStars } from '#modules/content/topics/web.tsx'
import { CompletionAwardLine } from '#modules/learning/certificates/web.tsx'
import { call, outdate, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { PositionBasicInfo } from '../../contract/learning.ts'
import { businessType, type PathChapter } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { PathCover } from '../PathCover.tsx'
import { PathRing } from '../PathRing.tsx'
import { ChapterPanel } from './ChapterPanel.tsx'
import { PathMap } from './PathMap.tsx'
import { placeOf } from './place.ts'
import { useOpenSection } from './use-open-section.ts'

/** A learning path as a map: where one is, what is next, and why what is locked is locked (COURSE-002). */
export default function PathPage() {
  const t = useText('paths')
  const { pageId = '' } = useParams()
  const query = { pageId }
  // What was finished elsewhere is settled first, so that the rest shows it.
  const finish = useQuery({ ...q(paths.hasFinish, { query }, { quiet: true, cache: 0 }) })
  const info = useQuery(q(paths.findBasicInfo, { query }, { cache: 0 }))
  const chapters = useQuery(q(paths.findChapterSectionInfo, { query }, { cache: 0 }))
  const [chosen, choose] = useState<number>()
  const panelId = useId()
  if (info.isPending || chapters.isPending) return <LoadingState rows={8} />
  if (!info.data || !chapters.data) {
    const retry = () => {
      void info.refetch()
      void chapters.refetch()
    }
    return <ErrorState onRetry={retry} />
  }
  const { items } = chapters.data
  const { active, next } = info.data
  const shown = Math.min(chosen ?? next?.chapterIndex ?? active?.chapterIndex ?? 0, items.length - 1)
  const chapter = items[shown]
  const here = placeOf(info.data)
  const hasStarted = info.data.study !== null && info.data.study.lastStudiedAt !== null
  // Of a draft, and for who only manages it, there is nothing to keep or to talk about.
  const isPublic = info.data.study !== null || (info.data.isOpen && info.data.isOnShelf)
  return (
    <>
      <PageHeader
        title={info.data.name}
        description={info.data.summary || undefined}
        back={<Link to={pathAddresses.mine}>{t('mine.title')}</Link>}
        actions={isPublic && <Doings info={info.data} />}
      />
      <Head info={info.data} chapters={items} remaining={finish.data?.remaining.count} />
      {items.length === 0 ? (
        <EmptyState title={t('path.empty')} description={t('path.emptyHint')} />
      ) : (
        <PathMap
          chapters={items}
          here={here?.chapterIndex}
          next={next?.chapterIndex}
          chosen={shown}
          panelId={panelId}
          onChoose={choose}
        />
      )}
      <section id={panelId} aria-live="polite" aria-label={chapter?.title}>
        {chapter && (
          <ChapterPanel
            key={chapter.id}
            pathId={pageId}
            chapter={chapter}
            active={here?.chapterId === chapter.id ? here : undefined}
            isRegistered={info.data.study !== null && info.data.isOnShelf}
          />
        )}
      </section>
      {isPublic && (
        <div className="sy-column sy-gap-6 lp-after">
          {hasStarted && <ScoreStars businessType={businessType} businessId={pageId} />}
          <Discussion businessType={businessType} businessId={pageId} />
        </div>
      )}
    </>
  )
}

/** Keeps the path for later, and tells others of it (business type 17). */
function Doings({ info: { pageId, name, summary, coverUrl } }: { info: PositionBasicInfo }) {
  const picture = coverUrl === null ? {} : { picture: coverUrl }
  return (
    <>
      <CollectButton businessType={businessType} businessId={pageId} />
      <ShareButton item={{ id: pageId, type: businessType, title: name, summary, ...picture }} />
    </>
  )
}

interface HeadProps {
  readonly info: PositionBasicInfo
  readonly chapters: readonly PathChapter[]
  readonly remaining: number | undefined
}

function Head({ info, chapters, remaining }: HeadProps) {
  const t = useText('paths')
  const { study } = info
  if (!study) return <Register info={info} />
  return (
    <div className="sy-row sy-gap-6 lp-head" data-done={study.isFinished || undefined}>
      <PathRing percent={study.percent} label={t('path.progress', { percent: study.percent })} />
      <div className="lp-head-words">
        <p className="sy-flow sy-gap-2 lp-head-tags">
          {info.channelName !== null && <span>{info.channelName}</span>}
          <span>{t(info.learnSequence === 1 ? 'path.inOrder' : 'path.anyOrder')}</span>
          <span>{t('path.chapters', { count: info.totalChapter })}</span>
        </p>
        {study.isFinished ? (
          <p className="sy-flow lp-head-line">
            <strong>{t('path.finished')}</strong> <DateText value={study.finishedAt} style="day" />
          </p>
        ) : (
          <Next info={info} chapters={chapters} remaining={remaining} />
        )}
        {!info.isOnShelf && <p className="lp-locked">{t('path.offShelf')}</p>}
        <CompletionAwardLine gives={info.gives} />
      </div>
      <PathCover name={info.name} url={info.coverUrl} />
    </div>
  )
}

function Next({ info, chapters, remaining }: HeadProps) {
  const t = useText('paths')
  const { open, opening } = useOpenSection(info.pageId)
  const { next } = info
  if (!next || !info.isOnShelf) {
    const waiting = chapters.some(({ lock }) => lock?.code === 'opens-later')
    return <p className="sy-flow lp-head-line">{t(waiting ? 'path.waits' : 'path.nothingNext')}</p>
  }
  const chapter = chapters[next.chapterIndex]
  return (
    <>
      <p className="sy-flow lp-head-line">
        <small>{t('path.next', { chapter: chapter?.title ?? '' })}</small>
        <strong>{next.sectionName}</strong>
      </p>
      <p className="sy-row sy-wrap lp-head-actions">
        <button
          type="button"
          className="sy-button"
          disabled={opening}
          onClick={() => void open({ id: next.sectionId })}
        >
          {t(info.lessonLocation === null ? 'path.begin' : 'path.goOn')}
          <Icon name="arrow-right" size={18} />
        </button>
        {remaining !== undefined && <span className="sy-faint">{t('path.remaining', { count: remaining })}</span>}
      </p>
    </>
  )
}

/** What is bought opens: the path is asked for again. */
const onBought = () => outdate(paths.findBasicInfo)

function Register({ info }: { info: PositionBasicInfo }) {
  const t = useText('paths')
  const { busy, run } = useAction()
  const register = () => run(() => call(paths.registerForPath, { body: { pathId: info.pageId } }))
  const canRegister = info.isOpen && info.isOnShelf
  return (
    <div className="sy-row sy-gap-6 lp-head">
      <div className="lp-head-words">
        <p className="sy-flow lp-head-line">
          <strong>{t(canRegister ? 'path.open' : 'path.preview')}</strong>
        </p>
        {canRegister && info.isUnpaid && (
          <BuyBox businessType={businessType} itemId={info.pageId} name={info.name} onBought={onBought} />
        )}
        {canRegister && !info.isUnpaid && (
          <p className="sy-row sy-wrap lp-head-actions">
            <button type="button" className="sy-button" disabled={busy} onClick={() => void register()}>
              {t('path.register')}
            </button>
          </p>
        )}
        <CompletionAwardLine gives={info.gives} />
      </div>
      <PathCover name={info.name} url={info.coverUrl} />
    </div>
  )
}
