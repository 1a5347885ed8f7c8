/** The members of a circle, and for its administrators who waits to be let in. */
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Tag } from 'antd'
import { useState } from 'react'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type Circle,
  type CircleMember,
  circleMessageLengthMax,
  type JoinRequest,
} from '../../contract/circles/shapes.ts'
import { community } from '../../contract.ts'

export function Members({ circle }: { circle: Circle }) {
  const t = useText('community')
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<CircleMember>()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const params = { id: circle.id }
  const query = { page, pageSize, ...(search !== '' && { search }) }
  const members = useQuery(q(community.circleMembers, { params, query }))
  if (members.isError) return <ErrorState small error={members.error} onRetry={() => void members.refetch()} />
  return (
    <>
      {circle.administrator && circle.waitingNum > 0 && <Requests circle={circle} />}
      <div className="sy-toolbar cm-circle-tools">
        <SearchBox
          label={t('circles.searchMembers')}
          onSearch={(text) => {
            setSearch(text.trim())
            paging.change(1, pageSize)
          }}
        />
        {circle.administrator && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('circles.addMembers')}
          </Button>
        )}
      </div>
      <DataTable<CircleMember>
        label={t('circles.membersTab')}
        rows={members.data?.items}
        rowKey="memberId"
        loading={members.isPending}
        paging={paging}
        recordCount={members.data?.recordCount ?? 0}
        columns={[
          {
            title: t('members.name'),
            render: (_, { memberId, memberName, headPortrait, organizationName }) => (
              <Person memberId={memberId} name={memberName} path={headPortrait} note={organizationName} />
            ),
          },
          {
            title: t('circles.role'),
            render: (_, { administrator }) => (
              <Tag>{t(administrator ? 'circles.administrator' : 'circles.member')}</Tag>
            ),
          },
          { title: t('circles.joinTime'), render: (_, { joinTime }) => <DateText value={joinTime} style="day" /> },
          ...(circle.administrator
            ? [
                {
                  title: t('members.actions'),
                  render: (_: unknown, member: CircleMember) => (
                    <MemberActions circle={circle} member={member} onRemove={() => setRemoving(member)} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {adding && <AddModal circle={circle} onClose={() => setAdding(false)} />}
      {removing && <RemoveModal circle={circle} member={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

interface ActionProps {
  readonly circle: Circle
  readonly member: CircleMember
  readonly onRemove: () => void
}

function MemberActions({ circle, member, onRemove }: ActionProps) {
  const t = useText('community')
  const { user } = useSession()
  const { busy, run } = useAction()
  const { memberId, memberName, administrator } = member
  if (memberId === user?.id) return null
  const change = (body: { administrator: boolean; handOver?: boolean }) =>
    run(
      async () =>
        void (await call(community.changeCircleRole, { params: { id: circle.id }, body: { memberId, ...body } })),
      { done: t('circles.done') },
    )
  return (
    <div className="sy-actions">
      <Button size="small" disabled={busy} onClick={() => void change({ administrator: !administrator })}>
        {t(administrator ? 'circles.dismiss' : 'circles.appoint')}
      </Button>
      <ConfirmButton
        size="small"
        question={t('circles.handOverQuestion', { name: memberName })}
        consequence={t('circles.handOverConsequence')}
        onConfirm={() => change({ administrator: true, handOver: true })}
      >
        {t('circles.handOver')}
      </ConfirmButton>
      {!administrator && (
        <Button size="small" danger onClick={onRemove}>
          {t('circles.remove')}
        </Button>
      )}
    </div>
  )
}

function RemoveModal({ circle, member, onClose }: { circle: Circle; member: CircleMember; onClose: () => void }) {
  const t = useText('community')
  const { memberId, memberName: name } = member
  return (
    <FormModal<{ reason: string }, unknown>
      danger
      title={t('circles.removeMember', { name })}
      okText={t('circles.remove')}
      done={t('circles.removedMember', { name })}
      onSubmit={({ reason }) =>
        call(community.removeCircleMember, { params: { id: circle.id }, body: { memberId, reason } })
      }
      onClose={onClose}
    >
      <ReasonField label={t('circles.reason')} needed={t('circles.reasonNeeded')} maxLength={circleMessageLengthMax} />
    </FormModal>
  )
}

function AddModal({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const t = useText('community')
  const [memberIds, setMemberIds] = useState<readonly string[]>([])
  const { busy, run } = useAction()
  const add = () =>
    run(
      async () =>
        void (await call(community.addCircleMembers, {
          params: { id: circle.id },
          body: { memberIds: [...memberIds] },
        })),
      { done: t('circles.added'), close: onClose },
    )
  return (
    <Modal
      open
      title={t('circles.addMembers')}
      okText={t('circles.addButton')}
      okButtonProps={{ disabled: memberIds.length === 0, loading: busy }}
      cancelText={t('form.cancel')}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <MemberIdsPicker value={memberIds} onChange={setMemberIds} label={t('circles.chooseMembers')} />
    </Modal>
  )
}

function Requests({ circle }: { circle: Circle }) {
  const t = useText('community')
  const [refused, setRefused] = useState<JoinRequest>()
  const { busy, run } = useAction()
  const requests = useQuery(q(community.joinRequests, { params: { id: circle.id }, query: {} }))
  const agree = ({ id }: JoinRequest) =>
    run(async () => void (await call(community.decideJoinRequest, { params: { id }, body: { agreed: true } })), {
      done: t('circles.agreed'),
    })
  return (
    <section aria-label={t('circles.requests')}>
      <div className="sy-section-head">
        <h2>{t('circles.requests')}</h2>
      </div>
      {requests.isError && <ErrorState small error={requests.error} onRetry={() => void requests.refetch()} />}
      <ul className="sy-column sy-gap-3 cm-announcements">
        {requests.data?.items.map((request) => (
          <li key={request.id} className="sy-box sy-row sy-wrap sy-gap-3">
            <Person name={request.memberName} path={request.headPortrait} note={request.organizationName} />
            <span className="cm-request-text">{request.message}</span>
            <span className="sy-actions">
              <Button type="primary" size="small" disabled={busy} onClick={() => void agree(request)}>
                {t('circles.agree')}
              </Button>
              <Button size="small" onClick={() => setRefused(request)}>
                {t('circles.refuse')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {refused && (
        <FormModal<{ message?: string }, unknown>
          danger
          title={t('circles.refuseTitle', { name: refused.memberName })}
          okText={t('circles.refuse')}
          done={t('circles.refused')}
          onSubmit={({ message = '' }) =>
            call(community.decideJoinRequest, { params: { id: refused.id }, body: { agreed: false, message } })
          }
          onClose={() => setRefused(undefined)}
        >
          <Form.Item name="message" label={t('circles.answer')}>
            <Input.TextArea maxLength={circleMessageLengthMax} showCount rows={3} />
          </Form.Item>
        </FormModal>
      )}
    </section>
  )
}
