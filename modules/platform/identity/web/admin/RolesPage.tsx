import '../parts/roles.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import type { RoleRow } from '../../contract/roles.ts'
import { isBuiltIn } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import { roleTitle } from '../parts/role-words.ts'
import { identityPaths } from '../paths.ts'
import { CopyRoleModal } from './CopyRoleModal.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { RoleGrants } from './RoleGrants.tsx'

/** The roles of the company, everybody who holds one, and the permissions side by side. */
export default function RolesPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [copying, setCopying] = useState(false)
  const { data, error, refetch } = useQuery(q(identity.listRoles))
  if (error && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  const roles = data?.items ?? []
  return (
    <>
      <PageHeader
        title={t('roles.title')}
        description={t('roles.description')}
        actions={
          roles.some(({ canCopy }) => canCopy) && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setCopying(true)}>
              {t('roles.create')}
            </Button>
          )
        }
      />
      <TabView
        label={t('roles.title')}
        tabs={[
          {
            key: 'roles',
            title: t('roles.all'),
            children: data ? <RoleCards roles={roles} /> : <LoadingState shape="cards" rows={8} />,
          },
          { key: 'grants', title: t('roles.grants'), children: <RoleGrants roles={roles} /> },
          { key: 'matrix', title: t('roles.matrix'), children: <PermissionMatrix roles={roles} /> },
        ]}
      />
      {copying && (
        <CopyRoleModal
          roles={roles}
          onMade={({ role }) => void navigate(`${identityPaths.role(role)}?tab=may`)}
          onClose={() => setCopying(false)}
        />
      )}
    </>
  )
}

function RoleCards({ roles }: { roles: readonly RoleRow[] }) {
  const t = useText('identity')
  return (
    <ul className="sy-plain-list role-cards">
      {roles.map(({ role, name, memberCount, permissionCount }) => (
        <li key={role}>
          <Link to={identityPaths.role(role)} className="sy-card role-card">
            <strong>
              {roleTitle(t, role, name)} {!isBuiltIn(role) && <Tag>{t('roles.custom')}</Tag>}
            </strong>
            <span className="sy-note">{isBuiltIn(role) ? t(`roleHint.${role}`) : t('roles.customHint')}</span>
            <span className="role-counts">
              <span>{t('roles.holders', { count: memberCount })}</span>
              <span>
                {permissionCount === 0 ? t('roles.none') : t('roles.permissionCount', { count: permissionCount })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
