import { Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { TOPIC_NAME_TAKEN } from '../../contract/codes.ts'
import { type ManagedTopic, type ManagedType, TOPIC_NAME_MAX } from '../../contract/topics.ts'
import { topics } from '../../contract.ts'

interface Props {
  /** Missing for a new one. */
  readonly topic: ManagedTopic | undefined
  readonly types: readonly ManagedType[]
  readonly onClose: () => void
}

/** The name of a topic and its type. */
export function TopicDialog({ topic, types, onClose }: Props) {
  const t = useText('topics')
  const id = useId()
  const [name, setName] = useState(topic?.name ?? '')
  const [typeId, setTypeId] = useState(topic?.typeId ?? null)
  const [problem, setProblem] = useState<React.ReactNode>()
  const { busy, run } = useAction()
  const save = () => {
    const body = { name: name.trim(), typeId }
    if (body.name === '') return setProblem(t('manage.nameMissing'))
    return run(
      async () => {
        const options = { handles: [TOPIC_NAME_TAKEN, SENSITIVE_WORDS] }
        if (topic) await call(topics.changeTopic, { params: { id: topic.id }, body }, options)
        else await call(topics.addTopic, { body }, options)
      },
      {
        done: t('manage.saved'),
        close: onClose,
        onFailure: async (error) => {
          const hits = sensitiveHits(error).get('name')
          if (hits) setProblem(<MarkedText text={body.name} hits={hits} />)
          else if (isRefusal(error, TOPIC_NAME_TAKEN))
            setProblem(await errorText(TOPIC_NAME_TAKEN.code, { name: body.name }))
        },
      },
    )
  }
  return (
    <Modal
      open
      title={t(topic ? 'manage.editTitle' : 'manage.addTitle')}
      okText={t('manage.save')}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="topics-form">
        <div>
          <label htmlFor={id}>{t('manage.name')}</label>
          <Input
            id={id}
            autoFocus
            value={name}
            count={{ show: true, max: TOPIC_NAME_MAX, strategy: (text) => [...text].length }}
            status={problem ? 'error' : undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(undefined)
            }}
            onPressEnter={() => void save()}
          />
          {problem && (
            <p id={`${id}-problem`} className="topics-problem" role="alert">
              {problem}
            </p>
          )}
        </div>
        <div>
          <label htmlFor={`${id}-type`}>{t('manage.type')}</label>
          <Select
            id={`${id}-type`}
            allowClear
            placeholder={t('manage.noType')}
            value={typeId ?? undefined}
            onChange={(chosen: string | undefined) => setTypeId(chosen ?? null)}
            options={types.map((type) => ({ value: type.id, label: type.name }))}
          />
        </div>
      </div>
    </Modal>
  )
}
