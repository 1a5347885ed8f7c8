import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { identity } from '../../contract.ts'
import { type Grant, grantColumns } from '../parts/grant-columns.tsx'
import { AddHoldersModal } from './AddHoldersModal.tsx'

interface Props {
  readonly role: string
  readonly title: string
  readonly canGrant: boolean
}

/** Who holds a role where; members are added and removed here. */
export function RoleHolders({ role, title, canGrant }: Props) {
  const t = useText('identity')
  const shared = grantColumns(t)
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [adding, setAdding] = useState(false)
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(identity.listGrants, { query: { role, keyword: search, page, pageSize } }),
    placeholderData: (last) => last,
  })
  const remove = async ({ id }: Grant) => {
    await call(identity.revokeRole, { params: { id } })
    notify('success', t('roles.removed'))
  }
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('roles.searchGrants')} onSearch={setSearch} />
        {canGrant && (
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {t('roles.addMembers')}
          </Button>
        )}
      </div>
      <ListTable<Grant>
        list={list}
        label={t('roles.members')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('roles.noHolders')} description={canGrant && t('roles.noHoldersHint')} />}
        columns={[
          shared.member,
          shared.covers,
          {
            title: t('members.status'),
            key: 'enabled',
            render: (_, grant) => (
              <Switch
                size="small"
                checked={grant.enabled}
                disabled={!grant.canManage}
                aria-label={t('roles.enabledOf', { name: grant.memberFullName })}
                onChange={(enabled) =>
                  void call(identity.enableGrant, { params: { id: grant.id }, body: { enabled } }).catch(
                    () => undefined,
                  )
                }
              />
            ),
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
                  question={t('roles.removeQuestion', { name: grant.memberFullName, role: title })}
                  consequence={t('roles.removeConsequence', { organization: grant.organizationName })}
                  onConfirm={() => remove(grant)}
                >
                  {t('roles.remove')}
                </ConfirmButton>
              ),
          },
        ]}
      />
      {adding && <AddHoldersModal role={role} title={title} onClose={() => setAdding(false)} />}
    </>
  )
}
