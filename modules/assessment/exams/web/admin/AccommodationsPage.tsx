import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { MemberIdPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { MomentField } from '#web/ui/DateFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import {
  type Accommodation,
  accommodationReasonLengthMax,
  extraAttemptsMax,
  laterMinutesMax,
  timePercentMax,
} from '../../contract/accommodations.ts'
import { exams } from '../../contract.ts'
import { WindowText } from '../parts/WindowText.tsx'

/** What members get in every exam besides its rules. */
export default function AccommodationsPage() {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [edited, setEdited] = useState<Accommodation | 'new'>()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }) }
  const list = useQuery(q(exams.accommodations, { query }, { quiet: true }))
  const given = ({ timePercent, extraAttempts, laterMinutes }: Accommodation) =>
    [
      timePercent > 100 && t('accommodation.timeText', { count: timePercent }),
      extraAttempts > 0 && t('accommodation.extraText', { count: extraAttempts }),
      laterMinutes > 0 && t('accommodation.laterText', { count: laterMinutes }),
    ]
      .filter((part) => part !== false)
      .join(t('accommodation.separator'))
  return (
    <>
      <PageHeader
        title={t('accommodation.title')}
        description={t('accommodation.description')}
        actions={
          <Button type="primary" onClick={() => setEdited('new')}>
            {t('accommodation.add')}
          </Button>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('accommodation.search')} onSearch={setSearch} />
      </div>
      <ListTable<Accommodation>
        label={t('accommodation.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('accommodation.none')} description={t('accommodation.noneHint')} />}
        columns={[
          {
            title: t('accommodation.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('accommodation.exam'),
            key: 'exam',
            render: (_, { exam }) => exam?.name ?? t('accommodation.everyExam'),
          },
          { title: t('accommodation.given'), key: 'given', render: (_, row) => given(row) || '—' },
          { title: t('accommodation.reason'), key: 'reason', render: (_, { reason }) => reason },
          {
            title: t('accommodation.valid'),
            key: 'valid',
            render: (_, { validFrom, validUntil }) =>
              validFrom === null && validUntil === null ? (
                t('accommodation.always')
              ) : (
                <WindowText startAt={validFrom} endAt={validUntil} />
              ),
          },
          {
            title: t('invigilation.actions'),
            key: 'actions',
            render: (_, row) => (
              <span className="sy-row sy-gap-2">
                <Button type="link" onClick={() => setEdited(row)}>
                  {t('accommodation.change')}
                </Button>
                <ConfirmButton
                  type="link"
                  danger
                  question={t('accommodation.deleteQuestion')}
                  consequence={t('accommodation.deleteConsequence')}
                  onConfirm={() => call(exams.deleteAccommodation, { params: { id: row.id } })}
                >
                  {t('accommodation.delete')}
                </ConfirmButton>
              </span>
            ),
          },
        ]}
      />
      {edited && <AccommodationDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

type Values = Pick<
  Accommodation,
  'timePercent' | 'extraAttempts' | 'laterMinutes' | 'reason' | 'validFrom' | 'validUntil'
> & {
  readonly memberId?: string
}

const usual = { timePercent: 150, extraAttempts: 0, laterMinutes: 0, reason: '', validFrom: null, validUntil: null }

function AccommodationDialog({ edited, onClose }: { edited: Accommodation | 'new'; onClose: () => void }) {
  const t = useText('exams')
  const isNew = edited === 'new'
  const submit = async ({ memberId = '', ...values }: Values) => {
    const fields = { ...usual, ...values }
    if (isNew) await call(exams.createAccommodation, { body: { memberId, examId: null, ...fields } })
    else
      await call(exams.changeAccommodation, {
        params: { id: edited.id },
        body: { ...fields, revision: edited.revision },
      })
  }
  const needed = [{ required: true, message: t('accommodation.needed') }]
  return (
    <FormModal<Values, void>
      title={isNew ? t('accommodation.add') : edited.member.fullName}
      initialValues={isNew ? usual : edited}
      onSubmit={submit}
      done={t('accommodation.saved')}
      onClose={onClose}
    >
      {isNew && (
        <Form.Item name="memberId" label={t('accommodation.member')} rules={needed}>
          <MemberIdPicker label={t('accommodation.member')} />
        </Form.Item>
      )}
      <Form.Item
        name="timePercent"
        label={t('accommodation.timePercent')}
        extra={t('accommodation.timeHint')}
        rules={needed}
      >
        <InputNumber min={100} max={timePercentMax} precision={0} />
      </Form.Item>
      <Form.Item name="extraAttempts" label={t('accommodation.extraAttempts')} rules={needed}>
        <InputNumber min={0} max={extraAttemptsMax} precision={0} />
      </Form.Item>
      <Form.Item name="laterMinutes" label={t('accommodation.later')} rules={needed}>
        <InputNumber min={0} max={laterMinutesMax} precision={0} />
      </Form.Item>
      <Form.Item name="validFrom" label={t('accommodation.validFrom')}>
        <MomentField />
      </Form.Item>
      <Form.Item name="validUntil" label={t('accommodation.validUntil')}>
        <MomentField />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('accommodation.reason')}
        extra={t('accommodation.reasonHint')}
        rules={[{ required: true, whitespace: true, message: t('accommodation.needed') }]}
      >
        <Input.TextArea maxLength={accommodationReasonLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}
