import { Navigate, useParams, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { sharedPath } from '../links.ts'

/** The target of share links: redirects to the shared item (SYSTEM-016), after sign-in if necessary. */
export default function SharePage() {
  const { id = '', type = '' } = useParams()
  const [parameters] = useSearchParams()
  return (
    <Navigate replace to={sharedPath(Number(type), encodeURIComponent(id), parameters) ?? paths.errorPage(900005)} />
  )
}
