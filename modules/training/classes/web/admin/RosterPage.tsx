import '../parts/classes.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { reasonLengthMax } from '../../contract/authoring.ts'
import { nominationsMax, type RosterFigures, type RosterRow } from '../../contract/roster.ts'
import { type EnrollmentState, enrollmentStates } from '../../contract/states.ts'
import { classes } from '../../contract.ts'
import { EnrollmentTag, GraduationTag } from '../parts/StateTag.tsx'
import { classPaths } from '../paths.ts'
import ClassTabs from './ClassTabs.tsx'

/** Who takes part in a class, who waits, and who has left. */
export default function RosterPage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const one = useQuery(q(classes.editedClass, { params: { id } }))
  const figures = useQuery(q(classes.rosterFigures, { params: { id } }))
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('managing.tabs.roster')}
        back={<Link to={classPaths.managed}>{t('managing.title')}</Link>}
      />
      <ClassTabs classId={id} active="/admin/classes/:id/roster" />
      <div id="class-panel" role="tabpanel" aria-label={t('managing.tabs.roster')}>
        {figures.data && <Figures figures={figures.data} />}
        <Roster classId={id} isOpen={one.data !== undefined && ![1, 7, 8].includes(one.data.state)} />
      </div>
    </>
  )
}

function Figures({ figures }: { figures: RosterFigures }) {
  const t = useText('classes')
  return (
    <div className="sy-card cl-section" style={{ marginBottom: 'var(--sy-space-4)' }}>
      <Facts
        shape="figures"
        items={[
          [t('enroll.places'), `${figures.placesTaken} / ${figures.capacity}`],
          ...(['enrolled', 'pending', 'offered', 'waiting'] as const).map(
            (state) => [t(`maps.enrollment.${state}`), String(figures[state])] as const,
          ),
          [t('maps.graduation.2'), String(figures.graduated)],
        ]}
      />
      {figures.quotas.length > 0 && (
        <Facts
          shape="rows"
          items={figures.quotas.map(({ name, taken, places }) => [name, `${taken} / ${places}`] as const)}
        />
      )}
    </div>
  )
}

type Asked = 'nominate' | 'refuse' | 'remove' | 'substitute'

function Roster({ classId, isOpen }: { classId: string; isOpen: boolean }) {
  const t = useText('classes')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<EnrollmentState>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked>()
  const { busy, run } = useAction()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(state && { state }) }
  const list = useQuery({
    ...q(classes.roster, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const accept = async () => {
    const body = { memberIds: [...chosen], decision: 'accept' as const, reason: '' }
    const { decided, left } = await call(classes.decideEnrollments, { params: { id: classId }, body })
    setChosen([])
    notify(left > 0 ? 'info' : 'success', t(left > 0 ? 'roster.someLeft' : 'roster.decided', { count: decided }))
  }
  const done = () => {
    setChosen([])
    setAsked(undefined)
  }
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('roster.search')} onSearch={setSearch} />
        <Select<EnrollmentState>
          allowClear
          style={{ width: 140 }}
          placeholder={t('roster.all')}
          aria-label={t('enroll.state')}
          onChange={(value?: EnrollmentState) => {
            setState(value)
            paging.reset()
          }}
          options={enrollmentStates.map((value) => ({ value, label: t(`maps.enrollment.${value}`) }))}
        />
        {isOpen && (
          <>
            <Button type="primary" onClick={() => setAsked('nominate')}>
              {t('roster.nominate')}
            </Button>
            <Button disabled={chosen.length === 0} loading={busy} onClick={() => void run(accept)}>
              {t('roster.accept')}
            </Button>
            <Button disabled={chosen.length === 0} onClick={() => setAsked('refuse')}>
              {t('roster.refuse')}
            </Button>
            <Button disabled={chosen.length !== 1} onClick={() => setAsked('substitute')}>
              {t('roster.substitute')}
            </Button>
            <Button danger disabled={chosen.length === 0} onClick={() => setAsked('remove')}>
              {t('roster.remove')}
            </Button>
          </>
        )}
      </div>
      <ListTable<RosterRow>
        label={t('managing.tabs.roster')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        selection={
          isOpen ? { selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) } : undefined
        }
        empty={<EmptyState small title={t('roster.none')} description={t('roster.noneHint')} />}
        columns={[
          {
            title: t('roster.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('enroll.state'),
            key: 'state',
            render: (_, row) => (
              <>
                <EnrollmentTag state={row.state} />
                {row.isInApproval && row.state === 'pending' && <small>{t('roster.inApproval')}</small>}
                {row.offeredUntil !== null && (
                  <small>
                    {t('outline.due')} <DateText value={row.offeredUntil} style="minute" />
                  </small>
                )}
              </>
            ),
          },
          { title: t('roster.source'), key: 'source', render: (_, row) => t(`maps.source.${row.source}`) },
          {
            title: t('roster.at'),
            key: 'at',
            render: (_, row) => <DateText value={row.enrolledAt} style="minute" />,
          },
          {
            title: t('enroll.graduation'),
            key: 'graduation',
            render: (_, row) => (row.state === 'enrolled' ? <GraduationTag state={row.graduation} /> : '—'),
          },
          { title: t('enroll.reason'), key: 'reason', render: (_, row) => row.reason || '—' },
          {
            title: t('roster.answers'),
            key: 'answers',
            render: (_, row) => Object.values(row.answers).join(' · ') || '—',
          },
        ]}
      />
      {asked === 'nominate' && <NominateDialog classId={classId} onClose={done} />}
      {asked === 'substitute' && chosen[0] !== undefined && (
        <SubstituteDialog classId={classId} memberId={chosen[0]} onClose={done} />
      )}
      {(asked === 'refuse' || asked === 'remove') && (
        <ReasonDialog classId={classId} memberIds={chosen} action={asked} onClose={done} />
      )}
    </>
  )
}

function ReasonItem() {
  const t = useText('classes')
  return (
    <Form.Item
      name="reason"
      label={t('enroll.reason')}
      rules={[{ required: true, whitespace: true, message: t('enroll.reasonNeeded') }]}
    >
      <Input.TextArea maxLength={reasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Form.Item>
  )
}

interface ReasonProps {
  readonly classId: string
  readonly memberIds: readonly string[]
  readonly action: 'refuse' | 'remove'
  readonly onClose: () => void
}

function ReasonDialog({ classId, memberIds, action, onClose }: ReasonProps) {
  const t = useText('classes')
  const params = { id: classId }
  const calls = {
    refuse: (reason: string) =>
      call(classes.decideEnrollments, { params, body: { memberIds: [...memberIds], decision: 'refuse', reason } }),
    remove: (reason: string) =>
      call(classes.removeParticipants, { params, body: { memberIds: [...memberIds], reason } }),
  }
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={t(`roster.${action}`)}
      hint={t('roster.reasonHint')}
      okText={t(`roster.${action}`)}
      danger
      onSubmit={({ reason }) => calls[action](reason)}
      done={t('roster.done')}
      onClose={onClose}
    >
      <ReasonItem />
    </FormModal>
  )
}

interface DialogProps {
  readonly classId: string
  readonly onClose: () => void
}

function NominateDialog({ classId, onClose }: DialogProps) {
  const t = useText('classes')
  return (
    <FormModal<{ readonly memberIds: string[] }, { readonly enrolled: number; readonly waiting: number }>
      title={t('roster.nominate')}
      hint={t('roster.nominateHint')}
      okText={t('roster.nominate')}
      onSubmit={(body) => call(classes.nominate, { params: { id: classId }, body })}
      done={({ enrolled, waiting }) => t('roster.nominated', { enrolled, waiting })}
      onClose={onClose}
    >
      <Form.Item
        name="memberIds"
        label={t('roster.members')}
        rules={[{ required: true, message: t('roster.membersNeeded') }]}
      >
        <MemberIdsPicker label={t('roster.members')} max={nominationsMax} known={[]} />
      </Form.Item>
    </FormModal>
  )
}

function SubstituteDialog({ classId, memberId, onClose }: DialogProps & { readonly memberId: string }) {
  const t = useText('classes')
  return (
    <FormModal<{ readonly substitutes: string[]; readonly reason: string }, unknown>
      title={t('roster.substitute')}
      hint={t('roster.substituteHint')}
      okText={t('roster.substitute')}
      onSubmit={({ substitutes, reason }) =>
        call(classes.substitute, {
          params: { id: classId },
          body: { memberId, substituteId: substitutes[0] ?? '', reason },
        })
      }
      done={t('roster.done')}
      onClose={onClose}
    >
      <Form.Item
        name="substitutes"
        label={t('roster.substituteMember')}
        rules={[{ required: true, message: t('roster.membersNeeded') }]}
      >
        <MemberIdsPicker label={t('roster.substituteMember')} max={1} known={[]} />
      </Form.Item>
      <ReasonItem />
    </FormModal>
  )
}
