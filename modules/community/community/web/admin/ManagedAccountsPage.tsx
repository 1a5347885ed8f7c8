import '../parts/community.css'
import { Button, Form, Input, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ManagementList } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { freezeReasonLengthMax, type ManagedAccount } from '../../contract/managed.ts'
import { community } from '../../contract.ts'
import { communityPaths } from '../paths.ts'

const tabs = ['all', 'active', 'frozen', 'applying'] as const
const types = [0, 1, 2] as const

/** The share accounts of the administrator's organizations, with their states (COMMUNITY-043, COMMUNITY-067). */
export default function ManagedAccountsPage() {
  const t = useText('community')
  const [freezing, setFreezing] = useState<ManagedAccount>()
  const activate = async ({ id }: ManagedAccount) => {
    await call(community.activateAccount, { params: { id } })
    notify('success', t('managed.activeNow'))
  }
  return (
    <>
      <PageHeader title={t('managed.title')} description={t('managed.description')} />
      <ManagementList
        label={t('managed.title')}
        searchLabel={t('managed.search')}
        tabs={[
          { key: 'all' as (typeof tabs)[number], title: t('managed.all') },
          ...tabs.slice(1).map((key) => ({ key, title: t(`maps.expert-status.${key}`) })),
        ]}
        category={{
          label: t('managed.typeFilter'),
          all: t('managed.allTypes'),
          options: types.map((type) => ({ value: String(type), title: t(`maps.enjoy-type.${type}`) })),
        }}
        list={({ tab, search, category, page, pageSize }) => {
          const enjoyType = types.find((type) => String(type) === category)
          const query = {
            ...{ page, pageSize },
            ...(tab !== 'all' && { status: tab }),
            ...(search && { search }),
            ...(enjoyType !== undefined && { enjoyType }),
          }
          return q(community.managedAccounts, { query }, { quiet: true })
        }}
        empty={<EmptyState title={t('managed.none')} description={t('managed.noneHint')} />}
        columns={[
          {
            key: 'name',
            title: t('managed.name'),
            render: ({ id, name, headPortraitPath, enjoyType, status }) => (
              <Person name={name} path={headPortraitPath} note={t(`maps.enjoy-type.${enjoyType}`)}>
                {status === 'applying' ? name : <Link to={communityPaths.account(id)}>{name}</Link>}
              </Person>
            ),
          },
          {
            key: 'owner',
            title: t('managed.owner'),
            render: ({ ownerName, organizationName }) =>
              ownerName === '' ? t('managed.noOwner') : <OwnerText name={ownerName} organization={organizationName} />,
          },
          { key: 'status', title: t('managed.status'), render: (row) => <StatusText account={row} /> },
          {
            key: 'followers',
            title: t('managed.followers'),
            align: 'right',
            render: ({ attentionNum }) => <NumberText value={attentionNum} />,
          },
          {
            key: 'visits',
            title: t('managed.visits'),
            align: 'right',
            render: ({ visits }) => <NumberText value={visits} />,
          },
          {
            key: 'created',
            title: t('managed.created'),
            render: ({ createTime }) => <DateText value={createTime} />,
          },
        ]}
        actions={(row) => (
          <>
            {row.status === 'active' && (
              <Button type="link" danger onClick={() => setFreezing(row)}>
                {t('managed.freeze')}
              </Button>
            )}
            {row.status === 'frozen' && (
              <ConfirmButton
                type="link"
                question={t('managed.activateQuestion', { name: row.name })}
                consequence={t('managed.activateConsequence')}
                confirmText={t('managed.activate')}
                onConfirm={() => activate(row)}
              >
                {t('managed.activate')}
              </ConfirmButton>
            )}
          </>
        )}
      />
      {freezing && <FreezeDialog account={freezing} onClose={() => setFreezing(undefined)} />}
    </>
  )
}

function OwnerText({ name, organization }: { name: string; organization: string }) {
  return (
    <>
      {name}
      <div className="sy-note">{organization}</div>
    </>
  )
}

/** The state in words; of a frozen account since when and why. */
function StatusText({ account }: { account: ManagedAccount }) {
  const t = useText('community')
  const { status, frozenTime, frozenReason } = account
  if (status === 'active') {
    return (
      <span className="sy-inline sy-wrap sy-gap-1">
        <Tag color="success">{t('maps.expert-flag.activeStatus')}</Tag>
        <Tag>{t('maps.expert-flag.auditStatus')}</Tag>
      </span>
    )
  }
  return (
    <>
      <Tag color={status === 'frozen' ? 'error' : 'processing'}>{t(`maps.expert-status.${status}`)}</Tag>
      {frozenTime !== null && (
        <div className="sy-note cm-frozen-reason">
          {t('managed.frozenSince')} <DateText value={frozenTime} />
          <br />
          {frozenReason}
        </div>
      )}
    </>
  )
}

function FreezeDialog({ account, onClose }: { account: ManagedAccount; onClose: () => void }) {
  const t = useText('community')
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={t('managed.freezeTitle', { name: account.name })}
      hint={t('managed.freezeHint')}
      okText={t('managed.freeze')}
      danger
      onSubmit={(body) => call(community.freezeAccount, { params: { id: account.id }, body })}
      done={t('managed.frozenNow')}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('managed.reason')}
        rules={[{ required: true, whitespace: true, message: t('managed.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={freezeReasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}
