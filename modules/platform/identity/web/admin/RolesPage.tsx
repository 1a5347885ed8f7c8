import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select, Tabs, Tag } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Role, roles } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'
import '../parts/identity.css'

type Grant = Output<typeof identity.listGrants>['items'][number]
type Cell = Output<typeof identity.permissionMatrix>['cells'][number]

/** The permission matrix of roles; changes from the default are marked. */
function Matrix() {
  const t = useText('identity')
  const { data, error, refetch } = useQuery(q(identity.permissionMatrix))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const cells = new Map(data.cells.map((cell) => [`${cell.role} ${cell.permission}`, cell]))
  const change = async (cell: Cell, allowed: boolean) => {
    const body = { role: cell.role, permission: cell.permission, allowed }
    await call(identity.changePermission, { body })
    notify('success', t('roles.matrixSaved'))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className="sy-panel" style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('roles.matrix')}>
      <table className="permission-matrix">
        <thead>
          <tr>
            <th scope="col">{t('roles.permission')}</th>
            {data.roles.map((role) => (
              <th key={role} scope="col">
                {t(`maps.role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row">
                {t(`permission.${permission.replace('.', '-')}`)}
                <br />
                <code className="sy-faint">{permission}</code>
              </th>
              {data.roles.map((role) => {
                const cell = cells.get(`${role} ${permission}`)
                if (!cell) return <td key={role} />
                return (
                  <td key={role} data-changed={cell.allowed !== cell.defaultAllowed}>
                    <Checkbox
                      checked={cell.allowed}
                      disabled={!cell.canChange}
                      aria-label={`${t(`maps.role.${role}`)}: ${t(`permission.${permission.replace('.', '-')}`)}`}
                      onChange={({ target }) => void change(cell, target.checked).catch(() => undefined)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sy-faint" style={{ padding: '0 12px' }}>
        {t('roles.matrixHint')}
      </p>
    </section>
  )
}

function Grants() {
  const t = useText('identity')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [role, setRole] = useState<Role>()
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
            .filter((each) => each !== 'learner')
            .map((each) => ({ value: each, label: t(`maps.role.${each}`) }))}
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
          {
            title: t('members.member'),
            key: 'member',
            render: (_, grant) => (
              <Person name={grant.memberFullName} path={grant.headPortrait} note={grant.memberName} />
            ),
          },
          { title: t('roles.role'), key: 'role', render: (_, grant) => <Tag>{t(`maps.role.${grant.role}`)}</Tag> },
          { title: t('roles.covers'), dataIndex: 'organizationName' },
          {
            title: t('members.status'),
            key: 'enabled',
            render: (_, grant) => t(grant.enabled ? 'members.active' : 'members.inactive'),
          },
          { title: t('roles.grantedBy'), dataIndex: 'grantedByFullName' },
          { title: t('roles.grantedAt'), key: 'grantedAt', render: (_, grant) => <DateText value={grant.grantedAt} /> },
          {
            title: t('common.actions'),
            key: 'actions',
            render: (_, grant) =>
              grant.canManage && (
                <ConfirmButton
                  size="small"
                  danger
                  type="text"
                  question={t('roles.revokeQuestion', { role: t(`maps.role.${grant.role}`) })}
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

export default function RolesPage() {
  const t = useText('identity')
  return (
    <>
      <PageHeader title={t('roles.title')} description={t('roles.description')} />
      <Tabs
        items={[
          { key: 'grants', label: t('roles.grants'), children: <Grants /> },
          { key: 'matrix', label: t('roles.matrix'), children: <Matrix /> },
        ]}
      />
    </>
  )
}
