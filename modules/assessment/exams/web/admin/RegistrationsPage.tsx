import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
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
import {
  type RegistrationRow,
  type RegistrationState,
  refusalLengthMax,
  registrationStates,
} from '../../contract/registration.ts'
import { exams } from '../../contract.ts'
import { examPaths } from '../paths.ts'

const colors: Readonly<Record<RegistrationState, string | undefined>> = {
  waiting: undefined,
  pending: 'warning',
  registered: 'success',
  refused: 'error',
  withdrawn: undefined,
}

/** Who has registered for an exam; many are accepted or refused at once. */
export default function RegistrationsPage() {
  const t = useText('exams')
  const { id = '' } = useParams()
  const figures = useQuery(q(exams.registrationFigures, { params: { id } }))
  return (
    <>
      <PageHeader title={t('registration.list')} back={<Link to={examPaths.editor(id)}>{t('authoring.edit')}</Link>} />
      {figures.data && (
        <div className="sy-card" style={{ padding: 'var(--sy-space-4)', marginBottom: 'var(--sy-space-4)' }}>
          <Facts
            shape="figures"
            items={[
              ...(['pending', 'registered', 'waiting'] as const).map(
                (state) => [t(`maps.registration.${state}`), String(figures.data[state])] as const,
              ),
              [t('registration.places'), String(figures.data.rule?.places ?? t('registration.unlimited'))],
            ]}
          />
        </div>
      )}
      {figures.data?.rule === null && <p className="sy-callout">{t('registration.notAsked')}</p>}
      <Registrations examId={id} />
    </>
  )
}

function Registrations({ examId }: { examId: string }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<RegistrationState>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isRefusing, setRefusing] = useState(false)
  const { busy, run } = useAction()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(state && { state }) }
  const list = useQuery({
    ...q(exams.registrations, { params: { id: examId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const decide = async (decision: 'accept' | 'refuse', reason = '') => {
    const body = { memberIds: [...chosen], decision, reason }
    const { left } = await call(exams.decideRegistrations, { params: { id: examId }, body })
    setChosen([])
    notify(left > 0 ? 'info' : 'success', t(left > 0 ? 'registration.left' : 'registration.decided'))
  }
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('registration.search')} onSearch={setSearch} />
        <Select<RegistrationState>
          allowClear
          style={{ width: 160 }}
          placeholder={t('registration.all')}
          aria-label={t('registration.status')}
          onChange={(value?: RegistrationState) => {
            setState(value)
            paging.reset()
          }}
          options={registrationStates.map((value) => ({ value, label: t(`maps.registration.${value}`) }))}
        />
        <Button
          type="primary"
          disabled={chosen.length === 0}
          loading={busy}
          onClick={() => void run(() => decide('accept'))}
        >
          {t('registration.accept')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => setRefusing(true)}>
          {t('registration.refuse')}
        </Button>
      </div>
      <ListTable<RegistrationRow>
        label={t('registration.list')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        selection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
        empty={<EmptyState small title={t('registration.none')} description={t('registration.noneHint')} />}
        columns={[
          {
            title: t('registration.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('registration.status'),
            key: 'state',
            render: (_, row) => (
              <>
                <Tag color={colors[row.state]}>{t(`maps.registration.${row.state}`)}</Tag>
                {row.isInApproval && row.state === 'pending' && <small>{t('registration.inApproval')}</small>}
              </>
            ),
          },
          {
            title: t('registration.at'),
            key: 'at',
            render: (_, row) => <DateText value={row.registeredAt} style="minute" />,
          },
          { title: t('registration.decidedBy'), key: 'by', render: (_, row) => row.decidedBy ?? '—' },
          { title: t('registration.reason'), key: 'reason', render: (_, row) => row.reason || '—' },
        ]}
      />
      {isRefusing && (
        <FormModal<{ readonly reason?: string }, void>
          title={t('registration.refuse')}
          hint={t('registration.refuseHint')}
          onSubmit={({ reason = '' }) => decide('refuse', reason)}
          onClose={() => setRefusing(false)}
        >
          <Form.Item name="reason" label={t('registration.reason')}>
            <Input.TextArea maxLength={refusalLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}
