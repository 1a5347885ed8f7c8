/** All screens of all modules under their layouts. */

import { useMemo } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { appState } from './app-state.ts'
import { AdminLayout } from './layout/AdminLayout.tsx'
import { BlankLayout } from './layout/BlankLayout.tsx'
import { EitherLayout } from './layout/EitherLayout.tsx'
import { MainLayout } from './layout/MainLayout.tsx'
import { menuOf } from './layout/menu.ts'
import { useMember } from './member.ts'
import type { ScreenRoute, WebModule } from './module.ts'
import { ModulesContext } from './modules-context.ts'
import { tableOf } from './part-of.ts'
import { paths, signInPath } from './paths.ts'
import { ChunkFailed, Screen } from './Screen.tsx'
import { useSession } from './session.ts'
import { useKnownModules, useTable } from './tables.ts'
import { ErrorState } from './ui/ErrorState.tsx'
import { LoadingState } from './ui/LoadingState.tsx'

interface Placed {
  readonly route: ScreenRoute
  readonly module: WebModule
}

function placedIn(modules: readonly WebModule[], layout: NonNullable<ScreenRoute['layout']>): Placed[] {
  return modules.flatMap((module) =>
    module.routes.filter((route) => (route.layout ?? 'main') === layout).map((route) => ({ route, module })),
  )
}

function routesOf(placed: readonly Placed[]) {
  return placed.map(({ route, module }) => (
    <Route key={route.path} path={route.path} element={<Screen key={route.path} route={route} module={module} />} />
  ))
}

export function Screens() {
  const modules = useKnownModules()
  const routes = useMemo(
    () => (
      <Routes>
        <Route path="/" element={<Navigate to={paths.home} replace />} />
        <Route path="/manage" element={<FirstAdminScreen modules={modules} />} />
        <Route element={<BlankLayout />}>{routesOf(placedIn(modules, 'blank'))}</Route>
        <Route element={<AdminLayout />}>
          {routesOf(placedIn(modules, 'admin'))}
          <Route path="/admin/*" element={<LaterScreen />} />
          <Route path="/manage/*" element={<LaterScreen />} />
        </Route>
        <Route element={<EitherLayout />}>{routesOf(placedIn(modules, 'either'))}</Route>
        <Route element={<MainLayout />}>
          {routesOf(placedIn(modules, 'main'))}
          <Route path="*" element={<LaterScreen />} />
        </Route>
      </Routes>
    ),
    [modules],
  )
  return <ModulesContext value={modules}>{routes}</ModulesContext>
}

/** An address that no table has so far: its own is fetched. Where that has come, there is no such screen. */
function LaterScreen() {
  const { pathname } = useLocation()
  const table = useTable(tableOf(pathname))
  if (table.isHere) return <Navigate to={paths.errorPage('not-found')} replace />
  return table.failed ? <ChunkFailed onRetry={table.retry} /> : <LoadingState shape="spinner" />
}

/** The management area opens with its first screen that the member may open. */
function FirstAdminScreen({ modules }: { modules: readonly WebModule[] }) {
  const session = useSession()
  const switches = appState.use()
  const member = useMember()
  const table = useTable('admin')
  // Opened directly, the address comes before the answer that says who this is.
  if (!session.signedIn) return <Navigate to={signInPath('/manage')} replace />
  if (member.failed) return <ErrorState page onRetry={member.retry} />
  if (table.failed) return <ChunkFailed onRetry={table.retry} />
  if (!session.user || !table.isHere) return <LoadingState shape="spinner" />
  const first = menuOf(modules, 'admin', session, switches)[0]
  return <Navigate to={first?.path ?? paths.home} replace />
}
