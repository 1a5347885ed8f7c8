import '../parts/community.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { AccountMember, MemberType, ShareAccount } from '../../contract/shapes.ts'
import { community } from '../../contract.ts'
import { communityPaths, currentTeam, keepTeam } from '../paths.ts'

/** The members of a team, their roles, and the invitation code (COMMUNITY-023). */
export default function MembersPage() {
  const t = useText('community')
  const [chosen, setChosen] = useState(currentTeam)
  const accounts = useQuery(q(community.myAccounts))
  if (accounts.isError) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
  if (!accounts.data) return <LoadingState rows={6} />
  const teams = accounts.data.items.filter((account) => account.enjoyType !== 0)
  const team = teams.find((account) => account.id === chosen) ?? teams[0]
  if (!team) {
    const action = (
      <Link className="sy-button" to={communityPaths.kinds()}>
        {t('account.begin')}
      </Link>
    )
    return <EmptyState page title={t('members.none')} description={t('members.noneDescription')} action={action} />
  }
  const choose = (id: string) => {
    keepTeam(id)
    setChosen(id)
  }
  return (
    <>
      <PageHeader
        title={t('members.title')}
        back={<Link to={communityPaths.account(team.id)}>{team.name}</Link>}
        actions={
          teams.length > 1 && (
            <Select
              value={team.id}
              aria-label={t('members.team')}
              style={{ minWidth: 200 }}
              options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={choose}
            />
          )
        }
      />
      <Members key={team.id} team={team} />
    </>
  )
}

function Members({ team }: { team: ShareAccount }) {
  const t = useText('community')
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const query = { id: team.id, page, pageSize, ...(search !== '' && { search }) }
  const members = useQuery(q(community.accountMembers, { query }))
  const own = team.currentMember?.memberType ?? 2
  const mayChange = own === 0 && !team.frozen
  const change = async (member: AccountMember, memberType: MemberType) => {
    const body = { id: team.id, members: [{ memberId: member.memberId, memberType }] }
    await call(community.updateMembers, { body })
    notify('success', t('members.changed'))
  }
  const remove = async (member: AccountMember) => {
    await call(community.updateMembers, { body: { id: team.id, members: [], removed: [member.memberId] } })
    notify('success', t('members.removed', { name: member.memberName }))
  }
  if (members.isError) return <ErrorState error={members.error} onRetry={() => void members.refetch()} />
  const actions = (member: AccountMember) =>
    mayChange &&
    member.memberType !== 0 && (
      <div className="sy-actions">
        <Button
          size="small"
          onClick={() => void change(member, member.memberType === 1 ? 2 : 1).catch(() => undefined)}
        >
          {t(member.memberType === 1 ? 'members.makeMember' : 'members.makeAdministrator')}
        </Button>
        <ConfirmButton
          size="small"
          question={t('members.handOverQuestion', { name: member.memberName })}
          consequence={t('members.handOverConsequence')}
          onConfirm={() => change(member, 0)}
        >
          {t('members.handOver')}
        </ConfirmButton>
        <ConfirmButton
          size="small"
          danger
          question={t('members.removeQuestion', { name: member.memberName })}
          onConfirm={() => remove(member)}
        >
          {t('members.remove')}
        </ConfirmButton>
      </div>
    )
  return (
    <>
      {own !== 2 && !team.frozen && <Invitation team={team} />}
      <div className="sy-toolbar" style={{ marginBottom: 16 }}>
        <SearchBox
          label={t('members.search')}
          onSearch={(text) => {
            setSearch(text.trim())
            paging.change(1, pageSize)
          }}
        />
        {mayChange && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('members.add')}
          </Button>
        )}
        {own !== 0 && <Leave team={team} />}
      </div>
      <DataTable<AccountMember>
        label={t('members.title')}
        rows={members.data?.items}
        rowKey="memberId"
        loading={members.isPending}
        paging={paging}
        recordCount={members.data?.recordCount ?? 0}
        columns={[
          {
            title: t('members.name'),
            render: (_, member) => (
              <span className="sy-inline sy-gap-3">
                <Avatar name={member.memberName} path={member.headPortrait} size={32} />
                {member.memberName}
              </span>
            ),
          },
          { title: t('members.organization'), dataIndex: 'organizationName' },
          {
            title: t('members.role'),
            render: (_, { memberType }) => (
              <Tag className={`cm-role-${memberType}`}>{t(`maps.member-type.${memberType}`)}</Tag>
            ),
          },
          { title: t('members.joined'), render: (_, { joinTime }) => <DateText value={joinTime} style="day" /> },
          ...(mayChange
            ? [{ title: t('members.actions'), render: (_: unknown, member: AccountMember) => actions(member) }]
            : []),
        ]}
      />
      {adding && <AddModal team={team} onClose={() => setAdding(false)} />}
    </>
  )
}

/** The invitation code; a new code invalidates the old one (COMMUNITY-068). */
function Invitation({ team }: { team: ShareAccount }) {
  const t = useText('community')
  const { data, refetch } = useQuery(q(community.invitationCode, { query: { id: team.id } }))
  const copy = async () => {
    if (!data) return
    try {
      await navigator.clipboard.writeText(data.code)
      notify('success', t('invitation.copied'))
    } catch {
      notify('error', t('invitation.copyFailed'))
    }
  }
  const renew = async () => {
    await call(community.renewInvitationCode, { query: { id: team.id } })
    await refetch()
    notify('success', t('invitation.renewed'))
  }
  return (
    <section className="sy-row sy-wrap sy-gap-3 cm-invitation" aria-label={t('invitation.title')}>
      <span>{t('invitation.title')}</span>
      <code>{data?.code ?? '········'}</code>
      <Button disabled={!data} onClick={() => void copy()}>
        {t('invitation.copy')}
      </Button>
      <ConfirmButton
        question={t('invitation.renewQuestion')}
        consequence={t('invitation.renewConsequence')}
        onConfirm={renew}
      >
        {t('invitation.renew')}
      </ConfirmButton>
    </section>
  )
}

function Leave({ team }: { team: ShareAccount }) {
  const t = useText('community')
  const leave = async () => {
    await call(community.leave, { body: { id: team.id } })
    notify('success', t('members.left', { name: team.name }))
  }
  return (
    <ConfirmButton danger question={t('members.leaveQuestion', { name: team.name })} onConfirm={leave}>
      {t('members.leave')}
    </ConfirmButton>
  )
}

function AddModal({ team, onClose }: { team: ShareAccount; onClose: () => void }) {
  const t = useText('community')
  const [ids, setIds] = useState<readonly string[]>([])
  const { busy, run } = useAction()
  const add = () =>
    run(
      async () => {
        const members = ids.map((memberId) => ({ memberId, memberType: 2 as const }))
        await call(community.updateMembers, { body: { id: team.id, members } })
      },
      { done: t('members.added', { count: ids.length }), close: onClose },
    )
  return (
    <Modal
      open
      title={t('members.add')}
      okText={t('members.addButton', { count: ids.length })}
      okButtonProps={{ disabled: ids.length === 0, loading: busy }}
      cancelText={t('form.cancel')}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <MemberIdsPicker value={ids} onChange={setIds} label={t('members.choose')} />
    </Modal>
  )
}
