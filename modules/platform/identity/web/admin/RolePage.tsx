import '../parts/roles.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useId, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { isBuiltIn } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import { roleTitle } from '../parts/role-words.ts'
import { identityPaths } from '../paths.ts'
import { CopyRoleModal } from './CopyRoleModal.tsx'
import { RenameRoleModal } from './RenameRoleModal.tsx'
import { RoleHolders } from './RoleHolders.tsx'
import { RolePermissions } from './RolePermissions.tsx'

const tabs = ['members', 'may'] as const

/** One role: who holds it where, and what it may do. */
export default function RolePage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const panelId = useId()
  const { role: key } = useParams()
  const [place, setPlace] = useSearchParams()
  const [dialog, setDialog] = useState<'copy' | 'rename'>()
  const roles = useQuery(q(identity.listRoles))
  const back = <Link to={identityPaths.roles}>{t('roles.back')}</Link>
  if (roles.isError && !roles.data) return <ErrorState page error={roles.error} onRetry={() => void roles.refetch()} />
  if (!roles.data) return <LoadingState rows={8} />
  const found = roles.data.items.find(({ role }) => role === key)
  if (!found) return <EmptyState page title={t('roles.gone')} description={back} />
  const { role, name, canGrant, canCopy, canChange } = found
  const title = roleTitle(t, role, name)
  const tab = tabs.find((each) => each === place.get('tab')) ?? 'members'
  const remove = async () => {
    await call(identity.deleteRole, { params: { id: role } })
    notify('success', t('roles.deleted', { name }))
    await navigate(identityPaths.roles, { replace: true })
  }
  return (
    <>
      <PageHeader
        back={back}
        title={
          <>
            {title} {!isBuiltIn(role) && <Tag>{t('roles.custom')}</Tag>}
          </>
        }
        description={isBuiltIn(role) ? t(`roleHint.${role}`) : t('roles.customHint')}
        actions={
          <>
            {canChange && (
              <>
                <Button onClick={() => setDialog('rename')}>{t('roles.rename')}</Button>
                <ConfirmButton
                  danger
                  question={t('roles.deleteQuestion', { name })}
                  consequence={t('roles.deleteConsequence')}
                  onConfirm={remove}
                >
                  {t('roles.delete')}
                </ConfirmButton>
              </>
            )}
            {canCopy && <Button onClick={() => setDialog('copy')}>{t('roles.copy')}</Button>}
          </>
        }
      />
      <TabBar
        label={title}
        tabs={tabs.map((each) => ({ key: each, title: t(`roles.${each}`) }))}
        active={tab}
        panelId={panelId}
        onChange={(each) => setPlace({ tab: each }, { replace: true })}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`roles.${tab}`)} className="role-panel">
        {tab === 'may' && <RolePermissions role={role} title={title} />}
        {tab === 'members' &&
          (role === 'learner' ? (
            <EmptyState title={t('roles.everybody')} />
          ) : (
            <RoleHolders key={role} role={role} title={title} canGrant={canGrant} />
          ))}
      </div>
      {dialog === 'copy' && (
        <CopyRoleModal
          roles={roles.data.items}
          copyOf={role}
          onMade={(made) => void navigate(`${identityPaths.role(made.role)}?tab=may`)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && <RenameRoleModal id={role} name={name} onClose={() => setDialog(undefined)} />}
    </>
  )
}
