import { useLocation } from 'react-router'
import { useModules } from '../modules-context.ts'
import { useSession } from '../session.ts'
import { AdminLayout } from './AdminLayout.tsx'
import { frameOf } from './frame.ts'
import { MainLayout } from './MainLayout.tsx'

/** The frame from which one came: an administrator's job stays in the administration, a learner's outside of it. */
export function EitherLayout() {
  const { pathname } = useLocation()
  const frame = frameOf(pathname, useModules(), useSession())
  return frame === 'admin' ? <AdminLayout /> : <MainLayout />
}
