import { useLocation } from 'react-router'
import { appState } from '../app-state.ts'
import { useMember } from '../member.ts'
import { useModules } from '../modules-context.ts'
import { useSession } from '../session.ts'
import { useTable } from '../tables.ts'
import { LoadingState } from '../ui/LoadingState.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { type Frame, firstFrameOf, keptFrame } from './frame.ts'
import { MainLayout } from './MainLayout.tsx'
import { mayManage } from './menu.ts'

/** The frame from which one came: an administrator's job stays in the administration, a learner's outside of it. */
export function EitherLayout() {
  const frame = useFrame()
  if (frame === undefined) return <LoadingState shape="spinner" />
  return frame === 'admin' ? <AdminLayout /> : <MainLayout />
}

/** In a new tab the administration's menu says whose frame it is: for whoever has one, it has to come first. */
function useFrame(): Frame | undefined {
  const { pathname } = useLocation()
  const session = useSession()
  const member = useMember()
  const modules = useModules()
  const kept = keptFrame()
  const manages = mayManage(modules, session, appState.use())
  const menu = useTable(kept === undefined && manages ? 'admin' : 'first')
  if (kept !== undefined) return kept
  const isAsked = session.signedIn && !session.user && !member.failed
  if (isAsked || !(menu.isHere || menu.failed)) return undefined
  return firstFrameOf(pathname, modules, session)
}
