import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useForecast } from '#web/api/use-forecast.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { Organization } from '../../contract/organizations.ts'
import { identity } from '../../contract.ts'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'

export interface OrganizationTask {
  readonly kind: 'add' | 'edit' | 'move' | 'merge' | 'disable' | 'delete'
  readonly organization: Organization
  /** The target, after a drag. */
  readonly target?: string
  /** The organization above a new one can be chosen; this one to begin with. */
  readonly choosesAbove?: true
}

interface Values {
  readonly name?: string
  readonly code?: string
  readonly target?: string
}

const nameLengthMax = 30

function run({ kind, organization }: OrganizationTask, values: Values): Promise<unknown> {
  const params = { id: organization.id }
  const { name = '', code = '', target = '' } = values
  const options = { handles: 'all' } as const
  switch (kind) {
    case 'add':
      return call(
        identity.createOrganization,
        { body: { parentId: target || organization.id, name, ...(code && { code }) } },
        options,
      )
    case 'edit':
      return call(identity.changeOrganization, { params, body: { name, code } }, options)
    case 'move':
      return call(identity.moveOrganization, { params, body: { parentId: target } }, options)
    case 'merge':
      return call(identity.mergeOrganization, { params, body: { intoId: target } }, options)
    case 'disable':
      return call(identity.enableOrganization, { params, body: { enabled: false } }, options)
    case 'delete':
      return call(identity.deleteOrganization, { params }, options)
  }
}

/** The forecast of the call, for calls that change more than the organization itself. */
function useTaskForecast({ kind, organization, target }: OrganizationTask) {
  const params = { id: organization.id }
  const into = (wanted: OrganizationTask['kind']) => (kind === wanted && target ? target : undefined)
  const parentId = into('move')
  const intoId = into('merge')
  const move = useForecast(
    identity.moveOrganization,
    parentId === undefined ? undefined : { params, body: { parentId } },
  )
  const merge = useForecast(identity.mergeOrganization, intoId === undefined ? undefined : { params, body: { intoId } })
  return kind === 'merge' ? merge : move
}

/** One dialog for all actions on an organization: shows the consequences and runs the call. */
export function OrganizationDialog({ task, onClose }: { task: OrganizationTask; onClose: () => void }) {
  const t = useText('identity')
  const [form] = Form.useForm<Values>()
  const { kind, organization } = task
  const target = Form.useWatch('target', form) ?? task.target
  const forecast = useTaskForecast({ ...task, target })
  const naming = kind === 'add' || kind === 'edit'
  // From the page's own button, the organization above is still to be chosen.
  const choosesAbove = kind === 'add' && task.choosesAbove === true
  const targeting = kind === 'move' || kind === 'merge'
  const finish = async (values: Values) => {
    await run(task, values)
    return values.name ?? organization.name
  }
  return (
    <FormModal<Values, string>
      form={form}
      title={choosesAbove ? t('organizations.create') : t(`organizations.dialog.${kind}`, { name: organization.name })}
      okText={t(`organizations.confirm.${kind}`)}
      danger={kind === 'merge' || kind === 'disable' || kind === 'delete'}
      initialValues={
        kind === 'edit'
          ? { name: organization.name, code: organization.code }
          : { target: choosesAbove ? organization.id : task.target }
      }
      onSubmit={finish}
      showsFailure
      done={(name) => t(`organizations.done.${kind}`, { name })}
      onClose={onClose}
    >
      {!naming && <p>{t(`organizations.explain.${kind}`, { name: organization.name })}</p>}
      {naming && (
        <>
          <Form.Item
            name="name"
            label={t('organizations.name')}
            rules={[{ required: true, whitespace: true, message: t('organizations.nameNeeded') }]}
          >
            <Input maxLength={nameLengthMax} showCount autoFocus />
          </Form.Item>
          <Form.Item
            name="code"
            label={t('organizations.code')}
            extra={t('organizations.codeHint')}
            rules={[{ pattern: /^[A-Za-z0-9._-]*$/, message: t('organizations.codeHint') }]}
          >
            <Input maxLength={40} />
          </Form.Item>
        </>
      )}
      {choosesAbove && (
        <Form.Item
          name="target"
          label={t('organizations.above')}
          rules={[{ required: true, message: t('organizations.targetNeeded') }]}
        >
          <OrganizationPicker label={t('organizations.choose')} managedOnly />
        </Form.Item>
      )}
      {targeting && (
        <Form.Item
          name="target"
          label={t(`organizations.target.${kind}`)}
          rules={[{ required: true, message: t('organizations.targetNeeded') }]}
        >
          <OrganizationPicker label={t('organizations.choose')} managedOnly without={organization.id} />
        </Form.Item>
      )}
      {targeting && (
        <ForecastNote
          state={forecast}
          summary={({ answer: { name, memberCount, childCount } }) => [
            t(`organizations.forecast.${kind}`, { name, members: memberCount, below: childCount }),
          ]}
        />
      )}
    </FormModal>
  )
}
