import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form, Input, Select } from 'antd'
import type { CallInput, Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DayField } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'
import MemberIdPicker from '../parts/MemberIdPicker.tsx'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'
import { PositionSelect } from '../parts/PositionSelect.tsx'
import { MemberActions } from './MemberActions.tsx'
import { MemberRoles } from './MemberRoles.tsx'

type Detail = Output<typeof identity.memberDetail>
type Values = CallInput<typeof identity.createMember>['body']

/** The server stores an empty text of the form as null. */
const emptied = ['staffNumber', 'phone', 'email', 'hiredOn'] as const

function bodyOf(values: Values, isNew: boolean): Values {
  const body: Record<string, unknown> = { ...values }
  for (const field of emptied) {
    if (body[field] === '' || body[field] === undefined) body[field] = null
  }
  if (body.positionId === undefined) body.positionId = null
  if (body.superiorId === undefined) body.superiorId = null
  const entries = Object.entries(body).filter(
    ([, value]) => value !== undefined && (!isNew || (value !== null && value !== '')),
  )
  return Object.fromEntries(entries) as unknown as Values
}

function MemberForm({ detail, onSaved }: { detail: Detail | undefined; onSaved: () => void }) {
  const t = useText('identity')
  const { busy, failure, submit } = useSubmission()
  const finish = (values: Values) =>
    submit(async () => {
      const body = bodyOf(values, detail === undefined)
      if (detail) await call(identity.changeMember, { params: { id: detail.id }, body }, { handles: 'all' })
      else await call(identity.createMember, { body }, { handles: 'all' })
      notify('success', t(detail ? 'members.saved' : 'members.created', { name: values.fullName }))
      onSaved()
    })
  const required = (message: string) => [{ required: true, whitespace: true, message }]
  return (
    <Form<Values>
      layout="vertical"
      disabled={detail !== undefined && !detail.canManage}
      initialValues={detail ? { ...detail, fullName: detail.memberFullName } : { sex: 0, personType: 1 }}
      onFinish={(values) => void finish(values)}
      scrollToFirstError
    >
      <Failure text={failure} />
      <Form.Item name="fullName" label={t('members.fullName')} rules={required(t('register.fullNameNeeded'))}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item
        name="memberName"
        label={t('members.memberName')}
        extra={t('register.memberNameRule')}
        rules={required(t('register.memberNameNeeded'))}
      >
        <Input maxLength={20} autoComplete="off" autoCapitalize="none" />
      </Form.Item>
      {!detail && (
        <Form.Item name="password" label={t('members.initialPassword')} extra={t('members.initialPasswordHint')}>
          <Input.Password maxLength={20} autoComplete="new-password" />
        </Form.Item>
      )}
      <Form.Item
        name="organizationId"
        label={t('members.organization')}
        rules={[{ required: true, message: t('organizations.targetNeeded') }]}
      >
        <OrganizationPicker label={t('organizations.choose')} managedOnly />
      </Form.Item>
      <Form.Item name="positionId" label={t('members.position')}>
        <PositionSelect placeholder={t('members.choosePosition')} />
      </Form.Item>
      <Form.Item name="jobName" label={t('members.job')}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="superiorId" label={t('members.superior')}>
        <MemberIdPicker label={t('members.chooseSuperior')} initialName={detail?.superiorFullName} />
      </Form.Item>
      <Form.Item name="staffNumber" label={t('members.staffNumber')}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('members.phone')}
        rules={[{ pattern: /^(1[3-9]\d{9}|\+[1-9]\d{6,14})$/, message: t('signIn.phoneWrong') }]}
      >
        <Input type="tel" maxLength={16} />
      </Form.Item>
      <Form.Item name="email" label={t('members.email')} rules={[{ type: 'email', message: t('signIn.emailWrong') }]}>
        <Input type="email" maxLength={100} />
      </Form.Item>
      <Form.Item name="sex" label={t('members.sex')}>
        <Select options={[0, 1, 2].map((value) => ({ value, label: t(`sex.${value}`) }))} />
      </Form.Item>
      <Form.Item name="personType" label={t('members.personType')}>
        <Select options={[1, 2, 3].map((value) => ({ value, label: t(`maps.personType.${value}`) }))} />
      </Form.Item>
      <Form.Item name="hiredOn" label={t('members.hiredOn')}>
        <DayField />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('common.save')}
      </Button>
    </Form>
  )
}

interface Props {
  /** Absent for a new member. */
  readonly memberId: string | undefined
  readonly onClose: () => void
}

export function MemberDrawer({ memberId, onClose }: Props) {
  const t = useText('identity')
  const { data, error, refetch } = useQuery({
    ...q(identity.memberDetail, { params: { id: memberId ?? '' } }, { quiet: true }),
    enabled: memberId !== undefined,
  })
  return (
    <Drawer
      open
      size={520}
      title={memberId === undefined ? t('members.add') : (data?.memberFullName ?? t('members.member'))}
      onClose={onClose}
      destroyOnHidden
    >
      {memberId === undefined ? (
        <MemberForm detail={undefined} onSaved={onClose} />
      ) : error && !data ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={8} />
      ) : (
        <>
          {!data.canManage && <Alert type="info" showIcon title={t('members.notYours')} style={{ marginBottom: 16 }} />}
          {data.lockedUntil !== null && (
            <Alert
              type="warning"
              showIcon
              style={{ marginBottom: 16 }}
              title={
                <>
                  {t('members.lockedUntil')} <DateText value={data.lockedUntil} />
                </>
              }
            />
          )}
          <div className="sy-column sy-gap-2">
            <p className="sy-faint">{data.organizationPath}</p>
            {data.canManage && <MemberActions detail={data} />}
          </div>
          <Slot name="member-drawer" values={{ memberId: data.id }} />
          <MemberForm key={data.id} detail={data} onSaved={onClose} />
          <MemberRoles memberId={data.id} organizationId={data.organizationId} />
        </>
      )}
    </Drawer>
  )
}
