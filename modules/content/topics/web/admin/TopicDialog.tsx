import { Form, Input, Select } from 'antd'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { TOPIC_NAME_TAKEN } from '../../contract/codes.ts'
import { type ManagedTopic, type ManagedType, TOPIC_NAME_MAX } from '../../contract/topics.ts'
import { topics } from '../../contract.ts'

interface Props {
  /** Missing for a new one. */
  readonly topic: ManagedTopic | undefined
  readonly types: readonly ManagedType[]
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly typeId?: string
}

/** The name of a topic and its type. */
export function TopicDialog({ topic, types, onClose }: Props) {
  const t = useText('topics')
  const bodyOf = ({ name, typeId }: Values) => ({ name: name.trim(), typeId: typeId ?? null })
  const save = (values: Values) => {
    const options = { handles: [TOPIC_NAME_TAKEN, SENSITIVE_WORDS] }
    const body = bodyOf(values)
    if (topic) return call(topics.changeTopic, { params: { id: topic.id }, body }, options)
    return call(topics.addTopic, { body }, options)
  }
  const problemsOf = async (error: CallError, values: Values) => {
    const { name } = bodyOf(values)
    const hits = sensitiveHits(error).get('name')
    if (hits) return { name: <MarkedText text={name} hits={hits} /> }
    if (isRefusal(error, TOPIC_NAME_TAKEN)) return { name: await errorText(TOPIC_NAME_TAKEN.code, { name }) }
    return undefined
  }
  return (
    <FormModal<Values, unknown>
      title={t(topic ? 'manage.editTitle' : 'manage.addTitle')}
      okText={t('manage.save')}
      initialValues={{ name: topic?.name ?? '', typeId: topic?.typeId ?? undefined }}
      onSubmit={save}
      problemsOf={problemsOf}
      done={t('manage.saved')}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('manage.name')}
        rules={[{ required: true, whitespace: true, message: t('manage.nameMissing') }]}
      >
        <Input autoFocus count={{ show: true, max: TOPIC_NAME_MAX, strategy: (text) => [...text].length }} />
      </Form.Item>
      <Form.Item name="typeId" label={t('manage.type')}>
        <Select
          allowClear
          placeholder={t('manage.noType')}
          options={types.map((type) => ({ value: type.id, label: type.name }))}
        />
      </Form.Item>
    </FormModal>
  )
}
