import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Slot } from '#web/slots.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { identity } from '../../contract.ts'
import { GradeMark } from '../parts/GradeMark.tsx'
import '../parts/identity.css'
import { identityPaths } from '../paths.ts'

/** The page of a member that every colleague may see. What it shows besides the header, other modules know. */
export default function PersonalHomepage() {
  const t = useText('identity')
  const { memberId = '' } = useParams()
  const isOwn = useSession().user?.id === memberId
  const query = { memberId }
  const { data, error, refetch } = useQuery(q(identity.otherDetail, { query }))
  const who = useQuery(q(identity.memberIdentity, { query }, { quiet: true }))
  const grade = useQuery(q(identity.otherGrade, { query }, { quiet: true }))
  const path = useQuery({
    ...q(identity.findOrganizationPath, { params: { id: data?.organizationId ?? '' } }, { quiet: true }),
    enabled: data !== undefined,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      <header className="sy-row sy-wrap center-head">
        <Avatar name={data.memberFullName} path={data.headPortrait} size={96} />
        <div className="homepage-words">
          <h1 style={{ margin: 0 }} tabIndex={-1}>
            {data.memberFullName}
          </h1>
          <p className="sy-faint" style={{ margin: '4px 0' }}>
            {path.data?.path ?? data.organizationName}
            {data.positionName && ` · ${data.positionName}`}
          </p>
          <p className="hover-member-tags">
            {who.data && <span className="sy-tag">{t(`maps.identityLabel.${who.data.label}`)}</span>}
            {grade.data && <GradeMark grade={grade.data.integralGrade} />}
          </p>
        </div>
        {isOwn && (
          <Link className="sy-button sy-button-plain sy-button-small" to={identityPaths.centerSection('profile')}>
            <Icon name="edit" size={16} />
            {t('homepage.edit')}
          </Link>
        )}
      </header>
      {data.bio && <p className="homepage-bio">{data.bio}</p>}
      {!data.bio && isOwn && <p className="homepage-bio sy-faint">{t('homepage.bioHint')}</p>}
      <div className="homepage-sections">
        <Slot name="homepage" values={{ memberId, isOwn }} />
      </div>
      <div className="homepage-empty">
        <EmptyState title={t('homepage.empty', { name: data.memberFullName })} description={t('homepage.emptyHint')} />
      </div>
    </>
  )
}
