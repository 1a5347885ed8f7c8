import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Tag } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { loadMember } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { deviceText } from '#web/ui/device.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { identity } from '../../contract.ts'
import { ChannelField, CodeField, NewPasswordField } from '../parts/code-fields.tsx'

type Task = 'password' | 'phone' | 'email'

interface Values {
  readonly oldPassword?: string
  readonly newPassword?: string
  readonly phone?: string
  readonly email?: string
  readonly code?: string
}

function run(
  task: Task,
  { oldPassword, newPassword = '', phone = '', email = '', code = '' }: Values,
): Promise<unknown> {
  if (task === 'password')
    return call(identity.changePassword, { body: { oldPassword, newPassword } }, { handles: 'all' })
  if (task === 'phone') return call(identity.bindPhone, { body: { phone, code } }, { handles: 'all' })
  return call(identity.bindEmail, { body: { email, code } }, { handles: 'all' })
}

function SecurityDialog({ task, hasPassword, onClose }: { task: Task; hasPassword: boolean; onClose: () => void }) {
  const t = useText('identity')
  return (
    <FormModal<Values, unknown>
      title={t(`security.${task}`)}
      okText={t('common.save')}
      onSubmit={async (values) => {
        await run(task, values)
        await loadMember()
      }}
      showsFailure
      done={t(`security.done.${task}`)}
      onClose={onClose}
    >
      {task === 'password' ? (
        <>
          {hasPassword && (
            <Form.Item
              name="oldPassword"
              label={t('security.oldPassword')}
              rules={[{ required: true, message: t('signIn.passwordNeeded') }]}
            >
              <Input.Password autoComplete="current-password" maxLength={40} />
            </Form.Item>
          )}
          <NewPasswordField name="newPassword" label={t('signIn.newPassword')} />
        </>
      ) : (
        <>
          <ChannelField channel={task} />
          <CodeField channel={task} purpose="bind" />
        </>
      )}
    </FormModal>
  )
}

function Sessions() {
  const t = useText('identity')
  const { data } = useQuery(q(identity.listSessions, undefined, { quiet: true }))
  return (
    <ul style={{ padding: 0, listStyle: 'none' }}>
      {(data?.items ?? []).map((session) => (
        <li key={session.id} className="sy-toolbar" style={{ marginBottom: 8 }}>
          <span style={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
            {deviceText(session.userAgent) ?? t('security.unknownDevice')}
            <br />
            <span className="sy-faint">
              {session.ip} · <DateText value={session.lastSeenAt} style="relative" />
            </span>
          </span>
          {session.current ? (
            <Tag color="success">{t('security.thisDevice')}</Tag>
          ) : (
            <ConfirmButton
              size="small"
              question={t('security.endQuestion')}
              onConfirm={() => call(identity.endOtherSession, { params: { id: session.id } })}
            >
              {t('security.end')}
            </ConfirmButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Password, phone, e-mail and the devices that are signed in. */
export function AccountSecurity({ profile }: { profile: Output<typeof identity.editDetail> }) {
  const t = useText('identity')
  const [task, setTask] = useState<Task>()
  const rows: readonly { task: Task; value: string }[] = [
    { task: 'password', value: t(profile.hasPassword ? 'security.set' : 'security.notSet') },
    { task: 'phone', value: profile.phone || t('security.notBound') },
    { task: 'email', value: profile.email || t('security.notBound') },
  ]
  return (
    <section aria-label={t('security.title')} style={{ maxWidth: 640, marginTop: 48 }}>
      <h2>{t('security.title')}</h2>
      {rows.map((row) => (
        <div key={row.task} className="sy-toolbar" style={{ marginBottom: 8 }}>
          <span style={{ minWidth: 90 }}>{t(`security.${row.task}`)}</span>
          <span className="sy-faint" style={{ flex: 1 }}>
            {row.value}
          </span>
          <Button aria-label={`${t('security.change')} ${t(`security.${row.task}`)}`} onClick={() => setTask(row.task)}>
            {t('security.change')}
          </Button>
        </div>
      ))}
      <h2 style={{ marginTop: 32 }}>{t('security.devices')}</h2>
      <Sessions />
      {task && <SecurityDialog task={task} hasPassword={profile.hasPassword} onClose={() => setTask(undefined)} />}
    </section>
  )
}
