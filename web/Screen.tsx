/** One screen: checks the access, loads its code and data, and shows the states of loading and failure. */
import { type ComponentType, Fragment, useEffect, useReducer, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { mayOpen } from './access.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { enterGuards, guardsDue } from './guards.ts'
import { useText } from './i18n/texts.ts'
import { useMember } from './member.ts'
import type { ScreenRoute, WebModule } from './module.ts'
import { useModules } from './modules-context.ts'
import { signInPath } from './paths.ts'
import { restartIfUpdated } from './release/build.ts'
import { Settled } from './Settled.tsx'
import { loadedScreen, loadScreen } from './screen-loader.ts'
import { useSession } from './session.ts'
import { loadedAntTheme } from './theme/ant.ts'
import { useScreenTitle } from './title.ts'
import { EmptyState } from './ui/EmptyState.tsx'
import { ErrorState } from './ui/ErrorState.tsx'
import { LoadingState } from './ui/LoadingState.tsx'
import { ClosedGate } from './ui/pictures/ClosedGate.tsx'

interface Props {
  readonly route: ScreenRoute
  readonly module: WebModule
}

export function Screen({ route, module }: Props) {
  const session = useSession()
  const member = useMember()
  const location = useLocation()
  if (route.access !== 'public') {
    if (!session.signedIn) return <Navigate to={signInPath(location.pathname + location.search)} replace />
    if (member.failed) return <ErrorState page onRetry={member.retry} />
    if (!session.user) return <LoadingState shape="spinner" />
    if (!mayOpen(route.access, session)) return <Forbidden route={route} />
  }
  return <OpenScreen route={route} module={module} />
}

function Forbidden({ route }: { route: ScreenRoute }) {
  const t = useText('shell')
  useScreenTitle(route.title)
  return (
    <EmptyState page picture={<ClosedGate />} title={t('forbidden.title')} description={t('forbidden.description')} />
  )
}

interface Opening {
  /** The address that this is the outcome of; another address has to be opened again. */
  readonly path: string
  readonly screen?: ComponentType
  readonly redirect?: string
  readonly failed?: true
}

function OpenScreen({ route, module }: Props) {
  const { pathname } = useLocation()
  const modules = useModules()
  const guards = modules.flatMap((each) => each.guards ?? [])
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)
  const [opening, setOpening] = useState<Opening>()
  const target = { path: pathname, menuKey: route.menuKey }
  const ready = guardsDue(guards, target).length === 0 ? loadedScreen(route) : undefined
  useScreenTitle(route.title)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is opened once, and again when asked to.
  useEffect(() => {
    if (ready) return
    let left = false
    setOpening(undefined)
    void Promise.all([enterGuards(guards, target), loadScreen(route, module, modules)])
      .then(([redirect, screen]): Opening => ({ path: pathname, screen, redirect }))
      .catch((): Opening => ({ path: pathname, failed: true }))
      .then((outcome) => !left && setOpening(outcome))
    return () => {
      left = true
    }
  }, [pathname, route, attempt])

  // The first retry asks for the chunk again; if that fails too, a newer release may have taken its place.
  const retry = () => (attempt === 0 ? tryAgain() : location.reload())
  const outcome = ready ? { path: pathname, screen: ready } : opening?.path === pathname ? opening : undefined
  if (outcome?.failed) return <ChunkFailed onRetry={retry} />
  if (outcome?.redirect !== undefined) return <Navigate to={outcome.redirect} replace />
  if (!outcome?.screen) return <LoadingState shape="spinner" />
  const AntTheme = (!route.plain && loadedAntTheme()) || Fragment
  return (
    <ErrorBoundary key={pathname}>
      <AntTheme>
        <Settled wide={route.wide === true}>
          <outcome.screen />
        </Settled>
      </AntTheme>
    </ErrorBoundary>
  )
}

/** Code that could not be fetched: where an update has taken its place, the page starts again; else it may be asked for again. */
export function ChunkFailed({ onRetry }: { onRetry: () => void }) {
  const t = useText('shell')
  const [restarts, setRestarts] = useState(true)
  useEffect(() => {
    void restartIfUpdated().then(setRestarts)
  }, [])
  if (restarts) return <LoadingState shape="spinner" />
  return <ErrorState page title={t('chunk.title')} description={t('chunk.description')} onRetry={onRetry} />
}
