import '../parts/identity.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { isBuiltIn, type RoleKey, roles } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'
import { roleTitle } from '../parts/role-words.ts'
import { identityPaths, withCompany } from '../paths.ts'
import { MemberBulkBar } from './MemberBulkBar.tsx'
import { MemberDrawer } from './MemberDrawer.tsx'

type Row = Output<typeof identity.listMembers>['items'][number]

interface Filters {
  readonly keyword?: string
  readonly organizationId?: string
  readonly role?: RoleKey
  readonly enabled?: boolean
}

function useColumns(open: (memberId: string) => void) {
  const t = useText('identity')
  return [
    {
      title: t('members.member'),
      key: 'member',
      render: (_: unknown, row: Row) => (
        <Person name={row.memberFullName} path={row.headPortrait} note={row.memberName} size={36}>
          <Button type="link" style={{ padding: 0, height: 'auto' }} onClick={() => open(row.id)}>
            {row.memberFullName}
          </Button>
        </Person>
      ),
    },
    { title: t('members.staffNumber'), dataIndex: 'staffNumber' },
    { title: t('members.organization'), dataIndex: 'organizationName' },
    { title: t('members.position'), dataIndex: 'positionName' },
    { title: t('members.phone'), dataIndex: 'phone' },
    {
      title: t('members.roles'),
      key: 'roles',
      render: (_: unknown, row: Row) =>
        [
          ...row.roles.filter((role) => role !== 'learner').map((role) => t(`maps.role.${role}`)),
          ...row.customRoles,
        ].map((name) => <Tag key={name}>{name}</Tag>),
    },
    {
      title: t('members.status'),
      key: 'enabled',
      render: (_: unknown, row: Row) => (
        <Tag color={row.enabled ? 'success' : undefined}>{t(row.enabled ? 'members.active' : 'members.inactive')}</Tag>
      ),
    },
    {
      title: t('members.lastSignIn'),
      key: 'lastSignInAt',
      render: (_: unknown, row: Row) => <DateText value={row.lastSignInAt} style="relative" />,
    },
  ]
}

/** Where members sign in to this company, whichever other companies the installation has. */
function SignInAddress() {
  const t = useText('identity')
  const { user } = useSession()
  if (!user) return null
  const address = `${location.origin}/#${withCompany(identityPaths.signIn, user.rootOrganization.id)}`
  return (
    <p className="sy-note members-sign-in">
      <span>{t('members.signInAddress')}</span>
      <span className="sy-one-line" title={address}>
        {address}
      </span>
      <Typography.Text copyable={{ text: address }} />
    </p>
  )
}

interface RoleFilterProps {
  readonly value: RoleKey | undefined
  readonly onChange: (role: RoleKey | undefined) => void
}

/** All roles; those of the company for whoever may read them. */
function RoleFilter({ value, onChange }: RoleFilterProps) {
  const t = useText('identity')
  const readable = useSession().can('role.manage')
  const own = useQuery({ ...q(identity.listRoles, undefined, { quiet: true }), enabled: readable })
  const custom = (own.data?.items ?? []).filter(({ role }) => !isBuiltIn(role))
  const builtIn = roles.filter((role) => role !== 'learner').map((role) => ({ role, name: '' }))
  return (
    <Select
      style={{ width: 160 }}
      value={value}
      onChange={onChange}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('members.allRoles')}
      aria-label={t('members.allRoles')}
      options={[...builtIn, ...custom].map(({ role, name }) => ({ value: role, label: roleTitle(t, role, name) }))}
    />
  )
}

/** The members that the caller manages: search, changes of one or many, import and export. */
export default function MembersPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [place] = useSearchParams()
  const [filters, setFilters] = useState<Filters>(() => (place.get('enabled') === 'true' ? { enabled: true } : {}))
  const [selected, setSelected] = useState<string[]>([])
  const [editing, setEditing] = useState<string | 'new'>()
  const { busy: exporting, run } = useAction()
  const columns = useColumns(setEditing)
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(identity.listMembers, { query }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters({ ...filters, ...change })
    setSelected([])
    paging.reset()
  }
  const exportAll = () => run(() => download(identity.exportMembers, { query: filters }))
  return (
    <>
      <PageHeader
        title={t('members.title')}
        description={t('members.description')}
        actions={
          <>
            <Button icon={<Icon name="download" size={16} />} loading={exporting} onClick={() => void exportAll()}>
              {t('members.export')}
            </Button>
            <Button icon={<Icon name="upload" size={16} />} onClick={() => void navigate(identityPaths.memberImport)}>
              {t('members.import')}
            </Button>
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEditing('new')}>
              {t('members.add')}
            </Button>
          </>
        }
      />
      <SignInAddress />
      <div className="sy-toolbar">
        <SearchBox label={t('members.search')} onSearch={(keyword) => filter({ keyword })} />
        <div style={{ width: 220 }}>
          <OrganizationPicker
            value={filters.organizationId}
            onChange={(organizationId) => filter({ organizationId })}
            label={t('members.allOrganizations')}
            allowClear
          />
        </div>
        <RoleFilter value={filters.role} onChange={(role) => filter({ role })} />
        <Select
          style={{ width: 130 }}
          value={filters.enabled === undefined ? undefined : String(filters.enabled)}
          onChange={(value?: string) => filter({ enabled: value === undefined ? undefined : value === 'true' })}
          allowClear
          placeholder={t('members.allStates')}
          aria-label={t('members.allStates')}
          options={[
            { value: 'true', label: t('members.active') },
            { value: 'false', label: t('members.inactive') },
          ]}
        />
      </div>
      {selected.length > 0 && <MemberBulkBar memberIds={selected} onDone={() => setSelected([])} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<Row>
          label={t('members.title')}
          columns={columns}
          rows={data?.items}
          rowKey="id"
          loading={isFetching}
          paging={paging}
          recordCount={data?.recordCount}
          selection={{
            selectedRowKeys: selected,
            preserveSelectedRowKeys: true,
            onChange: (keys) => setSelected(keys as string[]),
            getCheckboxProps: (row) => ({ 'aria-label': row.memberFullName }) as object,
          }}
        />
      )}
      {editing && (
        <MemberDrawer memberId={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  )
}
