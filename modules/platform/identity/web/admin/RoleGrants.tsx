import { useQuery } from '@tanstack/react-query'
import { Select, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { RoleRow } from '../../contract/roles.ts'
import { identity } from '../../contract.ts'
import { type Grant, grantColumns } from '../parts/grant-columns.tsx'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'
import { roleTitle } from '../parts/role-words.ts'

/** Every grant of the organizations that the caller manages. */
export function RoleGrants({ roles }: { roles: readonly RoleRow[] }) {
  const t = useText('identity')
  const shared = grantColumns(t)
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [role, setRole] = useState<string>()
  const [organizationId, setOrganizationId] = useState<string>()
  const [keyword, setKeyword] = useState('')
  const query = { role, organizationId, keyword, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(identity.listGrants, { query }),
    placeholderData: (last) => last,
  })
  const then = (change: () => void) => {
    change()
    paging.reset()
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('roles.searchGrants')} onSearch={(text) => then(() => setKeyword(text))} />
        <Select
          style={{ width: 170 }}
          allowClear
          value={role}
          onChange={(chosen) => then(() => setRole(chosen))}
          placeholder={t('members.allRoles')}
          aria-label={t('members.allRoles')}
          options={roles
            .filter((each) => each.role !== 'learner')
            .map((each) => ({ value: each.role, label: roleTitle(t, each.role, each.name) }))}
        />
        <div style={{ width: 220 }}>
          <OrganizationPicker
            value={organizationId}
            onChange={(chosen) => then(() => setOrganizationId(chosen))}
            label={t('members.allOrganizations')}
            allowClear
          />
        </div>
      </div>
      <DataTable<Grant>
        label={t('roles.grants')}
        rows={data?.items}
        rowKey="id"
        loading={isFetching}
        paging={paging}
        recordCount={data?.recordCount}
        columns={[
          shared.member,
          {
            title: t('roles.role'),
            key: 'role',
            render: (_, grant) => <Tag>{roleTitle(t, grant.role, grant.roleName)}</Tag>,
          },
          shared.covers,
          {
            title: t('members.status'),
            key: 'enabled',
            render: (_, grant) => t(grant.enabled ? 'members.active' : 'members.inactive'),
          },
          shared.grantedBy,
          shared.grantedAt,
          {
            title: t('common.actions'),
            key: 'actions',
            render: (_, grant) =>
              grant.canManage && (
                <ConfirmButton
                  size="small"
                  danger
                  type="text"
                  question={t('roles.revokeQuestion', { role: roleTitle(t, grant.role, grant.roleName) })}
                  onConfirm={() => call(identity.revokeRole, { params: { id: grant.id } })}
                >
                  {t('roles.revoke')}
                </ConfirmButton>
              ),
          },
        ]}
      />
    </>
  )
}
