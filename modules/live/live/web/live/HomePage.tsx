import '../live.css'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { livesPerPage } from '../../contract/shapes.ts'
import { live } from '../../contract.ts'
import { liveCalls } from '../calls.ts'
import { liveState } from '../live-state.ts'
import { isRunning, isUpcoming } from '../parts/facts.ts'
import { LiveGrid } from '../parts/LiveCard.tsx'
import { livePaths } from '../paths.ts'
import { supplierOf } from '../supplier.ts'
import { useLiveScreen } from '../use-live-screen.ts'
import { Banners } from './Banners.tsx'
import { Entrance } from './Entrance.tsx'
import { Feature } from './Feature.tsx'
import { LiveLists } from './LiveLists.tsx'
import { Schedule } from './Schedule.tsx'

const SCHEDULED = 20
const HOTTEST = 4
/** The number of live sessions below the featured one. */
const ALSO = 3
/** Running and upcoming live sessions are refetched while the page is open. */
const LOOK_AGAIN_MS = 30_000

/** Banners, running, upcoming, popular and past live sessions; and the entrance to own ones (LIVE-001). */
export default function HomePage() {
  const t = useText('live')
  const isReady = useFirstAnswers()
  const [address] = useSearchParams()
  // The management was a dialog of this page, and old links lead here.
  if (address.has('manage')) return <Navigate replace to={managementOf(address)} />
  return (
    <div className="lv-home">
      <PageHeader title={t('home.title')} description={<Counts />} actions={<Entrance />} />
      {isReady ? (
        <>
          <Stage />
          <Hottest />
          <LiveLists />
        </>
      ) : (
        <Skeleton />
      )}
    </div>
  )
}

/** In the height of a screen, so that nothing below it moves. */
function Skeleton() {
  return (
    <div className="sy-grid sy-gap-6 lv-skeleton">
      <span className="sy-skeleton lv-skeleton-stage" aria-hidden="true" />
      <LoadingState shape="cards" rows={8} />
    </div>
  )
}

/**
 * Whether every part of the page has its first answer: which parts there are, and how high they are, follows from it. Shown
 * one by one as they come, each would push down what stands below.
 */
function useFirstAnswers(): boolean {
  const known = useLiveScreen()
  const { supplier } = liveState.use()
  const calls = liveCalls(supplier)
  const first = useQueries({
    queries: [
      q(live.banners, { query: { client: 1 } }, { quiet: true }),
      q(calls.schedule, { query: { pageSize: SCHEDULED } }, { quiet: true }),
      q(calls.hot, { query: { pageSize: HOTTEST } }, { quiet: true }),
      q(calls.list, { query: { page: 1, pageSize: livesPerPage } }, { quiet: true }),
    ],
  })
  const [isReady, setIsReady] = useState(false)
  const isOfSupplier = known.isError || (known.data && supplierOf(known.data.liveSupply) === supplier)
  const isAnswered = Boolean(isOfSupplier) && first.every((query) => !query.isPending)
  useEffect(() => {
    if (isAnswered) setIsReady(true)
  }, [isAnswered])
  return isReady || isAnswered
}

function managementOf(address: URLSearchParams): string {
  const place = new URLSearchParams(address)
  place.delete('manage')
  return place.size > 0 ? `${livePaths.manage}?${place}` : livePaths.manage
}

function Counts() {
  const t = useText('live')
  const { supplier } = liveState.use()
  const calls = liveCalls(supplier)
  const { data } = useQuery({ ...q(calls.counts, {}, { quiet: true }), refetchInterval: LOOK_AGAIN_MS })
  const past = useQuery(q(calls.historyCount, {}, { quiet: true }))
  const figures = [
    ['home.countRunning', data?.liveCount],
    ['home.countComing', data?.scheduleCount],
    ['home.countPast', past.data?.count ?? data?.reviewCount],
  ] as const
  return (
    <span className="lv-counts">
      {figures.map(([key, count]) => (
        <span key={key} data-running={key === 'home.countRunning' && (count ?? 0) > 0}>
          <b>{count === undefined ? '–' : <NumberText value={count} />}</b>
          {t(key)}
        </span>
      ))}
    </span>
  )
}

/** Banners beside the featured live session, and upcoming ones below. */
function Stage() {
  const t = useText('live')
  const { supplier } = liveState.use()
  const banners = useQuery(q(live.banners, { query: { client: 1 } }, { quiet: true }))
  const schedule = useQuery({
    ...q(liveCalls(supplier).schedule, { query: { pageSize: SCHEDULED } }, { quiet: true }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const lives = schedule.data?.items ?? []
  const running = lives.filter(isRunning).toSorted((one, other) => other.viewers - one.viewers)
  const [feature, ...also] = running.length > 0 ? running : lives.filter(isUpcoming)
  const shown = banners.data?.items ?? []
  return (
    <>
      {(shown.length > 0 || feature) && (
        <div className="sy-grid sy-gap-4 lv-stage" data-banners={shown.length > 0} data-feature={feature !== undefined}>
          {shown.length > 0 && <Banners banners={shown} />}
          {feature && <Feature live={feature} also={also.slice(0, ALSO)} />}
        </div>
      )}
      <HomeSection title={t('home.schedule')}>
        {schedule.isPending && <LoadingState rows={4} />}
        {schedule.isError && !schedule.data && (
          <ErrorState small error={schedule.error} onRetry={() => void schedule.refetch()} />
        )}
        {schedule.data && lives.length === 0 && (
          <EmptyState small title={t('home.noSchedule')} description={t('home.noScheduleHint')} />
        )}
        {lives.length > 0 && <Schedule lives={lives} />}
      </HomeSection>
    </>
  )
}

function Hottest() {
  const t = useText('live')
  const { supplier } = liveState.use()
  const hot = useQuery(q(liveCalls(supplier).hot, { query: { pageSize: HOTTEST } }, { quiet: true }))
  if (hot.data?.items.length === 0) return null
  return (
    <HomeSection title={t('home.hot')} more={<Link to={livePaths.hot}>{t('home.more')}</Link>}>
      {hot.isPending && <LoadingState shape="cards" rows={4} />}
      {hot.isError && !hot.data && <ErrorState small error={hot.error} onRetry={() => void hot.refetch()} />}
      {hot.data && <LiveGrid lives={hot.data.items} ranked={1} />}
    </HomeSection>
  )
}
