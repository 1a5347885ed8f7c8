import { useLocation } from 'react-router'
import { appState } from '../app-state.ts'
import { useMember } from '../member.ts'
import { useModules } from '../modules-context.ts'
import { useSession } from '../session.ts'
import { useTable } from '../tables.ts'
import { LoadingState } from '../ui/LoadingState.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { firstFrameOf, keptFrame } from './frame.ts'
import { MainLayout } from './MainLayout.tsx'
import { mayManage } from './menu.ts'

/** The frame from which one came: an administrator's job stays in the administration, a learner's outside of it. */
export function EitherLayout() {
  const kept = keptFrame()
  if (kept === undefined) return <FirstFrame />
  return kept === 'admin' ? <AdminLayout /> : <MainLayout />
}

/** In a new tab the administration's menu says whose frame it is: for whoever has one, it has to come first. */
function FirstFrame() {
  const { pathname } = useLocation()
  const session = useSession()
  const member = useMember()
  const modules = useModules()
  const manages = mayManage(modules, session, appState.use())
  const menu = useTable(manages ? 'admin' : 'first')
  const isAsked = session.signedIn && !session.user && !member.failed
  if (isAsked || !(menu.isHere || menu.failed)) return <LoadingState shape="spinner" />
  return firstFrameOf(pathname, modules, session) === 'admin' ? <AdminLayout /> : <MainLayout />
}
