/** All screens of all modules under their layouts. */

import { useMemo } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { appState } from './app-state.ts'
import { AdminLayout } from './layout/AdminLayout.tsx'
import { BlankLayout } from './layout/BlankLayout.tsx'
import { EitherLayout } from './layout/EitherLayout.tsx'
import { MainLayout } from './layout/MainLayout.tsx'
import { menuOf } from './layout/menu.ts'
import { useMember } from './member.ts'
import type { ScreenRoute, WebModule } from './module.ts'
import { ModulesContext } from './modules-context.ts'
import { paths, signInPath } from './paths.ts'
import { Screen } from './Screen.tsx'
import { useSession } from './session.ts'
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

export function Screens({ modules }: { modules: readonly WebModule[] }) {
  const routes = useMemo(
    () => (
      <Routes>
        <Route path="/" element={<Navigate to={paths.home} replace />} />
        <Route path="/manage" element={<FirstAdminScreen modules={modules} />} />
        <Route element={<BlankLayout />}>{routesOf(placedIn(modules, 'blank'))}</Route>
        <Route element={<AdminLayout />}>{routesOf(placedIn(modules, 'admin'))}</Route>
        <Route element={<EitherLayout />}>{routesOf(placedIn(modules, 'either'))}</Route>
        <Route element={<MainLayout />}>
          {routesOf(placedIn(modules, 'main'))}
          <Route path="*" element={<Navigate to={paths.errorPage('not-found')} replace />} />
        </Route>
      </Routes>
    ),
    [modules],
  )
  return <ModulesContext value={modules}>{routes}</ModulesContext>
}

/** The management area opens with its first screen that the member may open. */
function FirstAdminScreen({ modules }: { modules: readonly WebModule[] }) {
  const session = useSession()
  const switches = appState.use()
  const member = useMember()
  // Opened directly, the address comes before the answer that says who this is.
  if (!session.signedIn) return <Navigate to={signInPath('/manage')} replace />
  if (member.failed) return <ErrorState page onRetry={member.retry} />
  if (!session.user) return <LoadingState shape="spinner" />
  const first = menuOf(modules, 'admin', session, switches)[0]
  return <Navigate to={first?.path ?? paths.home} replace />
}
