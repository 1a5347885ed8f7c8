import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select, Switch, Tag } from 'antd'
import type { CallInput } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { notify } from '#web/ui/notify.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'
import { roleTitle } from '../parts/role-words.ts'

type Grant = CallInput<typeof identity.grantRole>['body']

/** The roles of one member, each with the organization that it covers. */
export function MemberRoles({ memberId, organizationId }: { memberId: string; organizationId: string }) {
  const t = useText('identity')
  const { can } = useSession()
  const allowed = can('role.manage')
  const { busy, failure, submit } = useSubmission()
  const grants = useQuery({
    ...q(identity.listGrants, { query: { memberId, pageSize: 100 } }, { quiet: true }),
    enabled: allowed,
  })
  const choices = useQuery({ ...q(identity.listRoles, undefined, { quiet: true }), enabled: allowed })
  if (!allowed) return null
  const grant = (values: Omit<Grant, 'memberId'>) =>
    submit(async () => {
      const given = await call(identity.grantRole, { body: { memberId, ...values } }, { handles: 'all' })
      notify('success', t('roles.granted', { role: roleTitle(t, given.role, given.roleName) }))
    })
  return (
    <section aria-label={t('members.roles')} style={{ marginTop: 32 }}>
      <h2>{t('members.roles')}</h2>
      <ul style={{ padding: 0, listStyle: 'none' }}>
        {(grants.data?.items ?? []).map((each) => (
          <li key={each.id} className="sy-toolbar" style={{ marginBottom: 4 }}>
            <Tag>{roleTitle(t, each.role, each.roleName)}</Tag>
            <span>{each.organizationName}</span>
            <Switch
              size="small"
              checked={each.enabled}
              disabled={!each.canManage}
              aria-label={t('roles.enabledLabel', { role: roleTitle(t, each.role, each.roleName) })}
              onChange={(enabled) =>
                void call(identity.enableGrant, { params: { id: each.id }, body: { enabled } }).catch(() => undefined)
              }
            />
            {each.canManage && (
              <ConfirmButton
                type="text"
                danger
                size="small"
                question={t('roles.revokeQuestion', { role: roleTitle(t, each.role, each.roleName) })}
                onConfirm={() => call(identity.revokeRole, { params: { id: each.id } })}
              >
                {t('roles.revoke')}
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
      <Failure text={failure} />
      <Form<Omit<Grant, 'memberId'>>
        layout="vertical"
        initialValues={{ organizationId }}
        onFinish={(values) => void grant(values)}
      >
        <Form.Item name="role" label={t('roles.role')} rules={[{ required: true, message: t('roles.roleNeeded') }]}>
          <Select
            placeholder={t('roles.chooseRole')}
            options={(choices.data?.items ?? [])
              .filter((each) => each.role !== 'learner')
              .map((each) => ({
                value: each.role,
                label: roleTitle(t, each.role, each.name),
                disabled: !each.canGrant,
              }))}
          />
        </Form.Item>
        <Form.Item
          name="organizationId"
          label={t('roles.covers')}
          rules={[{ required: true, message: t('organizations.targetNeeded') }]}
        >
          <OrganizationPicker label={t('organizations.choose')} />
        </Form.Item>
        <Button htmlType="submit" loading={busy}>
          {t('roles.grant')}
        </Button>
      </Form>
    </section>
  )
}
