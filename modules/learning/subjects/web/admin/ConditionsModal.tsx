import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { identity } from '#modules/platform/identity/contract.ts'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { EditedContent } from '../../contract/authoring.ts'
import { Field } from './Field.tsx'

type Conditions = Pick<EditedContent, 'positions' | 'organizations' | 'topics'>

interface Props {
  readonly content: EditedContent
  readonly onChange: (conditions: Conditions) => void
  readonly onClose: () => void
}

const positionsShown = 100
const topicsMax = 15

interface Named {
  readonly id: string
  readonly name: string
}

/** The chosen ids with their names, from what is offered or was chosen before. */
function namedOf(ids: readonly string[], known: readonly Named[]): Named[] {
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** Who a content of a personalized subject is for: one condition that fits is enough; without any, all. */
export function ConditionsModal({ content, onChange, onClose }: Props) {
  const t = useText('subjects')
  const id = useId()
  const [positions, setPositions] = useState<readonly Named[]>(content.positions)
  const [organizations, setOrganizations] = useState<readonly Named[]>(content.organizations)
  const [topics, setTopics] = useState<readonly Named[]>(content.topics)
  const all = useQuery(q(identity.listPositions, { query: { pageSize: positionsShown } }, { quiet: true }))
  const tree = useQuery(q(identity.organizationTree, {}, { cache: 'wide', quiet: true }))
  const offered = [...new Map([...positions, ...(all.data?.items ?? [])].map((one) => [one.id, one])).values()]
  const units = tree.data?.items ?? []
  const finish = () => {
    onChange({ positions: [...positions], organizations: [...organizations], topics: [...topics] })
    onClose()
  }
  return (
    <Modal
      open
      title={t('conditions.title', { name: content.businessName })}
      okText={t('conditions.ok')}
      cancelText={t('authoring.cancel')}
      onOk={finish}
      onCancel={onClose}
    >
      <div className="sb-form">
        <p className="sy-faint">{t('conditions.hint')}</p>
        <Field id={`${id}-positions`} label={t('conditions.positions')}>
          <Select
            id={`${id}-positions`}
            mode="multiple"
            allowClear
            maxCount={50}
            loading={all.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('conditions.anyPosition')}
            options={offered.map((one) => ({ value: one.id, label: one.name }))}
            value={positions.map((one) => one.id)}
            onChange={(ids: string[]) => setPositions(namedOf(ids, offered))}
          />
        </Field>
        <Field id={`${id}-organizations`} label={t('conditions.organizations')}>
          <OrganizationPicker
            id={`${id}-organizations`}
            label={t('conditions.anyOrganization')}
            multiple
            allowClear
            max={50}
            value={organizations.map((one) => one.id)}
            onChange={(ids) => setOrganizations(namedOf(ids, [...organizations, ...units]))}
          />
        </Field>
        <div className="sb-field">
          <span id={`${id}-topics`} className="sb-field-label">
            {t('conditions.topics')}
          </span>
          <small>{t('conditions.topicsHint')}</small>
          <TopicChooser labelledBy={`${id}-topics`} max={topicsMax} value={topics} onChange={setTopics} />
        </div>
      </div>
    </Modal>
  )
}
