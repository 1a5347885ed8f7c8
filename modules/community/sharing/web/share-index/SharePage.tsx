import { Navigate, useParams, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { sharedPath } from '../links.ts'

/** Where a share link arrives: it leads on to what was shared (SYSTEM-016). Who is not signed in, signs in first. */
export default function SharePage() {
  const { id = '', type = '' } = useParams()
  const [carried] = useSearchParams()
  return <Navigate replace to={sharedPath(Number(type), encodeURIComponent(id), carried) ?? paths.errorPage(900005)} />
}
