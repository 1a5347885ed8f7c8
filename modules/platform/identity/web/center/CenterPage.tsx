import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Slot } from '#web/slots.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { identity } from '../../contract.ts'
import { GradeMark } from '../parts/GradeMark.tsx'
import { identityPaths } from '../paths.ts'
import '../parts/identity.css'
import { CenterSections } from './CenterSections.tsx'

/** The personal learning center: profile, figures, and links to all personal sections. */
export default function CenterPage() {
  const t = useText('identity')
  const { user } = useSession()
  const memberId = user?.id ?? ''
  const { data, error, refetch } = useQuery(q(identity.memberIdentity, { query: {} }))
  const grade = useQuery({
    ...q(identity.otherGrade, { query: { memberId } }, { quiet: true }),
    enabled: memberId !== '',
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !user) return <LoadingState />
  return (
    <>
      <header className="sy-row sy-wrap center-head">
        <Avatar name={user.fullName} path={user.headPortrait} size={72} />
        <div style={{ flex: 1, minWidth: 200 }}>
          <h1 style={{ margin: 0 }} tabIndex={-1}>
            {user.fullName}
          </h1>
          <p style={{ margin: '4px 0 0' }} className="sy-faint">
            {user.organization.name}
          </p>
          <p className="hover-member-tags">
            <span className="sy-tag">{t(`maps.identityLabel.${data.label}`)}</span>
            {grade.data && <GradeMark grade={grade.data.integralGrade} />}
          </p>
        </div>
        <nav className="sy-actions" aria-label={t('center.links')}>
          {user.hasSubordinates && (
            <Link to={identityPaths.subordinates}>
              <Icon name="users" size={16} /> {t('center.subordinates')}
            </Link>
          )}
          <Link to={identityPaths.homepage(user.id)}>
            <Icon name="user" size={16} /> {t('center.homepage')}
          </Link>
        </nav>
      </header>
      <CenterSections />
      <Slot name="center" values={{}} />
    </>
  )
}
